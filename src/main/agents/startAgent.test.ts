import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Settings } from '@shared/settings';
import { describe, expect, it, onTestFinished } from 'vitest';
import { wallClock } from '../../../tests/agents/processHelpers';
import type { CatalogEntry } from './catalog';
import { BriefRuns } from './discovery/briefRuns';
import { ProbeFile } from './discovery/probeFile';
import { Programs } from './discovery/programs';
import { UserEnvironment } from './discovery/userEnvironment';
import { VersionQuestion } from './discovery/versionQuestion';
import type { Guard } from './guard';
import { openRunRecords } from './runRecords';
import { SecretStore } from './secretStore';
import { agentProgram, startAgent } from './startAgent';
import { StartLease } from './startLease';

const guard: Guard = { pid: undefined, add() {}, remove() {}, close: () => Promise.resolve() };
const cursor: CatalogEntry = {
  config: {
    id: 'cursor',
    name: 'Cursor',
    command: process.execPath,
    args: ['-e', ''],
    env: { PLAIN: 'plain-value', HIDDEN: 'typed-value' },
    secretEnv: ['HIDDEN'],
    adapter: 'cursor',
  },
  origin: 'catalog',
  changed: false,
};

/** A computer on which nothing but `guard` may fail. */
async function starter(watch: Guard = guard) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'signalbox-start-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const unused = (): never => expect.unreachable();
  const environment = new UserEnvironment({
    inherited: { ...process.env, FROM_SHELL_API_KEY: 'shell-value-4711' },
    ask: () => Promise.resolve({ report: { status: 'none' }, env: {}, folders: [] }),
    onChange: () => undefined,
  });
  const runs = new BriefRuns(wallClock, watch);
  const version = new VersionQuestion({ runs, cache: ProbeFile.open(home, unused), exclusively: unused });
  const records = await openRunRecords({ file: join(home, 'runs.jsonl'), onFailure: unused });
  return {
    clock: wallClock,
    guard: watch,
    records,
    home,
    demoWorkerFile: '',
    locale: () => 'en' as const,
    secrets: SecretStore.open(home, { seal: unused, unseal: unused }),
    proxy: () => Settings.parse({}).proxy,
    lease: new StartLease(),
    environment,
    programs: new Programs(environment, version),
  };
}

describe('the start of an agent', () => {
  it('that throws gives the lease of its program back', async () => {
    const add = (): void => {
      throw new Error('the guard is gone');
    };
    const options = await starter({ ...guard, add });
    await expect(startAgent(cursor, options.home, options)).rejects.toThrow('the guard is gone');
    const release = await options.lease.take(process.execPath);
    expect(release).not.toBeNull();
    release?.();
  });

  it('that fails gives it back too', async () => {
    const options = await starter();
    const gone = join(options.home, 'gone');
    expect(await startAgent(cursor, gone, options)).toMatchObject({ ok: false });
    (await options.lease.take(process.execPath))?.();
  });
});

describe('the program of an agent', () => {
  it('hides the secrets that it is started with in what it says', async () => {
    const { hide } = await agentProgram(cursor, await starter());
    expect(hide('plain-value typed-value shell-value-4711')).toBe('plain-value [redacted] [redacted]');
  });
});
