import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as tar from 'tar';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { AppFailure } from '@shared/errors';
import { entriesZip, type ZipEntry } from '../../../../tests/support/zipFile';
import { unpack } from './unpack';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-unpack-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** More than one chunk of a stream. */
const LONG = Array.from({ length: 40_000 }, (_, index) => `${index};`).join('');

const limits = { bytes: 1024 * 1024, entries: 100 };
const run = (file: string, options: { url?: string; cmd?: string; limits?: typeof limits } = {}) =>
  unpack(file, {
    url: options.url ?? `https://x.example/${file.split('/').at(-1)}`,
    cmd: options.cmd ?? './bin/agent',
    into: join(folder, 'out'),
    limits: options.limits ?? limits,
    signal: new AbortController().signal,
  });
/** The error's code, and that nothing was written beside the folder. */
async function refusal(unpacking: Promise<string>): Promise<string> {
  const thrown = await unpacking.then(
    () => null,
    (error: unknown) => error,
  );
  expect(readdirSync(folder).filter((name) => name.startsWith('evil'))).toEqual([]);
  if (!(thrown instanceof AppFailure)) throw new Error(`no refusal: ${String(thrown)}`);
  return thrown.error.code;
}

const write = (name: string, bytes: Buffer): string => {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
};

/** A tar of entries as they are, however wrong. */
function rawTar(
  entries: readonly { path: string; type?: tar.HeaderData['type']; linkpath?: string; text?: string; mode?: number }[],
): Buffer {
  const blocks = entries.flatMap(({ path, type = 'File', linkpath = '', text = '', mode = 0o644 }) => {
    const header = new tar.Header({
      path,
      type,
      linkpath,
      mode,
      size: Buffer.byteLength(text),
      mtime: new Date(0),
    });
    const block = Buffer.alloc(512);
    header.encode(block, 0);
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
    body.write(text);
    return [block, body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** A good folder: a program without its run bit, a file with one, a link inside. */
function goodFolder(): string {
  const own = join(folder, 'good');
  mkdirSync(join(own, 'bin'), { recursive: true });
  writeFileSync(join(own, 'bin', 'agent'), 'program', { mode: 0o644 });
  writeFileSync(join(own, 'bin', 'helper'), 'helper', { mode: 0o755 });
  symlinkSync('helper', join(own, 'bin', 'other'));
  return own;
}

const GOOD = { path: join('bin', 'agent'), text: 'program', runs: true, helperRuns: true, link: 'helper' };

/** The good folder as `tar -c bin | bzip2` packs it: Node cannot. */
const GOOD_BZIP2 =
  'QlpoOTFBWSZTWWBZtEAAALz7gMmAIABAAP+AAZRy594ABYggAJKGoxQGhoGgA0NASU1E8Semp6mhkBkND1K+tXF1JEk9aPZIVkUhIw3wiYO4TAo0GQ8I' +
  'gkOAHXBIGDyFhx2AkscebQBFuTlfF1JgjapDCG6WSIGUa0C0JQF7XAYQ9+ep8CWOYMymZ0Gqh8BqR+qNoPCd9Q0qFKquQIP4u5IpwoSDAs2iAA==';

/** What became of the good folder. */
function unpacked(program: string): typeof GOOD {
  const out = join(folder, 'out');
  const runs = (path: string): boolean => (lstatSync(path).mode & 0o111) !== 0;
  return {
    path: relative(out, program),
    text: readFileSync(program, 'utf8'),
    runs: runs(program),
    helperRuns: runs(join(out, 'bin', 'helper')),
    link: readFileSync(join(out, 'bin', 'other'), 'utf8'),
  };
}

describe('a good archive', () => {
  it.each(['agent.tar.gz', 'agent.tgz'])('is unpacked from %s with its links and run bits', async (name) => {
    const file = join(folder, name);
    await tar.create({ cwd: goodFolder(), file, gzip: true }, ['bin']);
    expect(unpacked(await run(file))).toEqual(GOOD);
  });

  it.each(['agent.tar.bz2', 'agent.tbz2'])('is unpacked from %s', async (name) => {
    expect(unpacked(await run(write(name, Buffer.from(GOOD_BZIP2, 'base64'))))).toEqual(GOOD);
  });

  it('is unpacked from .zip', async () => {
    const entries: ZipEntry[] = [
      { name: 'bin/', mode: 0o040755, text: '' },
      { name: 'bin/agent', mode: 0o100644, text: 'program' },
      { name: 'bin/helper', mode: 0o100755, text: 'helper' },
      { name: 'bin/other', mode: 0o120777, text: 'helper' },
      { name: 'data', mode: 0o100644, text: LONG },
    ];
    expect(unpacked(await run(write('agent.zip', entriesZip(entries))))).toEqual(GOOD);
    expect(readFileSync(join(folder, 'out', 'data'), 'utf8')).toBe(LONG);
  });

  it('can be the program itself', async () => {
    const program = await run(write('sigit-linux-amd64', Buffer.from('program')), { cmd: './sigit-linux-amd64' });
    expect(readFileSync(program, 'utf8')).toBe('program');
    expect(lstatSync(program).mode & 0o111).not.toBe(0);
  });

  it('may name its program with backslashes, as entries for Windows do', async () => {
    const file = join(folder, 'agent.tgz');
    await tar.create({ cwd: goodFolder(), file, gzip: true }, ['bin']);
    expect(unpacked(await run(file, { cmd: '.\\bin\\agent' }))).toEqual(GOOD);
  });
});

describe('an archive that would write elsewhere is refused whole', () => {
  const paths = ['../evil', 'a/../../evil', '/tmp/evil', 'C:\\evil', '..\\evil', 'a\\..\\..\\evil'];

  it.each(paths)('tar with the path %s', async (path) => {
    const archive = rawTar([
      { path, text: 'x' },
      { path: 'bin/agent', text: 'program' },
    ]);
    expect(await refusal(run(write('a.tar.gz', gzipSync(archive))))).toBe('install.archiveRefused');
  });

  it.each(paths)('zip with the path %s', async (name) => {
    const code = await refusal(run(write('a.zip', entriesZip([{ name, mode: 0o100644, text: 'x' }]))));
    // yauzl knows some of these itself.
    expect(['install.archiveRefused', 'install.archiveBroken']).toContain(code);
  });

  it.each([
    ['SymbolicLink', '../..'],
    ['SymbolicLink', '/etc'],
    ['SymbolicLink', 'C:\\Windows'],
    ['Link', '../../evil'],
    ['Link', '/etc/passwd'],
  ] as const)('tar with a %s to %s', async (type, linkpath) => {
    const archive = rawTar([
      { path: 'bin/link', type, linkpath },
      { path: 'bin/link/evil', text: 'x' },
    ]);
    expect(await refusal(run(write('a.tar.gz', gzipSync(archive))))).toBe('install.archiveRefused');
  });

  it.each(['../..', '/etc', 'C:\\Windows'])('zip with a link to %s', async (text) => {
    const entries: ZipEntry[] = [{ name: 'bin/link', mode: 0o120777, text }];
    expect(await refusal(run(write('a.zip', entriesZip(entries))))).toBe('install.archiveRefused');
  });

  it('tar with links that only together lead out', async () => {
    const archive = rawTar([
      { path: 'a/b/root', type: 'SymbolicLink', linkpath: '../..' },
      { path: 'up', type: 'SymbolicLink', linkpath: 'a/b/root/..' },
      { path: 'bin/agent', text: 'program' },
    ]);
    expect(await refusal(run(write('a.tar.gz', gzipSync(archive))))).toBe('install.archiveRefused');
  });

  it.each(['CharacterDevice', 'BlockDevice', 'FIFO'] as const)('tar with a %s', async (type) => {
    const archive = rawTar([
      { path: 'dev', type },
      { path: 'bin/agent', text: 'program' },
    ]);
    expect(await refusal(run(write('a.tar.gz', gzipSync(archive))))).toBe('install.archiveRefused');
  });

  it('zip with a device', async () => {
    const entries: ZipEntry[] = [{ name: 'dev', mode: 0o020666, text: '' }];
    expect(await refusal(run(write('a.zip', entriesZip(entries))))).toBe('install.archiveRefused');
  });

  it('where the program would be outside', async () => {
    const file = join(folder, 'agent.tgz');
    await tar.create({ cwd: goodFolder(), file, gzip: true }, ['bin']);
    expect(await refusal(run(file, { cmd: '../good/bin/agent' }))).toBe('install.archiveRefused');
  });
});

describe('an archive is not used', () => {
  it('when it is cut off', async () => {
    const file = write('a.tar.gz', gzipSync(rawTar([{ path: 'bin/agent', text: 'x'.repeat(50_000) }])));
    truncateSync(file, 60);
    expect(await refusal(run(file))).toBe('install.archiveBroken');
  });

  it('when a zip is cut off or damaged', async () => {
    const whole = entriesZip([{ name: 'bin/agent', mode: 0o100755, text: 'program' }]);
    expect(await refusal(run(write('a.zip', whole.subarray(0, 40))))).toBe('install.archiveBroken');
    const damaged = Buffer.from(whole);
    damaged.write('PROGRAM', whole.indexOf('program'));
    expect(await refusal(run(write('b.zip', damaged)))).toBe('install.archiveBroken');
    const packed = entriesZip([{ name: 'bin/agent', mode: 0o100755, text: LONG }]);
    packed.fill(0xff, 1000, 1200);
    expect(await refusal(run(write('c.zip', packed)))).toBe('install.archiveBroken');
  });

  it('when it holds more than may be', async () => {
    const text = 'x'.repeat(2000);
    const small = { bytes: 1000, entries: 100 };
    const tarred = write('a.tar.gz', gzipSync(rawTar([{ path: 'bin/agent', text }])));
    expect(await refusal(run(tarred, { limits: small }))).toBe('install.tooLarge');
    const zipped = write('a.zip', entriesZip([{ name: 'bin/agent', mode: 0o100755, text }]));
    expect(await refusal(run(zipped, { limits: small }))).toBe('install.tooLarge');
  });

  it('when it has no such program', async () => {
    const file = write('a.tar.gz', gzipSync(rawTar([{ path: 'bin/other', text: 'program' }])));
    expect(await refusal(run(file))).toBe('install.commandMissing');
  });
});
