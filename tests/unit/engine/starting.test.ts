import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FakeAgentRun } from '../../agents/fakeAgentRun';
import { sentTo, startsOf } from '../../support/engine/agentLog';
import { gateOf } from '../../support/engine/gate';
import { JumpClock } from '../../support/engine/jumpClock';
import type { Page } from '../../support/engine/page';
import { engineWithSession, type TestEngine } from '../../support/engine/testEngine';
import type { AgentConfig } from '../../../src/shared/settings';

const cursorAgent = (config: Record<string, unknown> = {}) => ({
  agents: { fake: { adapter: 'cursor' as const, config } },
});

/** The log as starts and received initializes, in the order in which they happened. */
const startsAndInitializes = (run: FakeAgentRun): string[] =>
  run.log().flatMap(({ event, in: received }) => {
    if (event === 'start') return ['start'];
    return received?.method === 'initialize' ? ['initialize'] : [];
  });

/** A program that runs the script with whatever arguments it gets. */
function programOf(folder: string, script: string): string {
  const path = join(folder, 'program');
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`, { mode: 0o755 });
  return path;
}

/** From now on the agent is configured so. */
async function save(engine: TestEngine, change: Partial<AgentConfig>): Promise<void> {
  const agent = { ...engine.profile.settingsOf('fake'), ...change };
  const saved = await engine.page.call.agents.save({ agent, acceptPlain: false });
  expect(saved).toMatchObject({ ok: true });
}

describe('starts of one program that must not overlap', () => {
  it('AC-14: three sessions and two tests at once start one after the other, each once the one before has answered', async () => {
    const { engine, page, profile, projectId, session } = await engineWithSession(cursorAgent({ startDelayMs: 60 }));
    const agent = profile.settingsOf('fake');
    const tested = [page.call.agents.test({ agent }), page.call.agents.test({ agent })];
    // A session without a word is given back instead of a second one, so each is spoken in before the next is made.
    const sessions = [session];
    await session.send('Hello');
    for (const text of ['two', 'three']) {
      const next = await engine.newSession(projectId);
      await next.send(text);
      sessions.push(next);
    }
    await Promise.all(sessions.map((each) => each.ended()));
    for (const test of await Promise.all(tested)) expect(test).toMatchObject({ ok: true });
    const told = startsAndInitializes(profile.agent());
    expect(told).toHaveLength(10);
    expect(told).toEqual(told.map((_, index) => (index % 2 === 0 ? 'start' : 'initialize')));
    expect(profile.agent().log()).not.toContainEqual(expect.objectContaining({ event: 'exit', code: 143 }));
  });

  it('go on after one that failed', async () => {
    const { engine, session, profile } = await engineWithSession(cursorAgent({ exitAtStart: { code: 3 } }));
    const failed = await session.ask('Hello');
    expect(failed.turn).toMatchObject({ outcome: { error: { code: 'agent.exited', exitCode: 3 } } });
    await engine.reconfigure('fake', {});
    await session.ask('Hello again');
    expect(session.said()).toBe('Echo: Hello again');
    expect(startsOf(profile.agent())).toBe(2);
  });

  it('that still wait when the app ends are given up at once', async () => {
    const { engine, page, profile, session } = await engineWithSession(cursorAgent({ initialize: 'hang' }));
    await session.send('Hello');
    await session.until('it starts', ({ connection }) => connection.status === 'starting');
    const waiting = page.call.agents.test({ agent: profile.settingsOf('fake') });
    await engine.shutdown();
    expect(await waiting).toMatchObject({ ok: false });
    expect(startsOf(profile.agent())).toBe(1);
  });
});

describe('the error of session/new that is known to pass', () => {
  it('is asked once more without a word (cursor-acp.md 2.4)', async () => {
    const { session, profile } = await engineWithSession(cursorAgent({ newError: -32603, newErrorOnce: true }));
    await session.ask('Hello');
    expect(session.said()).toBe('Echo: Hello');
    const [first, second, ...others] = profile
      .agent()
      .log()
      .filter((entry) => entry.in?.method === 'session/new');
    expect(others).toEqual([]);
    // Given a second to pass; asked at once it may say the same.
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
    expect(startsOf(profile.agent())).toBe(1);
  });

  it('fails the turn where it comes twice, and no third is sent', async () => {
    const { session, profile } = await engineWithSession(cursorAgent({ newError: -32603 }));
    const state = await session.ask('Hello');
    expect(state.turn).toMatchObject({ outcome: { error: { code: 'agent.refused', method: 'session/new' } } });
    expect(sentTo(profile.agent(), 'session/new')).toHaveLength(2);
  });

  it('of other words or another number is not asked again', async () => {
    const config = { newError: -32603, newErrorOnce: true, newErrorText: 'The disk is full' };
    const { session, profile } = await engineWithSession(cursorAgent(config));
    const state = await session.ask('Hello');
    expect(state.turn).toMatchObject({ outcome: { error: { code: 'agent.refused', message: 'The disk is full' } } });
    expect(sentTo(profile.agent(), 'session/new')).toHaveLength(1);
  });
});

describe('options before the program’s own subcommand', () => {
  it('stand before it, in one argv', async () => {
    const { engine, session, profile } = await engineWithSession(cursorAgent());
    const launch = {
      endpoint: 'https://api.example.com',
      insecureTls: true,
      worktree: 'fix one',
      addDirs: ['/tmp/with space'],
      extra: ['-H', 'X-Team: a "b"'],
    };
    const [script = ''] = profile.settingsOf('fake').args;
    await save(engine, { command: programOf(profile.folder, script), args: ['acp'], launch });
    await session.ask('!argv');
    expect(JSON.parse(session.said())).toEqual([
      '-e',
      'https://api.example.com',
      '-k',
      '--add-dir',
      '/tmp/with space',
      '--worktree',
      'fix one',
      '-H',
      'X-Team: a "b"',
      'acp',
    ]);
  });

  it('are not given to a program that has none', async () => {
    const { engine, session } = await engineWithSession();
    const launch = { endpoint: 'x', insecureTls: true, worktree: '', addDirs: [], extra: ['--odd'] };
    await save(engine, { launch });
    await session.ask('!argv');
    expect(session.said()).toBe('[]\n');
  });

  it('never hold the key: it is a variable of the environment, which only this account can read', async () => {
    const { engine, session, profile } = await engineWithSession(cursorAgent());
    engine.answers.encrypt = ({ text }) => `sealed:${text}`;
    const { env } = profile.settingsOf('fake');
    await save(engine, { env: { ...env, CURSOR_API_KEY: 'key_canary_0001' }, secretEnv: ['CURSOR_API_KEY'] });
    await session.ask('!env CURSOR_API_KEY\n!argv');
    expect(session.said()).toBe('CURSOR_API_KEY=key_canary_0001\n[]\n');
    expect(engine.page.agents.current.agents.find(({ config }) => config.id === 'fake')?.config.env).not.toHaveProperty(
      'CURSOR_API_KEY',
    );
  });
});

describe('the environment of an agent', () => {
  it('AC-48: has the proxy settings in every spelling, and its own settings win', async () => {
    const proxy = { http: 'http://p:1', https: 'http://p:2', noProxy: 'localhost,.corp', caFile: '/etc/corp.pem' };
    const { engine, session, profile, projectId } = await engineWithSession({ settings: { proxy } });
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]);
    const ask = [...names, 'NODE_EXTRA_CA_CERTS'].map((name) => `!env ${name}`).join('\n');
    await session.ask(ask);
    expect(session.said().trim().split('\n')).toEqual([
      'HTTP_PROXY=http://p:1',
      'http_proxy=http://p:1',
      'HTTPS_PROXY=http://p:2',
      'https_proxy=http://p:2',
      'ALL_PROXY=http://p:2',
      'all_proxy=http://p:2',
      'NO_PROXY=localhost,.corp',
      'no_proxy=localhost,.corp',
      'NODE_EXTRA_CA_CERTS=/etc/corp.pem',
    ]);
    const { env } = profile.settingsOf('fake');
    await save(engine, { env: { ...env, https_proxy: 'http://own:9' }, unsetEnv: ['NO_PROXY'] });
    const other = await engine.newSession(projectId);
    await other.ask(ask);
    expect(other.said().trim().split('\n')).toEqual([
      'HTTP_PROXY=http://p:1',
      'http_proxy=http://p:1',
      'HTTPS_PROXY=',
      'https_proxy=http://own:9',
      'ALL_PROXY=',
      'all_proxy=',
      'NO_PROXY=',
      'no_proxy=',
      'NODE_EXTRA_CA_CERTS=/etc/corp.pem',
    ]);
  });

  it('lacks an inherited variable that the person took away', async () => {
    process.env['INHERITED_BY_TEST'] = 'yes';
    const { engine, session, projectId } = await engineWithSession();
    await session.ask('!env INHERITED_BY_TEST');
    expect(session.said()).toBe('INHERITED_BY_TEST=yes\n');
    await save(engine, { unsetEnv: ['INHERITED_BY_TEST'] });
    const other = await engine.newSession(projectId);
    await other.ask('!env INHERITED_BY_TEST');
    delete process.env['INHERITED_BY_TEST'];
    expect(other.said()).toBe('INHERITED_BY_TEST=\n');
  });
});

/** How many lines its stderr has while it starts, as soon as there are more than so many. */
const fetched = (page: Page, before: number): Promise<number> =>
  page.agents.find('it fetches', ({ connections }) =>
    connections
      .filter(({ status }) => status === 'starting')
      .map(({ lastWords }) => Number(/^fetching (\d+)$/.exec(lastWords ?? '')?.[1] ?? 0))
      .find((line) => line > before),
  );

describe('a long start', () => {
  it('of a program that fetches first goes on while it writes to stderr, and shows its last line', async () => {
    const clock = new JumpClock();
    const { engine, session, page, profile } = await engineWithSession({
      clock,
      settings: { durations: { startSeconds: 60 } },
    });
    const gate = gateOf(profile);
    profile.configure('fake', { startUntil: gate.file, stderrEveryMs: 50 });
    const npx = join(profile.folder, 'npx');
    symlinkSync(process.execPath, npx);
    await save(engine, { command: npx });
    const turn = session.ask('Hello');
    const lines = await fetched(page, 0);
    clock.jump(50_000);
    // What it wrote after that began the minute anew.
    await fetched(page, lines + 1);
    clock.jump(50_000);
    await fetched(page, lines + 2);
    gate.open();
    await turn;
    expect(session.said()).toBe('Echo: Hello');
    expect(page.agents.current.connections.map(({ lastWords }) => lastWords)).toEqual([null]);
  });

  it('of any other program ends after the time that the settings say, whatever it writes', async () => {
    const clock = new JumpClock();
    const { session, page } = await engineWithSession({
      clock,
      agents: { fake: { config: { startUntil: '/never', stderrEveryMs: 50 } } },
      settings: { durations: { startSeconds: 60 } },
    });
    const turnId = await session.send('Hello');
    const lines = await fetched(page, 0);
    clock.jump(50_000);
    await fetched(page, lines + 1);
    clock.jump(10_000);
    const state = await session.ended(turnId);
    expect(state.turn).toMatchObject({
      outcome: { error: { code: 'agent.startTimeout', stderrTail: expect.stringContaining('fetching 1') } },
    });
  });
});
