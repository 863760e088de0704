import { describe, expect, it } from 'vitest';
import { isNewer, kindsOf, parseRegistry, platformKey } from './entry';
import snapshot from './snapshot.json';

const entry = { id: 'one', name: 'One', version: '1.0.0', description: 'First', distribution: {} };
const parse = (...agents: unknown[]) => parseRegistry({ version: '1.0.0', agents }, 'linux-x86_64') ?? [];
const withNpx = (npx: unknown) => parse({ ...entry, distribution: { npx } })[0];

describe('the registry file', () => {
  it('is no registry without a list of agents', () => {
    expect(parseRegistry({ version: '1.0.0' })).toBeNull();
    expect(parseRegistry('<html>')).toBeNull();
  });

  it('drops an entry that does not fit and keeps the rest', () => {
    const bad = [null, { ...entry, id: '../evil' }, { ...entry, id: 'two', version: '../../2' }, { id: 'three' }];
    expect(parse(...bad, entry).map(({ id }) => id)).toEqual(['one']);
  });

  it('keeps the first of two entries with the same id', () => {
    expect(parse(entry, { ...entry, name: 'Another' }).map(({ name }) => name)).toEqual(['One']);
  });

  it('keeps an entry whose distribution is of an unknown kind, without it', () => {
    const [read] = parse({ ...entry, distribution: { docker: { image: 'x' }, npx: { package: 7 } } });
    expect(read && kindsOf(read)).toEqual([]);
  });

  it('takes package names of npm and nothing else as one', () => {
    for (const name of ['cline@3.0.55', '@scope/agent@1.2.3-beta.1', 'droid', '@a/b']) {
      expect(withNpx({ package: name })?.npx?.package).toBe(name);
    }
    for (const name of [
      '--global',
      '-g',
      '../x',
      'file:/etc',
      'https://x.example/a.tgz',
      'a b',
      'a@latest',
      'a;b',
      '',
    ]) {
      expect(withNpx({ package: name })?.npx).toBeUndefined();
    }
  });

  it('takes addresses over TLS only, and no installers', () => {
    const at = (archive: string) =>
      parse({ ...entry, distribution: { binary: { 'linux-x86_64': { archive, cmd: './x' } } } })[0]?.binary;
    expect(at('https://x.example/a.tar.gz')).toBeDefined();
    expect(at('http://x.example/a.tar.gz')).toBeUndefined();
    expect(at('file:///etc/passwd')).toBeUndefined();
    expect(at('https://x.example/a.dmg')).toBeUndefined();
  });

  it('offers the program of this platform only', () => {
    const binary = { 'darwin-aarch64': { archive: 'https://x.example/a.zip', cmd: 'a' } };
    expect(parse({ ...entry, distribution: { binary } })[0]?.binary).toBeUndefined();
    expect(platformKey('win32', 'x64')).toBe('windows-x86_64');
    expect(platformKey('darwin', 'arm64')).toBe('darwin-aarch64');
  });

  it('shows no site that is not on the web', () => {
    expect(parse({ ...entry, website: 'javascript:alert(1)' })[0]).toMatchObject({ id: 'one', website: undefined });
  });
});

describe('the shipped copy', () => {
  const entries = parseRegistry(snapshot) ?? [];

  it('has no entry that does not fit', () => {
    expect(entries).toHaveLength(snapshot.agents.length);
  });

  it('starts what it names by exact versions, and with the arguments of the registry', () => {
    const packaged = entries.filter(({ npx }) => npx);
    expect(packaged.length).toBeGreaterThan(20);
    for (const { npx, version } of packaged) expect(npx?.package).toMatch(new RegExp(`@${version}$`));
    expect(entries.find(({ id }) => id === 'factory-droid')?.npx).toMatchObject({
      args: ['exec', '--output-format', 'acp-daemon'],
      env: { DROID_DISABLE_AUTO_UPDATE: 'true', FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false' },
    });
  });

  it('offers no program whose archive it does not know', () => {
    expect(entries.find(({ id }) => id === 'cursor')).toMatchObject({
      website: 'https://cursor.com/docs/cli/acp',
      binary: undefined,
    });
  });
});

describe('which version is newer', () => {
  it.each([
    ['1.10.0', '1.9.9'],
    ['2026.10.01', '2026.9.30'],
    ['1.0.0', '1.0.0-beta.3'],
    ['1.0.0-beta.10', '1.0.0-beta.9'],
    ['1.0.0-beta.1', '1.0.0-beta'],
    ['1.0.1-alpha', '1.0.0'],
    ['1.0', '1.0rc1'],
    ['1.0.0.post1', '1.0.0'],
    ['1.0.1', '1.0'],
  ])('%s comes after %s, and not the other way', (newer, older) => {
    expect([isNewer(newer, older), isNewer(older, newer)]).toEqual([true, false]);
  });

  it.each([
    ['1.0.0', '1.0.0'],
    ['1.0.0+linux', '1.0.0+mac'],
    ['1.0', '1.0.0'],
    ['v1.2.3', '1.2.3'],
  ])('%s and %s are the same', (one, other) => {
    expect([isNewer(one, other), isNewer(other, one)]).toEqual([false, false]);
  });
});
