import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wallClock } from '../../../../tests/agents/processHelpers';
import type { CatalogEntry } from '../catalog';
import { agentEnvironment } from '../environment';
import type { Guard } from '../guard';
import { StartLease } from '../startLease';
import { BriefRuns } from './briefRuns';
import { cursorVersionsFolder, newestCursorVersion } from '../adapters/cursorVersions';
import { ProbeFile } from './probeFile';
import { Programs } from './programs';
import { UserEnvironment } from './userEnvironment';
import { VersionQuestion } from './versionQuestion';

const guard: Guard = { pid: undefined, add() {}, remove() {}, close: () => Promise.resolve() };
let home: string;
let runs: BriefRuns;
const caches: ProbeFile[] = [];

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'signalbox-programs-')));
  runs = new BriefRuns(wallClock, guard);
});
afterEach(async () => {
  await runs.closeAll();
  await Promise.all(caches.splice(0).map((cache) => cache.written()));
  rmSync(home, { recursive: true, force: true });
});

const cursor: CatalogEntry = {
  config: {
    id: 'cursor',
    name: 'Cursor',
    command: 'cursor-agent',
    args: ['acp'],
    env: {},
    secretEnv: [],
    adapter: 'cursor',
  },
  origin: 'catalog',
  changed: false,
};

/** A program that notes each of its starts beside itself. */
function program(path: string, does: string): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho "$@" >> "${file}.starts"\n${does}\n`, { mode: 0o755 });
  return file;
}
const startsOf = (file: string): string[] => {
  try {
    return readFileSync(`${file}.starts`, 'utf8').trimEnd().split('\n');
  } catch {
    return [];
  }
};

/** Looks as a fresh start of the app on the same profile does. */
function look(entry: CatalogEntry, folders: readonly string[], limitMs?: number) {
  const inherited = {
    HOME: home,
    PATH: [...folders.map((folder) => join(home, folder)), '/usr/bin', '/bin'].join(':'),
  };
  const environment = new UserEnvironment({
    inherited,
    ask: () => Promise.resolve({ report: { status: 'none' }, env: {}, folders: [] }),
    onChange: () => undefined,
  });
  const lease = new StartLease();
  const cache = ProbeFile.open(home, (error) => expect.unreachable(String(error)));
  caches.push(cache);
  const version = new VersionQuestion({
    runs,
    cache,
    exclusively: (executable, work) => lease.run(executable, work),
    ...(limitMs === undefined ? {} : { limitMs }),
  });
  const programs = new Programs(environment, version);
  const found = async () => {
    const program = await programs.find(entry, agentEnvironment(inherited, entry.config.env, ''));
    // The next look reads what this one wrote.
    await cache.written();
    return program;
  };
  return { found: found() };
}

describe("Cursor's program", () => {
  it('is cursor-agent before agent, wherever on the PATH they are', async () => {
    program('first/agent', 'echo 2026.10.01-abcdef0');
    const executable = program('second/cursor-agent', 'echo 2026.06.02-10-20-30-abcdef0');
    const { availability } = await look(cursor, ['first', 'second']).found;
    expect(availability).toEqual({
      status: 'found',
      executable,
      source: 'inherited',
      version: '2026.06.02-10-20-30-abcdef0',
    });
  });

  it("is never another tool's agent: that is asked for its version and not started", async () => {
    const other = program('first/agent', 'echo "grok 1.2.3"');
    const executable = program('second/agent', 'echo 2026.10.01-abcdef0');
    expect((await look(cursor, ['first', 'second']).found).command).toBe(executable);

    const found = await look(cursor, ['first']).found;
    expect(found.availability).toMatchObject({
      status: 'missing',
      command: 'cursor-agent',
      alsoTried: ['agent'],
      rejected: [{ executable: other, said: 'grok 1.2.3', late: false }],
    });
    expect(found.missing).toMatchObject({ code: 'agent.notFound', command: 'cursor-agent', alsoTried: ['agent'] });
    expect(startsOf(other)).toEqual(['--version']);
    // Also where the person wrote that name.
    const named = { ...cursor, config: { ...cursor.config, command: 'agent' } };
    expect((await look(named, ['first']).found).missing?.code).toBe('agent.notFound');
  });

  it('may call its version by the day alone, which is not enough of a name that others have', async () => {
    const other = program('first/agent', 'echo 2026.10.01');
    expect((await look(cursor, ['first']).found).availability).toMatchObject({
      status: 'missing',
      rejected: [{ executable: other, said: '2026.10.01' }],
    });
    expect(startsOf(other)).toEqual(['--version']);
    // What says so, what is its own name, and what the installer's link leads to, are.
    const says = program('second/agent', 'echo cursor-agent 2026.10.01');
    const own = program('third/cursor-agent', 'echo 2026.10.02');
    const target = program('share/cursor-agent/versions/2026.10.03/agent.sh', 'echo 2026.10.03');
    mkdirSync(join(home, 'fourth'));
    symlinkSync(target, join(home, 'fourth/agent'));
    const found = [];
    for (const folder of ['second', 'third', 'fourth']) {
      found.push((await look(cursor, ['first', folder]).found).availability);
    }
    expect(found).toMatchObject([
      { status: 'found', executable: says, version: '2026.10.01' },
      { status: 'found', executable: own, version: '2026.10.02' },
      { status: 'found', executable: join(home, 'fourth/agent'), version: '2026.10.03' },
    ]);
  });

  it('is asked once for each state of its file', async () => {
    const executable = program('bin/cursor-agent', 'echo 2026.10.01-abcdef0');
    await look(cursor, ['bin']).found;
    await look(cursor, ['bin']).found;
    expect(startsOf(executable)).toEqual(['--version']);
    appendFileSync(executable, '# updated\n');
    utimesSync(executable, new Date(), new Date(Date.now() + 5000));
    await look(cursor, ['bin']).found;
    expect(startsOf(executable)).toEqual(['--version', '--version']);
  });

  it('is taken by its own name where it does not answer in time, and asked again', async () => {
    const executable = program('bin/cursor-agent', 'sleep 60');
    for (const times of [1, 2]) {
      const { availability, command, missing } = await look(cursor, ['bin'], 200).found;
      expect(availability).toMatchObject({ status: 'found', executable, version: null });
      expect({ command, missing }).toEqual({ command: executable, missing: null });
      expect(startsOf(executable)).toHaveLength(times);
    }
  });

  it('is never taken by the name that others have too, where that does not answer in time', async () => {
    const executable = program('bin/agent', 'sleep 60');
    const slow = await look(cursor, ['bin'], 200).found;
    expect(slow.availability).toMatchObject({ status: 'missing', rejected: [{ executable, said: '', late: true }] });
    // Which is told as what it is.
    expect(slow.missing).toEqual({ code: 'agent.programSilent', path: executable, seconds: 0.2 });
    await look(cursor, ['bin'], 200).found;
    expect(startsOf(executable)).toHaveLength(2);
  });

  it('is not one of its own name that cannot be started or says something else', async () => {
    program('bin/cursor-agent', 'echo "cursor themes 1.2"');
    expect((await look(cursor, ['bin']).found).availability).toMatchObject({ status: 'missing' });
  });

  it('that is another has no secret of its environment in what is kept and shown of its answer', async () => {
    program('bin/agent', 'echo "grok 1.2 for $GROK_API_KEY, $OTHER"');
    const env = { GROK_API_KEY: 'named-secret', OTHER: 'typed-secret' };
    const entry = { ...cursor, config: { ...cursor.config, env, secretEnv: ['OTHER'] } };
    const { availability } = await look(entry, ['bin']).found;
    expect(availability).toMatchObject({ rejected: [{ said: 'grok 1.2 for [redacted], [redacted]' }] });
    expect(readFileSync(join(home, 'agents-probe.json'), 'utf8')).not.toMatch(/named-secret|typed-secret/);
  });

  it('is asked for its version also where the person gave its path, and is not started where it is another tool', async () => {
    const at = (command: string) => ({ ...cursor, config: { ...cursor.config, command } });
    const whole = program('own/agent', 'echo 2026.10.01-abcdef0');
    expect((await look(at(whole), []).found).availability).toEqual({
      status: 'found',
      executable: whole,
      source: 'configured',
      version: '2026.10.01-abcdef0',
    });
    const other = program('other/agent', 'echo grok 1.2.3');
    const found = await look(at(other), []).found;
    expect(found.availability).toMatchObject({
      status: 'missing',
      command: other,
      rejected: [{ executable: other, said: 'grok 1.2.3', late: false }],
    });
    expect(found.missing).not.toBeNull();
    // The person pointed at it, so one that does not answer is not kept from them.
    const slow = program('slow/agent', 'sleep 60');
    expect((await look(at(slow), [], 200).found).availability).toMatchObject({ status: 'found', version: null });
  });

  it('is a wrapper that the person gave, unasked', async () => {
    const executable = program('own/wrapper', 'echo no version');
    const own = { ...cursor, config: { ...cursor.config, command: executable } };
    expect((await look(own, []).found).availability).toEqual({
      status: 'found',
      executable,
      source: 'configured',
      version: null,
    });
    expect(startsOf(executable)).toEqual([]);
  });

  it('is found in ~/.local/bin and else in the newest whole version, when the PATH has none', async () => {
    const versions = '.local/share/cursor-agent/versions';
    const whole = (version: string): string => {
      program(`${versions}/${version}/node`, '');
      writeFileSync(join(home, versions, version, 'index.js'), '//');
      return program(`${versions}/${version}/cursor-agent`, `echo ${version}`);
    };
    whole('2026.06.02-abcdef0');
    const newest = whole('2026.06.02-09-00-00-abcdef0');
    // A download that was cut short.
    program(`${versions}/2026.09.09-abcdef0/cursor-agent`, '');
    mkdirSync(join(home, versions, '.tmp-2026.10.01'));
    expect((await look(cursor, []).found).availability).toEqual({
      status: 'found',
      executable: newest,
      source: 'versions',
      version: '2026.06.02-09-00-00-abcdef0',
    });
    expect(startsOf(newest)).toEqual([]);

    const local = program('.local/bin/agent', 'echo 2026.01.01-abcdef0');
    expect((await look(cursor, []).found).command).toBe(local);
  });

  it("is on Windows the newest version's own node with its script", () => {
    const folder = join(home, 'cursor-agent/versions');
    program('cursor-agent/versions/2026.05.05-abcdef0/node.exe', '');
    writeFileSync(join(folder, '2026.05.05-abcdef0/index.js'), '//');
    program('cursor-agent/versions/2026.10.01-abcdef0/node.exe', '');
    writeFileSync(join(folder, '2026.10.01-abcdef0/index.js'), '');
    expect(newestCursorVersion(folder, 'win32')).toEqual({
      version: '2026.05.05-abcdef0',
      executable: join(folder, '2026.05.05-abcdef0/node.exe'),
      args: [join(folder, '2026.05.05-abcdef0/index.js')],
    });
    expect(cursorVersionsFolder({ LOCALAPPDATA: 'C:\\L' }, 'win32')).toBe('C:\\L\\cursor-agent\\versions');
  });
});

describe('the program of another agent', () => {
  const other = (command: string, env: Record<string, string> = {}): CatalogEntry => ({
    config: { id: 'x', name: 'X', command, args: [], env, secretEnv: [], adapter: 'generic' },
    origin: 'custom',
    changed: false,
  });

  it('is told with where it was found', async () => {
    const own = program('own/x', '');
    expect((await look(other('x'), ['own']).found).availability).toMatchObject({
      executable: own,
      source: 'inherited',
    });
    const inEnv = other('x', { PATH: join(home, 'own') });
    expect((await look(inEnv, []).found).availability).toMatchObject({ executable: own, source: 'agent' });
    const wellKnown = program('.cargo/bin/x', '');
    expect((await look(other('x'), []).found).availability).toMatchObject({
      executable: wellKnown,
      source: 'wellKnown',
    });
  });

  it('that is there but may not be run is said to be so', async () => {
    const file = program('own/x', '');
    writeFileSync(join(home, 'plain'), '');
    expect((await look(other(join(home, 'plain')), []).found).missing).toEqual({
      code: 'agent.notExecutable',
      command: join(home, 'plain'),
    });
    expect((await look(other(file), []).found).missing).toBeNull();
  });
});
