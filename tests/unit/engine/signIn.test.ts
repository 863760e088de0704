import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signInNeed } from '@shared/acp/signInNeed';
import type { AuthMethod } from '@shared/acp/methods';
import type { SignInProgress } from '@shared/ipc/signIn';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../agents/processHelpers';
import { methodsSent, sentTo, startsOf } from '../../support/engine/agentLog';
import { gateOf } from '../../support/engine/gate';
import type { SessionView } from '../../support/engine/sessionView';
import { watchPty, watchSignIns } from '../../support/engine/signInView';
import {
  engineWithSession,
  temporaryProfile,
  type TestEngine,
  type TestProfile,
} from '../../support/engine/testEngine';

const METHODS = [
  { id: 'browser', name: 'Log in with the browser' },
  { id: 'terminal', name: 'Log in in a terminal', type: 'terminal', args: ['login'], env: { LOGIN_REGION: 'eu' } },
  {
    id: 'old-terminal',
    name: 'Log in in a terminal, told the older way',
    _meta: { 'terminal-auth': { command: process.execPath, args: ['-e', 'process.exit(0)'] } },
  },
  {
    id: 'key',
    name: 'API key',
    type: 'env_var',
    vars: [{ name: 'FAKE_API_KEY' }, { name: 'FAKE_ORG', optional: true }],
  },
];

interface Scene {
  profile: TestProfile;
  engine: TestEngine;
  session: SessionView;
  signIns: ReturnType<typeof watchSignIns>;
}

/** An agent that refuses until `login` was run in a terminal, with one session that was not taken up yet. */
async function signedOut(
  config: Record<string, unknown> | ((profile: TestProfile) => Record<string, unknown>) = {},
  adapter: 'generic' | 'cursor' = 'generic',
): Promise<Scene> {
  const profile = temporaryProfile({ agents: { fake: { adapter } } });
  const authFile = join(profile.folder, 'signed-in');
  const more = typeof config === 'function' ? config(profile) : config;
  profile.configure('fake', { auth: true, authFile, authMethods: METHODS, ...more });
  profile.writeSettings();
  const engine = await profile.start();
  engine.answers.encrypt = ({ text }) => Buffer.from(text).toString('base64');
  engine.answers.decrypt = ({ sealed }) => Buffer.from(sealed, 'base64').toString();
  const { projectId } = await engine.addProject();
  const session = await engine.newSession(projectId);
  return { profile, engine, session, signIns: watchSignIns(engine.page) };
}

const refused = (session: SessionView): Promise<{ message: string; methods: readonly AuthMethod[] }> =>
  session.find('a sign-in is wanted', ({ attachError }) => signInNeed(attachError) ?? undefined);

async function begin({ engine, session }: Scene, methodId: string): Promise<void> {
  const begun = await engine.page.call.signIn.begin({ sessionId: session.sessionId, methodId });
  expect(begun).toEqual({ ok: true, value: null });
}

const stage = <S extends SignInProgress['status']>(
  { signIns }: Scene,
  status: S,
): Promise<Extract<SignInProgress, { status: S }>> => {
  const isAtIt = (progress: SignInProgress | undefined): progress is Extract<SignInProgress, { status: S }> =>
    progress?.status === status;
  return signIns.find(`it is ${status}`, ({ fake }) => (isAtIt(fake) ? fake : undefined));
};

/** Opens the terminal of the method, waits for its question, and answers it. */
async function logIn(scene: Scene, methodId: string, answer: string): Promise<ReturnType<typeof watchPty>> {
  await begin(scene, methodId);
  const { ptyId } = await stage(scene, 'terminal');
  const pty = watchPty(scene.engine.page, ptyId);
  await pty.until('its question', ({ output }) => output.includes('Done?'));
  await scene.engine.page.call.ptys.write({ ptyId, data: `${answer}\r` });
  return pty;
}

const logins = (profile: TestProfile) =>
  profile
    .agent()
    .log()
    .filter(({ event }) => event === 'login');
const isOver = ({ signIns }: Scene) => signIns.until('it is over', ({ fake }) => fake === undefined);
/** Of the agent itself, not of its logins. */
const agentStarts = (profile: TestProfile): number => startsOf(profile.agent()) - logins(profile).length;

describe('a session that is refused for want of a sign-in', () => {
  it('lists every way that the agent offers (AC-96)', async () => {
    const { engine, session } = await signedOut();
    await engine.page.call.sessions.attach({ sessionId: session.sessionId });
    const { message, methods } = await refused(session);
    expect(message).toBe('Authentication required');
    expect(methods.map(({ id, type }) => [id, type])).toEqual([
      ['browser', 'agent'],
      ['terminal', 'terminal'],
      ['old-terminal', 'terminal'],
      ['key', 'env_var'],
    ]);
    expect(session.state).toMatchObject({ atAgent: 'new', turn: { status: 'idle' } });
    await engine.page.agents.until('the agent needs a sign-in', ({ agents }) =>
      agents.some(({ config, signInNeeded }) => config.id === 'fake' && signInNeeded),
    );
  });

  it('runs the agent’s own program in a terminal, and after exit 0 starts it again and repeats session/new (AC-96)', async () => {
    const scene = await signedOut();
    const { profile, engine, session } = scene;
    await engine.page.call.sessions.attach({ sessionId: session.sessionId });
    await refused(session);
    await logIn(scene, 'terminal', 'yes');
    await session.until('it is taken up', ({ atAgent }) => atAgent === 'attached');
    await isOver(scene);
    const [login] = logins(profile);
    expect(login).toMatchObject({ tty: true, argv: ['login'] });
    expect(login?.env).toMatchObject({ LOGIN_REGION: 'eu', TERM: 'xterm-256color' });
    expect(login?.env?.['SIGNALBOX_RUN']).toMatch(/^[0-9a-f-]{36}$/);
    expect(session.state.attachError).toBeNull();
    expect(agentStarts(profile)).toBe(2);
    expect(methodsSent(profile.agent())).toEqual(['initialize', 'session/new', 'initialize', 'session/new']);
    await engine.page.agents.until('the agent needs no sign-in', ({ agents }) =>
      agents.some(({ config, signInNeeded }) => config.id === 'fake' && !signInNeeded),
    );
  });

  it('shows what the terminal said where it ends otherwise, and tries again (AC-96)', async () => {
    const scene = await signedOut();
    const { profile, engine, session } = scene;
    await engine.page.call.sessions.attach({ sessionId: session.sessionId });
    await refused(session);
    const pty = await logIn(scene, 'terminal', 'no');
    const { ptyId } = await scene.signIns.find('the end of the terminal', ({ fake }) =>
      fake?.status === 'terminal' && fake.ended !== null ? fake : undefined,
    );
    await pty.until('its exit', ({ exit }) => exit?.exitCode === 1);
    // Also for a page that comes now.
    const later = watchPty(engine.openPage(), ptyId);
    const { output, exit, command } = await later.find('its snapshot', (snapshot) => snapshot);
    expect(output).toContain('Login failed: the code has expired');
    expect(exit).toEqual({ exitCode: 1, signal: null });
    expect(command.at(-1)).toBe('login');
    expect(agentStarts(profile)).toBe(1);
    await logIn(scene, 'terminal', 'yes');
    await session.until('it is taken up', ({ atAgent }) => atAgent === 'attached');
    expect(logins(profile)).toHaveLength(2);
  });

  it('keeps the prompt that was sent, and sends it once (AC-96)', async () => {
    const scene = await signedOut();
    const { profile, engine, session } = scene;
    const turnId = await session.send('Mend the kettle');
    await refused(session);
    expect(session.state.turn).toMatchObject({ status: 'running', turnId });
    await engine.page.summaryUntil(session.sessionId, 'its row says so', ({ status }) => status === 'needsYou');
    await logIn(scene, 'terminal', 'yes');
    await session.ended(turnId);
    await isOver(scene);
    expect(session.state.turn).toMatchObject({ turnId, outcome: { status: 'ended', stopReason: 'end_turn' } });
    expect(session.said()).toBe('Echo: Mend the kettle');
    expect(session.said('user')).toBe('Mend the kettle');
    expect(sentTo(profile.agent(), 'session/prompt')).toHaveLength(1);
  });

  it('repeats a prompt that was itself refused, in the same session at the agent', async () => {
    const scene = await signedOut({ authPrompt: true });
    const { profile, session } = scene;
    const turnId = await session.send('Mend the kettle');
    await refused(session);
    const { acpSessionId } = session.state;
    await logIn(scene, 'terminal', 'yes');
    await session.ended(turnId);
    expect(session.said()).toBe('Echo: Mend the kettle');
    expect(session.said('user')).toBe('Mend the kettle');
    expect(session.state).toMatchObject({ acpSessionId, attachError: null });
    expect(methodsSent(profile.agent())).toEqual([
      'initialize',
      'session/new',
      'session/prompt',
      'initialize',
      'session/resume',
      'session/prompt',
    ]);
  });

  it('is not sent where the person stops it, or gives up', async () => {
    const scene = await signedOut();
    const { profile, engine, session } = scene;
    const { sessionId } = session;
    await session.send('One');
    await refused(session);
    await engine.page.call.sessions.cancel({ sessionId });
    await session.ended();
    expect(session.state.turn).toMatchObject({ outcome: { status: 'ended', stopReason: 'cancelled' } });
    // The refusal of the first is told until the second is refused too: only then does it wait.
    const first = session.state.attachError;
    const second = await session.send('Two');
    await session.until('the second waits', ({ attachError }) => attachError !== null && attachError !== first);
    await engine.page.call.signIn.giveUp({ sessionId });
    await session.ended(second);
    expect(session.state.turn).toMatchObject({ outcome: { status: 'failed', error: { code: 'agent.authRequired' } } });
    expect(sentTo(profile.agent(), 'session/prompt')).toEqual([]);
  });

  it('is not waited with where the person gave up while its refusal was under way', async () => {
    const scene = await signedOut((profile) => ({ newUntil: gateOf(profile).file }));
    const { profile, engine, session } = scene;
    const gate = gateOf(profile);
    gate.open();
    const { sessionId } = session;
    await session.send('One');
    await refused(session);
    await engine.page.call.sessions.cancel({ sessionId });
    await session.ended();
    // The card of the first refusal is still there; the second one comes after the click.
    gate.close();
    const second = await session.send('Two');
    await engine.page.call.signIn.giveUp({ sessionId });
    gate.open();
    await session.ended(second);
    expect(session.state.turn).toMatchObject({ outcome: { status: 'failed', error: { code: 'agent.authRequired' } } });
    expect(sentTo(profile.agent(), 'session/prompt')).toEqual([]);
    // The next message is a new question.
    const before = session.state.attachError;
    const third = await session.send('Three');
    await session.until('it waits', ({ attachError }) => attachError !== null && attachError !== before);
    expect(session.state.turn).toMatchObject({ status: 'running', turnId: third });
  });

  it('signs in through the agent itself without starting it again', async () => {
    const scene = await signedOut();
    const { profile, session } = scene;
    const turnId = await session.send('Hello');
    await refused(session);
    await begin(scene, 'browser');
    await session.ended(turnId);
    expect(session.said()).toBe('Echo: Hello');
    expect(agentStarts(profile)).toBe(1);
    expect(methodsSent(profile.agent())).toEqual([
      'initialize',
      'session/new',
      'authenticate',
      'session/new',
      'session/prompt',
    ]);
    await isOver(scene);
  });

  it('waits for authenticate without a deadline, and takes it back by a cancel', async () => {
    const scene = await signedOut({ authenticate: 'hang' });
    const { profile, engine, session } = scene;
    await engine.page.call.sessions.attach({ sessionId: session.sessionId });
    await refused(session);
    await begin(scene, 'browser');
    await stage(scene, 'authenticating');
    const sent = () => methodsSent(profile.agent());
    await eventually('it is asked', () => sent().includes('authenticate'));
    await engine.page.call.signIn.cancel({ agentId: 'fake' });
    await isOver(scene);
    await eventually('it is told', () => sent().includes('$/cancel_request'));
    expect(signInNeed(session.state.attachError)).not.toBeNull();
  });

  it('reads a sign-in that is wanted by words alone', async () => {
    const scene = await signedOut({ authText: 'Not logged in. Please run the login command.' });
    const { engine, session } = scene;
    await engine.page.call.sessions.attach({ sessionId: session.sessionId });
    const { message, methods } = await refused(session);
    expect(message).toBe('Not logged in. Please run the login command.');
    expect(methods).toHaveLength(METHODS.length);
  });

  it('repeats what was refused in every session of the agent', async () => {
    const scene = await signedOut();
    const { engine, session } = scene;
    const { projectId } = await engine.addProject('other');
    const other = await engine.newSession(projectId);
    const [first, second] = [await session.send('One'), await other.send('Two')];
    await Promise.all([refused(session), refused(other)]);
    await logIn(scene, 'terminal', 'yes');
    await Promise.all([session.ended(first), other.ended(second)]);
    expect([session.said(), other.said()]).toEqual(['Echo: One', 'Echo: Two']);
  });

  it('repeats it when the person signed in elsewhere', async () => {
    const scene = await signedOut({ authFile: undefined, authEnv: 'NEVER' });
    const { profile, engine, session } = scene;
    const turnId = await session.send('Hello');
    await refused(session);
    await engine.page.call.signIn.again({ sessionId: session.sessionId });
    expect(session.state.turn).toMatchObject({ status: 'running', turnId });
    expect(agentStarts(profile)).toBe(2);
    expect(signInNeed(session.state.attachError)).not.toBeNull();
  });

  it('takes no method that the agent did not tell', async () => {
    const { engine, session } = await signedOut();
    const { sessionId } = session;
    await engine.page.call.sessions.attach({ sessionId });
    expect(await engine.page.call.signIn.begin({ sessionId, methodId: 'rm' })).toEqual({
      ok: false,
      error: { code: 'signIn.methodUnknown', methodId: 'rm' },
    });
  });
});

describe('keys of an agent', () => {
  it('are kept as its secrets, reach it after a new start, and stand in no file (AC-99)', async () => {
    const scene = await signedOut({ authEnv: 'FAKE_API_KEY' });
    const { profile, engine, session } = scene;
    const { sessionId } = session;
    const turnId = await session.send('!env FAKE_API_KEY');
    await refused(session);
    const { call } = engine.page;
    const key = 'key-4711-of-the-fake';
    expect(await call.signIn.giveKeys({ sessionId, methodId: 'key', values: {}, acceptPlain: false })).toMatchObject({
      error: { code: 'signIn.keysMissing' },
    });
    const given = await call.signIn.giveKeys({
      sessionId,
      methodId: 'key',
      values: { FAKE_API_KEY: key, FAKE_ORG: '', PATH: '/tmp' },
      acceptPlain: false,
    });
    expect(given).toEqual({ ok: true, value: null });
    await session.ended(turnId);
    expect(session.said()).toContain(key);
    expect(agentStarts(profile)).toBe(2);
    await engine.page.agents.until('the key is told to be kept', ({ agents }) =>
      agents.some(({ config, secrets }) => config.id === 'fake' && secrets['FAKE_API_KEY'] === 'keychain'),
    );
    const settings = readFileSync(join(profile.home, 'settings.json'), 'utf8');
    expect(settings).toContain('FAKE_API_KEY');
    for (const file of ['settings.json', 'secrets.json', 'runs.jsonl']) {
      expect(readFileSync(join(profile.home, file), 'utf8')).not.toContain(key);
    }
  });
});

describe('keys of Codex, which takes them by authenticate alone', () => {
  const config = { authEnv: 'FAKE_API_KEY', authenticate: 'key', authFile: undefined };
  const values = { FAKE_API_KEY: 'key-4711' };

  it('are given to it after the new start, and what was refused is sent once', async () => {
    const scene = await signedOut(config);
    const { profile, engine, session } = scene;
    const turnId = await session.send('Hello');
    await refused(session);
    const given = { sessionId: session.sessionId, methodId: 'key', values, acceptPlain: false };
    await engine.page.call.signIn.giveKeys(given);
    await session.ended(turnId);
    expect(session.said()).toBe('Echo: Hello');
    expect(methodsSent(profile.agent())).toEqual([
      'initialize',
      'session/new',
      'initialize',
      'session/new',
      'authenticate',
      'session/new',
      'session/prompt',
    ]);
    await isOver(scene);
  });

  it('that it does not take are told as refused, and nothing is asked again by itself', async () => {
    const scene = await signedOut({ ...config, authEnv: 'FAKE_ORG' });
    const { profile, engine, session } = scene;
    await engine.page.call.sessions.attach({ sessionId: session.sessionId });
    await refused(session);
    const given = { sessionId: session.sessionId, methodId: 'key', values, acceptPlain: false };
    await engine.page.call.signIn.giveKeys(given);
    const { error } = await stage(scene, 'failed');
    expect(error).toMatchObject({ code: 'agent.refused' });
    expect(methodsSent(profile.agent()).filter((method) => method === 'authenticate')).toHaveLength(1);
  });
});

describe('processes that were started before somebody signed in', () => {
  it('end, but the one that signed in; one that works ends after its turn, and its session goes on by a new one', async () => {
    const scene = await signedOut({ authMethods: [{ id: 'cursor_login', name: 'Cursor Login' }] }, 'cursor');
    const { profile, engine } = scene;
    const authFile = join(profile.folder, 'signed-in');
    const { projectId } = await engine.addProject('other');
    writeFileSync(authFile, 'the account before');
    const idle = await engine.newSession(projectId);
    await idle.ask('One');
    const busy = await engine.newSession(projectId);
    await busy.ask('Two');
    await busy.send('!hang');
    rmSync(authFile);
    const turnId = await scene.session.send('Three');
    await refused(scene.session);
    const before = [idle, busy].map(({ state }) => connectionOf(state));
    await begin(scene, 'cursor_login');
    await scene.session.ended(turnId);
    expect(scene.session.said()).toBe('Echo: Three');
    await idle.until('its old process is gone', ({ connection }) => connection.status === 'none');
    expect(connectionOf(busy.state)).toBe(before[1]);
    await engine.page.call.sessions.cancel({ sessionId: busy.sessionId });
    await busy.until('its old process is gone', ({ connection }) => connection.status === 'none');
    await Promise.all([idle.ask('Four'), busy.ask('Five')]);
    expect([idle.said(), busy.said()]).toEqual([
      expect.stringContaining('Echo: Four'),
      expect.stringContaining('Echo: Five'),
    ]);
    expect([idle, busy].map(({ state }) => connectionOf(state))).not.toEqual(before);
    // The one through which the person signed in works on.
    const { connection } = scene.session.state;
    expect(connection.status).toBe('ready');
    expect(agentStarts(profile)).toBe(5);
  });
});

const connectionOf = ({ connection }: SessionView['state']): string | null =>
  'connectionId' in connection ? connection.connectionId : null;

describe('Cursor', () => {
  const CURSOR = { authMethods: [{ id: 'cursor_login', name: 'Cursor Login' }], authenticate: 'browser' };

  it('offers its login command and a key besides what it tells', async () => {
    const { engine, session } = await signedOut(CURSOR, 'cursor');
    await engine.page.call.sessions.attach({ sessionId: session.sessionId });
    const { methods } = await refused(session);
    expect(methods.map(({ id, type }) => [id, type])).toEqual([
      ['cursor_login', 'agent'],
      ['cursor-login-command', 'terminal'],
      ['cursor-api-key', 'env_var'],
    ]);
  });

  it('is never asked to authenticate where a key does, and a page that it could not open is told (AC-98)', async () => {
    const scene = await signedOut({ ...CURSOR, authEnv: 'CURSOR_API_KEY' }, 'cursor');
    const { profile, engine, session } = scene;
    const { sessionId } = session;
    await engine.page.call.sessions.attach({ sessionId });
    await refused(session);
    await begin(scene, 'cursor_login');
    const { error } = await stage(scene, 'failed');
    expect(error).toMatchObject({
      code: 'agent.refused',
      message: expect.stringContaining('https://example.com/loginDeepControl?challenge=abc'),
    });
    const before = methodsSent(profile.agent()).length;
    const values = { CURSOR_API_KEY: 'key-of-cursor' };
    await engine.page.call.signIn.giveKeys({ sessionId, methodId: 'cursor-api-key', values, acceptPlain: false });
    await session.until('it is taken up', ({ atAgent }) => atAgent === 'attached');
    await session.ask('Hello');
    const sent = methodsSent(profile.agent()).slice(before);
    expect(sent.filter((method) => method === 'authenticate' || !method.startsWith('cursor/'))).toEqual([
      'initialize',
      'session/new',
      'session/prompt',
    ]);
  });

  it('logs in by its own command, in the place of acp, with the browser allowed', async () => {
    const profile = temporaryProfile({ agents: { fake: { adapter: 'cursor' } } });
    profile.configure('fake', { ...CURSOR, auth: true, authFile: join(profile.folder, 'signed-in') });
    const settings = profile.settingsOf('fake');
    const engine = await profile.start();
    const agent = {
      ...settings,
      args: [...settings.args, '-e', 'https://example.com', 'acp'],
      env: { ...settings.env, NO_OPEN_BROWSER: '1' },
    };
    await engine.page.call.agents.save({ agent, acceptPlain: false });
    const { projectId } = await engine.addProject();
    const session = await engine.newSession(projectId);
    const scene = { profile, engine, session, signIns: watchSignIns(engine.page) };
    await engine.page.call.sessions.attach({ sessionId: session.sessionId });
    await refused(session);
    await logIn(scene, 'cursor-login-command', 'yes');
    await session.until('it is taken up', ({ atAgent }) => atAgent === 'attached');
    const [login] = logins(profile);
    expect(login?.argv).toEqual(['-e', 'https://example.com', 'login']);
    expect(login?.env).toMatchObject({ NO_OPEN_BROWSER: null });
  });
});

describe('a prompt that an agent had begun when it asked for a sign-in', () => {
  it('is not sent again by itself, since it might be done twice', async () => {
    const { profile, session } = await engineWithSession();
    const state = await session.ask('!say Half done\n!error -32000 sign in again');
    expect(state.turn).toMatchObject({ outcome: { status: 'failed', error: { code: 'agent.authRequired' } } });
    expect(sentTo(profile.agent(), 'session/prompt')).toHaveLength(1);
  });
});

describe('signing out', () => {
  it('asks the agent to forget the account, and its next session is refused', async () => {
    const scene = await signedOut({ capabilities: { auth: { logout: {} } } });
    const { profile, engine, session } = scene;
    await engine.page.call.sessions.attach({ sessionId: session.sessionId });
    await refused(session);
    await logIn(scene, 'terminal', 'yes');
    await session.until('it is taken up', ({ atAgent }) => atAgent === 'attached');
    await isOver(scene);
    await engine.page.agents.until('it offers a sign-out', ({ agents }) =>
      agents.some(({ config, probe }) => config.id === 'fake' && probe?.capabilities.signOut === true),
    );
    expect(await engine.page.call.signIn.signOut({ agentId: 'fake' })).toEqual({ ok: true, value: null });
    expect(methodsSent(profile.agent()).at(-1)).toBe('logout');
    await session.until('its process is gone', ({ connection }) => connection.status === 'none');
    await session.send('Hello');
    await refused(session);
    // Also where none of its processes runs.
    await scene.engine.page.call.signIn.giveUp({ sessionId: session.sessionId });
    expect(await engine.page.call.signIn.signOut({ agentId: 'fake' })).toEqual({ ok: true, value: null });
    expect(methodsSent(profile.agent()).at(-1)).toBe('logout');
  });
});
