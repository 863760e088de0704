import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { RegistryServer } from '../../support/registryServer';
import { RegistryView } from '../../support/engine/registryView';
import {
  engineWithSession,
  temporaryProfile,
  type TestEngine,
  type TestProfile,
} from '../../support/engine/testEngine';

/*
 * No secret is in anything that the engine writes or shows, wherever somebody else says it: MCP servers' secrets said by the
 * agent, install output, and what `agent mcp` prints. Secrets of agents themselves: tests/e2e/starting.spec.ts.
 */

const CANARY = 'canary/7f3a91/of-a-person';

/** Files of the profile that hold it, but that of the secrets; at least those named were looked at. */
function filesWithCanary({ home }: TestProfile, atLeast: readonly string[]): string[] {
  const entries = readdirSync(home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const names = files.map((file) => relative(home, file)).filter((file) => file !== 'secrets.json');
  expect(names).toEqual(expect.arrayContaining([...atLeast]));
  return names.filter((file) => readFileSync(join(home, file), 'latin1').includes(CANARY));
}

/** As a keychain does: what is sealed shows nothing of what is in it. */
function withKeychain(engine: TestEngine): void {
  engine.answers.encrypt = ({ text }) => Buffer.from(text).toString('base64');
  engine.answers.decrypt = ({ sealed }) => Buffer.from(sealed, 'base64').toString();
}

/** Everything that the inspector shows of the agent's connections. */
async function inspected(engine: TestEngine): Promise<string> {
  const { connections } = engine.page.agents.current;
  const shown: unknown[] = [connections];
  for (const { connectionId } of connections) {
    shown.push(
      await new Promise((resolve) => {
        const end = engine.page.client.subscribe(
          'inspector',
          { connectionId },
          { snapshot: (snapshot) => resolve(snapshot), frames: () => undefined },
        );
        onTestFinished(end);
      }),
    );
  }
  return JSON.stringify(shown);
}

describe('a secret that somebody else says is in nothing that is written or shown', () => {
  it('of an MCP server, which the agent quotes on stderr and in its error', async () => {
    const { engine, session, profile } = await engineWithSession({
      agents: { fake: { config: { newQuotesMcp: true } } },
    });
    withKeychain(engine);
    const server = {
      id: 'files',
      name: 'Files',
      kind: 'stdio' as const,
      command: 'node',
      args: ['server.js'],
      env: { FILES_KEY: CANARY, LEVEL: 'debug' },
      secretEnv: ['FILES_KEY'],
      enabled: true,
      agents: null,
    };
    await engine.page.call.mcpServers.save({ server, acceptPlain: false });
    await session.ask('Hello');
    const told = JSON.stringify(session.state);
    expect(told).toContain('cannot start');
    expect(told).not.toContain(CANARY);
    const shown = await inspected(engine);
    expect(shown).toContain('FILES_KEY');
    expect(shown).toContain('starting [');
    expect(shown).not.toContain(CANARY);
    expect(filesWithCanary(profile, ['settings.json', 'signalbox.db', 'runs.jsonl'])).toEqual([]);
    await engine.shutdown();
    expect(filesWithCanary(profile, ['settings.json', 'signalbox.db'])).toEqual([]);
  });

  it('of the person’s environment, which npm prints while it installs', async () => {
    const profile = temporaryProfile({ agents: {} });
    const bin = join(profile.folder, 'bin');
    mkdirSync(bin);
    const npm =
      '#!/bin/sh\n[ "$1" = config ] && exit 0\necho "fetching with $NPM_TOKEN"\necho "no access with $NPM_TOKEN" >&2\nexit 7\n';
    writeFileSync(join(bin, 'npm'), npm, { mode: 0o755 });
    const shell = join(profile.folder, 'plain-shell');
    writeFileSync(shell, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const server = await RegistryServer.start(join(profile.folder, 'network'));
    onTestFinished(() => server.close());
    const distribution = { npx: { package: 'fake-acp-agent@1.0.0', args: [], env: {} } };
    server.registry([{ id: 'fake-one', name: 'Fake one', version: '1.0.0', description: 'x', distribution }]);
    const env = { ...server.env, PATH: `${bin}:${process.env['PATH']}`, SHELL: shell, NPM_TOKEN: CANARY };
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const engine = await profile.start();
    const view = new RegistryView(engine.page.client);
    await engine.page.call.registry.refresh({ force: true });
    await engine.page.call.registry.install({ entryId: 'fake-one', kind: 'npx' });
    const job = await view.job('it failed', 'fake-one', ({ status }) => status === 'failed');
    expect(JSON.stringify(job)).toContain('no access with [redacted]');
    expect(JSON.stringify(view.told)).toContain('fetching with [redacted]');
    expect(JSON.stringify([view.told, view.state.current])).not.toContain(CANARY);
    expect(filesWithCanary(profile, ['settings.json'])).toEqual([]);
    await engine.shutdown();
    expect(filesWithCanary(profile, ['settings.json'])).toEqual([]);
  });

  it('of the agent, which its `mcp` command prints on stderr', async () => {
    const { engine, session, page, profile, cwd } = await engineWithSession({
      agents: { fake: { adapter: 'cursor' } },
    });
    withKeychain(engine);
    const { sessionId } = session;
    const agent = profile.settingsOf('fake');
    const env = { ...agent.env, FAKE_MCP_SAYS: CANARY };
    await page.call.agents.save({ agent: { ...agent, env, secretEnv: ['FAKE_MCP_SAYS'] }, acceptPlain: false });
    mkdirSync(join(cwd, '.cursor'));
    writeFileSync(join(cwd, '.cursor/mcp.json'), '{"mcpServers":{"broken":{"command":"x"}}}');
    const refused = await page.call.agentMcp.act({ sessionId, name: 'broken', action: 'enable' });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'agent.mcpFailed', message: 'Error: the server did not answer ([redacted])' },
    });
    expect(filesWithCanary(profile, ['settings.json', 'signalbox.db'])).toEqual([]);
    await engine.shutdown();
    expect(filesWithCanary(profile, ['settings.json', 'signalbox.db'])).toEqual([]);
  });
});
