import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentStateOf } from '@shared/ipc/agentState';
import type { AgentView } from '@shared/ipc/views';
import type { AgentConfig } from '@shared/settings';
import { startsOf } from '../../support/engine/agentLog';
import { temporaryProfile, type TestEngine, type TestProfile } from '../../support/engine/testEngine';

// The engine inherits this process's environment: here it is that of an app started from a dock.
const before = { ...process.env };
let profile: TestProfile;

beforeEach(() => {
  profile = temporaryProfile();
  process.env['HOME'] = profile.folder;
  process.env['PATH'] = '/usr/bin:/bin';
});
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});

function program(path: string, text: string): string {
  const file = join(profile.folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

/** A shell whose rc file says `rc`, and which prints a banner as such files do. */
const shell = (rc: string): string =>
  program('bin/fakesh', `#!/bin/sh\necho "Welcome to this shell"\n${rc}\n[ "$1" = -ilc ] && eval "$2"\n`);

const settings = (agents: readonly Partial<AgentConfig>[]): void =>
  writeFileSync(join(profile.home, 'settings.json'), JSON.stringify({ agents, hiddenAgents: SHIPPED }));
const SHIPPED = ['cursor', 'claude', 'codex', 'gemini', 'opencode', 'copilot'];

const agentOf = (engine: TestEngine, id: string): AgentView | undefined =>
  engine.page.agents.current.agents.find(({ config }) => config.id === id);
const stateUntil = (engine: TestEngine, id: string, state: ReturnType<typeof agentStateOf>): Promise<AgentView> =>
  engine.page.agents.find(`${id} is ${state}`, ({ agents }) =>
    agents.find((agent) => agent.config.id === id && agentStateOf(agent) === state),
  );

/** The scripted agent behind a launcher that finds node on the PATH, as npm installs agents. */
function nodeLauncher(path: string, config: Record<string, unknown> = {}): Record<string, string> {
  profile.configure('fake', config);
  const { args, env } = profile.agent();
  program(path, `#!/usr/bin/env node\nimport(${JSON.stringify(args[0])});\n`);
  return env;
}

describe('AC-40: an app that was started from a dock', () => {
  it("finds what the login shell's files put on the PATH, and drops nothing of what it inherited", async () => {
    process.env['INHERITED'] = 'kept';
    process.env['SHELL'] = shell(`export PATH="${profile.folder}/tools:$PATH" INHERITED=other FROM_RC=yes`);
    const env = nodeLauncher('tools/my-agent');
    settings([{ id: 'mine', name: 'Mine', command: 'my-agent', args: [], env, adapter: 'generic' }]);
    const engine = await profile.start();
    const agent = await stateUntil(engine, 'mine', 'notChecked');
    expect(agent.availability).toEqual({
      status: 'found',
      executable: join(profile.folder, 'tools/my-agent'),
      source: 'shell',
      version: null,
    });

    const { projectId } = await engine.addProject();
    const session = await engine.newSession(projectId, 'mine');
    const prompt = (text: string) =>
      engine.page.call.sessions.prompt({
        sessionId: session.state.sessionId,
        content: [{ type: 'text', text }],
      });
    await prompt('!env PATH\n!env INHERITED\n!env FROM_RC\n!env SIGNALBOX_READS_ENVIRONMENT');
    await session.until('the turn is done', ({ turn }) => turn.status === 'done');
    const said = JSON.stringify(session.state.items);
    expect(said).toContain(`${profile.folder}/tools:/usr/bin:/bin:`);
    expect(said).toContain('kept');
    expect(said).toContain('yes');
    await stateUntil(engine, 'mine', 'ready');
  });

  it('is told that the shell hung, uses well-known folders, and looks again when asked', async () => {
    const marker = join(profile.folder, 'hang');
    writeFileSync(marker, '');
    const fakeShell = shell(`[ -e ${marker} ] && sleep 60\nexport PATH="${profile.folder}/tools:$PATH"`);
    process.env['SHELL'] = fakeShell;
    program('tools/late', '#!/bin/sh\n');
    program('.local/bin/known', '#!/bin/sh\n');
    settings(['late', 'known'].map((id) => ({ id, name: id, command: id })));
    const engine = await profile.start();
    // The page is there before the shell is given up.
    expect(engine.page.agents.current.agents.map((agent) => agentStateOf(agent))).toContain('looking');
    const known = await stateUntil(engine, 'known', 'notChecked');
    expect(known.availability).toMatchObject({ source: 'wellKnown' });
    await stateUntil(engine, 'late', 'notFound');

    rmSync(marker);
    await engine.page.call.agents.detect({});
    expect((await stateUntil(engine, 'late', 'notChecked')).availability).toMatchObject({ source: 'shell' });
  });
});

describe('AC-41: an agent that is a Node script', () => {
  /** The programs that the engine itself needs, and no node. */
  function withoutNode(): string {
    const folder = join(profile.folder, 'system');
    mkdirSync(folder);
    for (const name of ['sh', 'ps', 'sleep', 'env']) symlinkSync(join('/bin', name), join(folder, name));
    process.env['PATH'] = folder;
    return folder;
  }

  it('runs with a node that only the resolved PATH has, and is ready by a real initialize', async () => {
    withoutNode();
    mkdirSync(join(profile.folder, 'node/bin'), { recursive: true });
    symlinkSync(process.execPath, join(profile.folder, 'node/bin/node'));
    process.env['SHELL'] = shell(`export PATH="${profile.folder}/node/bin:${profile.folder}/tools:$PATH"`);
    const env = nodeLauncher('tools/my-agent');
    settings([{ id: 'mine', name: 'Mine', command: 'my-agent', env }]);
    const engine = await profile.start();
    await stateUntil(engine, 'mine', 'notChecked');
    await engine.page.call.agents.refresh({});
    expect((await stateUntil(engine, 'mine', 'ready')).probe?.protocolVersion).toBe(1);
  });

  it('is said to lack node, with its last words, where there is none', async () => {
    const folder = withoutNode();
    process.env['SHELL'] = shell('true');
    const env = nodeLauncher('tools/my-agent');
    const command = join(profile.folder, 'tools/my-agent');
    settings([{ id: 'mine', name: 'Mine', command, env: { ...env, PATH: folder } }]);
    const engine = await profile.start();
    await engine.page.call.agents.refresh({});
    const { lastError } = await stateUntil(engine, 'mine', 'broken');
    expect(lastError).toMatchObject({ code: 'agent.nodeMissing', stderrTail: expect.stringContaining('node') });
  });
});

describe('the state of an agent', () => {
  const fake = (config: Record<string, unknown> = {}, id = 'fake'): AgentConfig => {
    profile.configure(id, config);
    return profile.settingsOf(id);
  };

  it('is asked for in the background, once, and known after a restart without a start', async () => {
    settings([fake()]);
    const engine = await profile.start();
    expect(agentStateOf(await stateUntil(engine, 'fake', 'notChecked'))).toBe('notChecked');
    await engine.page.call.agents.refresh({});
    await engine.page.call.agents.refresh({});
    await stateUntil(engine, 'fake', 'ready');
    await engine.page.agents.until('its process is gone', ({ connections }) =>
      connections.every(({ status }) => status === 'exited'),
    );
    await engine.shutdown();

    const next = await profile.start();
    const { probe, version } = await stateUntil(next, 'fake', 'ready');
    expect(probe?.protocolVersion).toBe(1);
    expect(version).toBe(probe?.version);
    await next.page.call.agents.refresh({});
    expect(startsOf(profile.agent())).toBe(1);
  });

  it('says that the protocol is too old, and how a start failed', async () => {
    settings([
      fake({ protocolVersion: 0 }, 'old'),
      fake({ exitAtStart: { code: 3 }, stderr: ['no licence on this machine'] }, 'bad'),
    ]);
    const engine = await profile.start();
    await engine.page.call.agents.refresh({});
    await stateUntil(engine, 'old', 'tooOld');
    const { lastError } = await stateUntil(engine, 'bad', 'broken');
    expect(lastError).toMatchObject({
      code: 'agent.exited',
      exitCode: 3,
      stderrTail: expect.stringContaining('licence'),
    });
  });

  it('says that a sign-in is needed from a refused session on until one is opened', async () => {
    settings([fake({ auth: 'never', authMethods: [{ id: 'login', name: 'Log in' }] })]);
    const engine = await profile.start();
    const { projectId } = await engine.addProject();
    const session = await engine.newSession(projectId, 'fake');
    await engine.page.call.sessions.attach({ sessionId: session.state.sessionId });
    await stateUntil(engine, 'fake', 'needsSignIn');
    await engine.shutdown();

    const next = await profile.start();
    const { probe, lastError } = await stateUntil(next, 'fake', 'needsSignIn');
    expect(probe?.authMethods.map(({ id }) => id)).toEqual(['login']);
    expect(lastError).toBeNull();
  });

  it('of a configuration that is only tested does not become that of the saved one', async () => {
    settings([fake()]);
    const engine = await profile.start();
    await stateUntil(engine, 'fake', 'notChecked');
    const saved = agentOf(engine, 'fake')?.config;
    if (saved === undefined) throw new Error('no agent');
    const tested = await engine.page.call.agents.test({ agent: { ...saved, args: [...saved.args, '--other'] } });
    expect(tested.ok).toBe(true);
    expect(agentOf(engine, 'fake')?.probe).toBeNull();
  });
});
