import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as tar from 'tar';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { InstallJob } from '@shared/registry';
import { eventually } from '../../agents/processHelpers';
import { RegistryServer, sha256 } from '../../support/registryServer';
import { RegistryView } from '../../support/engine/registryView';
import { temporaryProfile, type TestEngine, type TestProfile } from '../../support/engine/testEngine';
import { platformKey } from '../../../src/main/agents/registry/entry';

interface World {
  profile: TestProfile;
  server: RegistryServer;
  engine: TestEngine;
  view: RegistryView;
}

const PACKAGE = 'fake-acp-agent';
const npxEntry = (version: string, config: Record<string, unknown> = {}) => ({
  id: 'fake-one',
  name: 'Fake one',
  version,
  description: 'The scripted agent as a package',
  license: 'MIT',
  distribution: {
    npx: { package: `${PACKAGE}@${version}`, args: ['--acp'], env: { FAKE_AGENT: JSON.stringify(config) } },
  },
});

/** An engine that knows no network but a local one; `agents` is what its registry lists. */
async function world(agents: readonly unknown[], env: Record<string, string> = {}): Promise<World> {
  const profile = temporaryProfile({ agents: {} });
  const server = await RegistryServer.start(join(profile.folder, 'network'));
  onTestFinished(() => server.close());
  server.registry(agents);
  for (const [name, value] of Object.entries({ SHELL: plainShell(profile.folder), ...server.env, ...env })) {
    vi.stubEnv(name, value);
  }
  onTestFinished(() => void vi.unstubAllEnvs());
  const engine = await profile.start();
  const view = new RegistryView(engine.page.client);
  await view.state.until('its snapshot', () => true);
  expect(await engine.page.call.registry.refresh({ force: false })).toMatchObject({ ok: true });
  await view.state.until('the list came', ({ list }) => list.shown.from === 'network');
  return { profile, server, engine, view };
}

/** A login shell that knows no more than what it inherits. */
function plainShell(folder: string): string {
  const shell = join(folder, 'plain-shell');
  writeFileSync(shell, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  return shell;
}

const versionFolder = (profile: TestProfile, version: string, kind: 'npx' | 'binary' = 'npx'): string =>
  join(profile.home, 'agents', kind === 'npx' ? 'fake-one' : 'fake-bin', `${version}@${kind}`);

const agent = (engine: TestEngine, agentId: string) =>
  engine.page.agents.current.agents.find(({ config }) => config.id === agentId);

async function install({ engine, view }: World, entryId = 'fake-one', kind: InstallJob['kind'] = 'npx'): Promise<void> {
  expect(await engine.page.call.registry.install({ entryId, kind })).toMatchObject({ ok: true });
  const end = await view.state.find('its end', ({ list, jobs }) => {
    const job = jobs.find((one) => one.entryId === entryId);
    if (job?.status === 'failed') return job;
    return job === undefined && list.entries.some(({ id, installed }) => id === entryId && installed)
      ? 'done'
      : undefined;
  });
  if (end !== 'done') throw new Error(`not installed: ${JSON.stringify(end, null, 2)}`);
}

describe('the list', () => {
  it('is the shipped one until the network was asked, and then what came, also after a restart without it', async () => {
    const { profile, server, engine, view } = await world([npxEntry('1.0.0')]);
    expect(view.state.current.list.entries.map(({ id }) => id)).toEqual(['fake-one']);
    expect(view.state.current.list.shown.from).toBe('network');
    await engine.shutdown();
    server.answer('/registry.json', (_request, response) => response.writeHead(503).end());
    const again = await profile.start();
    const next = new RegistryView(again.page.client);
    await next.state.until('its snapshot', () => true);
    expect(next.state.current.list).toMatchObject({ shown: { from: 'network' }, notRefreshed: null });
    // Fresh enough: nobody asks. Asked by the person: no error, and what there was stays.
    expect(await again.page.call.registry.refresh({ force: false })).toMatchObject({ ok: true });
    expect(next.state.current.list.notRefreshed).toBeNull();
    expect(await again.page.call.registry.refresh({ force: true })).toMatchObject({ ok: true });
    const told = await next.state.find('why', ({ list }) => list.notRefreshed ?? undefined);
    expect(told).toMatchObject({ code: 'registry.unreachable', message: 'HTTP 503' });
    expect(next.state.current.list.entries.map(({ id }) => id)).toEqual(['fake-one']);
  });

  it('asks nobody before somebody opens it', async () => {
    const profile = temporaryProfile({ agents: {} });
    const server = await RegistryServer.start(join(profile.folder, 'network'));
    onTestFinished(() => server.close());
    vi.stubEnv('SIGNALBOX_REGISTRY_URL', server.env['SIGNALBOX_REGISTRY_URL']);
    onTestFinished(() => void vi.unstubAllEnvs());
    const engine = await profile.start();
    const view = new RegistryView(engine.page.client);
    await view.state.until('its snapshot', () => true);
    expect(view.state.current.list.shown.from).toBe('snapshot');
    expect(view.state.current.list.entries.length).toBeGreaterThan(30);
    expect(server.asked).toEqual([]);
  });

  it.each([
    ['no JSON', '<html>not here</html>', 'registry.unreadable'],
    ['no registry', '{"version":"1.0.0"}', 'registry.unreadable'],
    ['endless', 'x'.repeat(9 * 1024 * 1024), 'registry.unreachable'],
  ])('stays as it is when what comes is %s', async (_what, body, code) => {
    const { server, engine, view } = await world([npxEntry('1.0.0')]);
    server.serve('/registry.json', body);
    await engine.page.call.registry.refresh({ force: true });
    await view.state.until('why', ({ list }) => list.notRefreshed?.code === code);
    expect(view.state.current.list.entries.map(({ id }) => id)).toEqual(['fake-one']);
  });

  it('is fetched through the proxy of the settings', async () => {
    const { server, engine, view } = await world([npxEntry('1.0.0')]);
    const proxy = await RegistryServer.start(join(server.folder, 'proxy'));
    onTestFinished(() => proxy.close());
    const set = { http: proxy.url, https: '', noProxy: 'example.com', caFile: '' };
    expect(await engine.page.call.settings.set({ proxy: set })).toMatchObject({ ok: true });
    server.registry([npxEntry('1.2.0')]);
    await engine.page.call.registry.refresh({ force: true });
    await view.entry('it came', 'fake-one', ({ version }) => version === '1.2.0');
    expect(proxy.tunnels).toEqual([new URL(server.url).host]);
  });
});

describe('a package of npm', () => {
  it('is installed into the profile and started by Node, without npx', async () => {
    const it = await world([npxEntry('1.0.0')]);
    await it.server.publish(PACKAGE, '1.0.0');
    await install(it);
    const { profile, engine, view } = it;
    const folder = versionFolder(profile, '1.0.0');
    const installed = agent(engine, 'fake-one');
    expect(installed?.config).toMatchObject({
      name: 'Fake one',
      command: 'node',
      args: [join(folder, 'node_modules', PACKAGE, 'fakeAgent.mjs'), '--acp'],
      registry: { id: 'fake-one', version: '1.0.0', kind: 'npx' },
    });
    await engine.page.agents.until(
      'it has told of itself',
      () => agent(engine, 'fake-one')?.probe?.protocolVersion === 1,
    );
    expect(view.state.current.list.entries[0]?.installed).toMatchObject({ agentId: 'fake-one', updatable: false });
    expect(view.told.map(({ phase }) => phase)).toContain('installing');
    const { projectId } = await engine.addProject();
    const session = await engine.newSession(projectId, 'fake-one');
    await engine.page.call.sessions.prompt({
      sessionId: session.sessionId,
      content: [{ type: 'text', text: 'hello' }],
    });
    await session.until('its answer', (state) => JSON.stringify(state.items).includes('Echo: hello'));
  });

  it('AC-41: is installed and started where Node is only in the resolved PATH, and says so where it is nowhere', async () => {
    const it = await world([npxEntry('1.0.0')]);
    await it.server.publish(PACKAGE, '1.0.0');
    const { engine, view, profile } = it;
    const bin = join(profile.folder, 'only here');
    mkdirSync(bin);
    for (const name of ['node', 'npm'])
      symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(bin, name));
    const bare = join(profile.folder, 'bare');
    mkdirSync(bare);
    for (const name of ['sh', 'env']) symlinkSync(`/usr/bin/${name}`, join(bare, name));
    vi.stubEnv('HOME', profile.folder);
    vi.stubEnv('SHELL', plainShell(profile.folder));
    vi.stubEnv('PATH', bare);
    await engine.page.call.agents.detect({});
    await engine.page.call.registry.refresh({ force: true });
    await view.entry('Node is missed', 'fake-one', ({ ways }) => ways[0]?.missing === 'node');
    await engine.page.call.registry.install({ entryId: 'fake-one', kind: 'npx' });
    const failed = await view.job('it says so', 'fake-one', ({ status }) => status === 'failed');
    expect(failed).toMatchObject({ error: { code: 'registry.toolMissing', tool: 'node' }, left: 'nothing' });
    await engine.page.call.registry.cancel({ entryId: 'fake-one' });
    // What a terminal would show: the login shell knows where Node is.
    const shell = join(profile.folder, 'knowing-shell');
    const lines = ['#!/bin/sh', `export PATH="${bin}:$PATH"`, 'while [ $# -gt 1 ]; do shift; done', 'eval "$1"'];
    writeFileSync(shell, lines.join('\n'), { mode: 0o755 });
    vi.stubEnv('SHELL', shell);
    await engine.page.call.agents.detect({});
    await engine.page.call.registry.refresh({ force: true });
    await view.entry('Node is found', 'fake-one', ({ ways }) => ways[0]?.missing === null);
    await install(it);
    expect(agent(engine, 'fake-one')?.config.command).toBe('node');
  });

  it('AC-42: npm gets its arguments one by one, whatever is in the path', async () => {
    const profile = temporaryProfile({ agents: {} });
    const odd = join(profile.folder, `a b & 'c' "d" %e% $(f)`);
    mkdirSync(odd);
    const seen = join(profile.folder, 'seen.json');
    const npm = join(odd, 'npm');
    const script = `#!/usr/bin/env node\nrequire('fs').appendFileSync(${JSON.stringify(seen)}, JSON.stringify(process.argv.slice(2)) + '\\n'); process.exit(process.argv[2] === 'config' ? 0 : 7)`;
    writeFileSync(npm, script, { mode: 0o755 });
    const server = await RegistryServer.start(join(profile.folder, 'network'));
    onTestFinished(() => server.close());
    server.registry([npxEntry('1.0.0')]);
    for (const [name, value] of Object.entries({
      ...server.env,
      PATH: `${odd}:${process.env['PATH']}`,
      SHELL: plainShell(profile.folder),
    }))
      vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const engine = await profile.start();
    const view = new RegistryView(engine.page.client);
    await engine.page.call.registry.refresh({ force: true });
    await engine.page.call.registry.install({ entryId: 'fake-one', kind: 'npx' });
    const job = await view.job('it failed', 'fake-one', ({ status }) => status === 'failed');
    expect(job.error).toMatchObject({ code: 'install.toolFailed', tool: 'npm', how: '7' });
    const [, args = ''] = readFileSync(seen, 'utf8').trim().split('\n');
    expect(JSON.parse(args).slice(0, 3)).toEqual(['install', '--prefix', versionFolder(profile, '1.0.0')]);
    expect(JSON.parse(args).slice(-2)).toEqual(['--', `${PACKAGE}@1.0.0`]);
    expect(existsSync(versionFolder(profile, '1.0.0'))).toBe(false);
  });

  it('uses a cache of its own where that of npm cannot be written', async () => {
    const it = await world([npxEntry('1.0.0')], { NPM_CONFIG_CACHE: join(import.meta.filename, 'no-folder') });
    await it.server.publish(PACKAGE, '1.0.0');
    await install(it);
    expect(existsSync(join(it.profile.home, 'agents', '.npm-cache', '_cacache'))).toBe(true);
  });

  it('says what npm said where it fails, and leaves nothing', async () => {
    const { engine, view, profile } = await world([npxEntry('1.0.0')]);
    await engine.page.call.registry.install({ entryId: 'fake-one', kind: 'npx' });
    const job = await view.job('it failed', 'fake-one', ({ status }) => status === 'failed');
    expect(job).toMatchObject({ left: 'nothing', error: { code: 'install.toolFailed', tool: 'npm' } });
    expect(job.error).toHaveProperty('stderrTail', expect.stringContaining('E404'));
    expect(existsSync(versionFolder(profile, '1.0.0'))).toBe(false);
    expect(agent(engine, 'fake-one')).toBeUndefined();
    await engine.page.call.registry.cancel({ entryId: 'fake-one' });
    await view.noJob('fake-one');
  });

  it('is cancelled with all its processes, and what it wrote is gone', async () => {
    const { engine, view, profile, server } = await world([npxEntry('1.0.0')]);
    const { path } = await server.publish(PACKAGE, '1.0.0');
    const tarball = server.hang(path);
    await engine.page.call.registry.install({ entryId: 'fake-one', kind: 'npx' });
    await tarball.asked;
    expect(existsSync(versionFolder(profile, '1.0.0'))).toBe(true);
    await engine.page.call.registry.cancel({ entryId: 'fake-one' });
    await tarball.gone;
    await view.noJob('fake-one');
    expect(existsSync(versionFolder(profile, '1.0.0'))).toBe(false);
    expect(agent(engine, 'fake-one')).toBeUndefined();
    // npm's name is in the run records as long as one of its processes lives.
    expect(readFileSync(join(profile.home, 'runs.jsonl'), 'utf8')).not.toContain('install:npm');
  });

  it('is kept on the list where its first start fails, with what it said', async () => {
    const broken = { exitAtStart: { code: 3 }, stderr: ['no key'] };
    const { engine, view, server } = await world([npxEntry('1.0.0', broken)]);
    await server.publish(PACKAGE, '1.0.0');
    await engine.page.call.registry.install({ entryId: 'fake-one', kind: 'npx' });
    const job = await view.job('it failed', 'fake-one', ({ status }) => status === 'failed');
    expect(job).toMatchObject({ left: 'new', error: { code: 'agent.exited', exitCode: 3 } });
    expect(agent(engine, 'fake-one')?.config.registry?.version).toBe('1.0.0');
  });

  it('is installed one after the other', async () => {
    const two = { ...npxEntry('1.0.0'), id: 'fake-two', name: 'Fake two' };
    const { engine, view, server } = await world([npxEntry('1.0.0'), two]);
    const { path } = await server.publish(PACKAGE, '1.0.0');
    const tarball = server.hang(path);
    await engine.page.call.registry.install({ entryId: 'fake-one', kind: 'npx' });
    await engine.page.call.registry.install({ entryId: 'fake-two', kind: 'npx' });
    await tarball.asked;
    expect(await engine.page.call.registry.install({ entryId: 'fake-one', kind: 'npx' })).toMatchObject({
      error: { code: 'registry.busy' },
    });
    await view.job('it waits', 'fake-two', ({ phase }) => phase === 'waiting');
    await engine.page.call.registry.cancel({ entryId: 'fake-two' });
    await engine.page.call.registry.cancel({ entryId: 'fake-one' });
    await view.noJob('fake-one');
    await view.noJob('fake-two');
  });
});

describe('an update', () => {
  it('takes the place of the old version once it has answered, and keeps what the person set', async () => {
    const it = await world([npxEntry('1.0.0')]);
    const { engine, view, server, profile } = it;
    await server.publish(PACKAGE, '1.0.0');
    await install(it);
    const config = agent(engine, 'fake-one')?.config;
    if (config === undefined) throw new Error('no agent');
    const mine = { ...config, name: 'Mine', args: [...config.args, '--mine'], env: { ...config.env, MINE: '1' } };
    await engine.page.call.agents.save({ agent: mine, acceptPlain: false });
    await server.publish(PACKAGE, '1.1.0');
    server.registry([npxEntry('1.1.0', { commands: 'none' })]);
    await engine.page.call.registry.refresh({ force: true });
    await view.entry('an update is there', 'fake-one', ({ installed }) => installed?.updatable === true);
    expect(await engine.page.call.registry.update({ entryId: 'fake-one' })).toMatchObject({ ok: true });
    await view.entry('it is updated', 'fake-one', ({ installed }) => installed?.version === '1.1.0');
    await view.noJob('fake-one');
    expect(agent(engine, 'fake-one')?.config).toMatchObject({
      name: 'Mine',
      args: [join(versionFolder(profile, '1.1.0'), 'node_modules', PACKAGE, 'fakeAgent.mjs'), '--acp', '--mine'],
      env: { MINE: '1', FAKE_AGENT: JSON.stringify({ commands: 'none' }) },
      registry: { version: '1.1.0' },
    });
    await eventually('the old version is gone', () => !existsSync(versionFolder(profile, '1.0.0')));
  });

  it('that does not answer initialize is removed, and the old version stays in use', async () => {
    const it = await world([npxEntry('1.0.0')]);
    const { engine, view, server, profile } = it;
    await server.publish(PACKAGE, '1.0.0');
    await install(it);
    await server.publish(PACKAGE, '2.0.0');
    server.registry([npxEntry('2.0.0', { exitAtStart: { code: 9 }, stderr: ['does not run here'] })]);
    await engine.page.call.registry.refresh({ force: true });
    await engine.page.call.registry.update({ entryId: 'fake-one' });
    const job = await view.job('it failed', 'fake-one', ({ status }) => status === 'failed');
    expect(job).toMatchObject({ update: true, left: 'old', error: { code: 'agent.exited', exitCode: 9 } });
    expect(job.error).toHaveProperty('stderrTail', expect.stringContaining('does not run here'));
    expect(existsSync(versionFolder(profile, '2.0.0'))).toBe(false);
    expect(existsSync(versionFolder(profile, '1.0.0'))).toBe(true);
    const old = agent(engine, 'fake-one');
    expect(old?.config.registry?.version).toBe('1.0.0');
    expect(old?.lastError).toBeNull();
    expect(await engine.page.call.agents.test({ agent: old?.config ?? never() })).toMatchObject({ ok: true });
  });

  it('leaves the old version to a process that still runs it, until the next start', async () => {
    const it = await world([npxEntry('1.0.0')]);
    const { engine, view, server, profile } = it;
    await server.publish(PACKAGE, '1.0.0');
    await install(it);
    const { projectId } = await engine.addProject();
    const session = await engine.newSession(projectId, 'fake-one');
    expect(await engine.page.call.sessions.attach({ sessionId: session.sessionId })).toMatchObject({ ok: true });
    await server.publish(PACKAGE, '1.1.0');
    server.registry([npxEntry('1.1.0')]);
    await engine.page.call.registry.refresh({ force: true });
    await engine.page.call.registry.update({ entryId: 'fake-one' });
    await view.entry('it is updated', 'fake-one', ({ installed }) => installed?.version === '1.1.0');
    await view.noJob('fake-one');
    expect(existsSync(versionFolder(profile, '1.0.0'))).toBe(true);
    await engine.shutdown();
    await profile.start();
    await eventually('the old version is gone', () => !existsSync(versionFolder(profile, '1.0.0')));
    expect(existsSync(versionFolder(profile, '1.1.0'))).toBe(true);
  });
});

describe('removing', () => {
  it('takes the agent off the list and its files off the disk', async () => {
    const it = await world([npxEntry('1.0.0')]);
    await it.server.publish(PACKAGE, '1.0.0');
    await install(it);
    expect(await it.engine.page.call.registry.remove({ entryId: 'fake-one' })).toMatchObject({ ok: true });
    await it.engine.page.agents.until('it is gone', () => agent(it.engine, 'fake-one') === undefined);
    expect(existsSync(join(it.profile.home, 'agents', 'fake-one'))).toBe(false);
    await it.view.entry('not installed', 'fake-one', ({ installed }) => installed === null);
  });

  it('gives an agent of the catalogue back to the PATH, and an own agent of the same name is left alone', async () => {
    const claude = { ...npxEntry('1.0.0'), id: 'claude-acp', name: 'Claude Agent' };
    const it = await world([claude, npxEntry('1.0.0')]);
    const { engine } = it;
    await it.server.publish(PACKAGE, '1.0.0');
    await install(it, 'claude-acp');
    expect(agent(engine, 'claude')?.config).toMatchObject({ name: 'Claude', adapter: 'claude', command: 'node' });
    await engine.page.call.registry.remove({ entryId: 'claude-acp' });
    await engine.page.agents.until('as it ships', () => agent(engine, 'claude')?.config.command === 'claude-agent-acp');
    const own = { id: 'fake-one', name: 'My own', command: '/bin/true', args: [], env: {}, secretEnv: [] };
    await engine.page.call.agents.save({ agent: { ...own, adapter: 'generic' }, acceptPlain: false });
    await install(it);
    expect(agent(engine, 'fake-one')?.config.name).toBe('My own');
    expect(agent(engine, 'fake-one-2')?.config.registry?.id).toBe('fake-one');
  });
});

describe('a program in an archive', () => {
  /** The scripted agent behind a program of its own, packed. */
  async function archive(server: RegistryServer, script?: string): Promise<Buffer> {
    const own = join(server.folder, 'program');
    mkdirSync(own, { recursive: true });
    const agentFile = join(process.cwd(), 'tests/agents/fakeAgent.mjs');
    const runsAgent = `exec "${process.execPath}" "${agentFile}" "$@"`;
    writeFileSync(join(own, 'agent'), `#!/bin/sh\n${script ?? runsAgent}\n`, { mode: 0o644 });
    const file = join(server.folder, 'program.tar.gz');
    await tar.create({ cwd: server.folder, file, gzip: true }, ['program']);
    return readFileSync(file);
  }
  const binaryEntry = (url: string, sum?: string) => ({
    id: 'fake-bin',
    name: 'Fake program',
    version: '3.0.0',
    description: 'The scripted agent as a program',
    distribution: { binary: { [platformKey()]: { archive: url, sha256: sum, cmd: './program/agent', args: ['acp'] } } },
  });

  it('is downloaded, checked, unpacked and started', async () => {
    const it = await world([npxEntry('1.0.0')]);
    const { server, engine, profile, view } = it;
    const bytes = await archive(server);
    server.registry([binaryEntry(server.serve('/agent.tar.gz', bytes), sha256(bytes).toUpperCase())]);
    await engine.page.call.registry.refresh({ force: true });
    const { ways } = await view.entry('it is on the list', 'fake-bin', () => true);
    expect(ways).toEqual([{ kind: 'binary', missing: null, checksum: true }]);
    await install(it, 'fake-bin', 'binary');
    expect(agent(engine, 'fake-bin')?.config).toMatchObject({
      command: join(versionFolder(profile, '3.0.0', 'binary'), 'program', 'agent'),
      args: ['acp'],
    });
    await engine.page.agents.until('it is ready', () => agent(engine, 'fake-bin')?.probe !== null);
    expect(existsSync(join(profile.home, 'agents', '.work', 'archive'))).toBe(false);
  });

  it('of the very version that is installed as a package takes its place once it has answered, and not before', async () => {
    const it = await world([npxEntry('1.0.0')]);
    const { server, engine, profile, view } = it;
    const packaged = { ...npxEntry('3.0.0'), id: 'fake-bin' };
    const offer = async (script?: string): Promise<void> => {
      const bytes = await archive(server, script);
      const { binary } = binaryEntry(server.serve('/agent.tar.gz', bytes), sha256(bytes)).distribution;
      server.registry([{ ...packaged, distribution: { ...packaged.distribution, binary } }]);
      await engine.page.call.registry.refresh({ force: true });
    };
    await server.publish(PACKAGE, '3.0.0');
    await offer('exit 7');
    await install(it, 'fake-bin', 'npx');
    const folder = join(profile.home, 'agents', 'fake-bin', '3.0.0@npx');
    await engine.page.call.registry.install({ entryId: 'fake-bin', kind: 'binary' });
    const job = await view.job('it failed', 'fake-bin', ({ status }) => status === 'failed');
    expect(job).toMatchObject({ left: 'old', error: { code: 'agent.exited', exitCode: 7 } });
    expect(existsSync(versionFolder(profile, '3.0.0', 'binary'))).toBe(false);
    const old = agent(engine, 'fake-bin')?.config ?? never();
    expect(old).toMatchObject({ command: 'node', registry: { kind: 'npx' } });
    expect(await engine.page.call.agents.test({ agent: old })).toMatchObject({ ok: true });
    await engine.page.call.registry.cancel({ entryId: 'fake-bin' });
    await offer();
    await engine.page.call.registry.install({ entryId: 'fake-bin', kind: 'binary' });
    await view.entry('it is the binary', 'fake-bin', ({ installed }) => installed?.kind === 'binary');
    await view.noJob('fake-bin');
    expect(existsSync(versionFolder(profile, '3.0.0', 'binary'))).toBe(true);
    await eventually('the old kind is gone', () => !existsSync(folder));
  });

  it.each([
    [
      'its checksum is wrong',
      'install.checksumWrong',
      (server: RegistryServer, bytes: Buffer) =>
        binaryEntry(server.serve('/agent.tar.gz', bytes), sha256(Buffer.from('other'))),
    ],
    [
      'it is cut off',
      'install.downloadFailed',
      (server: RegistryServer, bytes: Buffer) =>
        binaryEntry(
          server.answer('/agent.tar.gz', (_request, response) => {
            response.writeHead(200, { 'content-length': bytes.length });
            response.write(bytes.subarray(0, 100), () => response.destroy());
          }),
        ),
    ],
    [
      'it is not there',
      'install.downloadFailed',
      (server: RegistryServer) => binaryEntry(`${server.url}/nowhere.tar.gz`),
    ],
    [
      'the server sends elsewhere',
      'install.downloadFailed',
      (server: RegistryServer) =>
        binaryEntry(
          server.answer('/agent.tar.gz', (_request, response) =>
            response.writeHead(302, { location: 'http://192.0.2.1/a.tar.gz' }).end(),
          ),
        ),
    ],
    [
      'it announces more than may be',
      'install.tooLarge',
      (server: RegistryServer) =>
        binaryEntry(
          server.answer('/agent.tar.gz', (_request, response) => {
            response.writeHead(200, { 'content-length': 2 * 1024 ** 3 });
            response.write('x');
          }),
        ),
    ],
  ] as const)('is not used when %s', async (_why, code, entryOf) => {
    const { server, engine, view, profile } = await world([npxEntry('1.0.0')]);
    server.registry([entryOf(server, await archive(server))]);
    await engine.page.call.registry.refresh({ force: true });
    await engine.page.call.registry.install({ entryId: 'fake-bin', kind: 'binary' });
    const job = await view.job('it failed', 'fake-bin', ({ status }) => status === 'failed');
    expect(job).toMatchObject({ left: 'nothing', error: { code } });
    expect(existsSync(join(profile.home, 'agents', 'fake-bin'))).toBe(false);
    expect(agent(engine, 'fake-bin')).toBeUndefined();
  });

  it('tells how far it is, and is cancelled in the middle', async () => {
    const { server, engine, view, profile } = await world([npxEntry('1.0.0')]);
    const url = server.answer('/agent.tar.gz', (_request, response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('x'.repeat(400));
    });
    server.registry([binaryEntry(url)]);
    await engine.page.call.registry.refresh({ force: true });
    await engine.page.call.registry.install({ entryId: 'fake-bin', kind: 'binary' });
    await view.job('it is on its way', 'fake-bin', ({ received, total }) => received === 400 && total === 1000);
    await engine.page.call.registry.cancel({ entryId: 'fake-bin' });
    await view.noJob('fake-bin');
    expect(existsSync(join(profile.home, 'agents', 'fake-bin'))).toBe(false);
  });
});

describe('a package of PyPI', () => {
  it('is run by uvx where that is there, and says so where it is not', async () => {
    const entry = {
      ...npxEntry('1.0.0'),
      id: 'fake-py',
      distribution: { uvx: { package: 'fake-py==1.0.0', args: ['acp'] } },
    };
    const it = await world([entry]);
    const { engine, view, profile } = it;
    await view.entry('uv is missed', 'fake-py', ({ ways }) => ways[0]?.missing === 'uv');
    const bin = join(profile.folder, 'bin');
    mkdirSync(bin);
    const agentFile = join(process.cwd(), 'tests/agents/fakeAgent.mjs');
    writeFileSync(
      join(bin, 'uvx'),
      `#!/bin/sh\necho "$@" > "${join(bin, 'argv')}"\nexec "${process.execPath}" "${agentFile}"\n`,
      { mode: 0o755 },
    );
    vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`);
    await engine.page.call.agents.detect({});
    await engine.page.call.registry.refresh({ force: true });
    await view.entry('uv is there', 'fake-py', ({ ways }) => ways[0]?.missing === null);
    await install(it, 'fake-py', 'uvx');
    expect(agent(engine, 'fake-py')?.config).toMatchObject({ command: 'uvx', args: ['fake-py==1.0.0', 'acp'] });
    expect(readFileSync(join(bin, 'argv'), 'utf8').trim()).toBe('fake-py==1.0.0 acp');
  });
});

function never(): never {
  throw new Error('there is none');
}
