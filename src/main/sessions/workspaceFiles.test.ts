import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTextFile, resolveInside, writeTextFile } from './workspaceFiles';

let base: string;
let root: string;
let outside: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'signalbox-files-')));
  root = join(base, 'project');
  outside = join(base, 'outside');
  mkdirSync(root);
  mkdirSync(outside);
  writeFileSync(join(outside, 'secret'), 'secret');
});

afterEach(() => rmSync(base, { recursive: true }));

const errorCode = (result: { ok: true } | { ok: false; error: { code: string } }): string =>
  result.ok ? 'ok' : result.error.code;

describe('reading a file for an agent', () => {
  it('answers the whole text with its line ends and byte order mark', async () => {
    const path = join(root, 'a.txt');
    writeFileSync(path, '\uFEFFone\r\ntwo\n');
    expect(await readTextFile([root], { path })).toEqual({ ok: true, value: '\uFEFFone\r\ntwo\n' });
  });

  it.each([
    [1, 2, 'one\ntwo\n'],
    [2, 1, 'two\n'],
    [3, 9, 'three'],
    [2, null, 'two\nthree'],
    [0, 1, 'one\n'],
    [4, 1, ''],
    [1, 0, ''],
  ])('from line %s takes %s lines', async (line, limit, expected) => {
    const path = join(root, 'lines');
    writeFileSync(path, 'one\ntwo\nthree');
    expect(await readTextFile([root], { path, line, limit })).toEqual({ ok: true, value: expected });
  });

  it('reads by way of a link that stays inside, and of a root that is itself a link', async () => {
    writeFileSync(join(root, 'real'), 'text');
    symlinkSync('real', join(root, 'link'));
    symlinkSync(root, join(base, 'alias'));
    const alias = join(base, 'alias');
    expect(await readTextFile([alias], { path: join(alias, 'link') })).toEqual({ ok: true, value: 'text' });
    expect(await readTextFile([alias], { path: join(root, 'link') })).toEqual({ ok: true, value: 'text' });
  });

  it('refuses whatever leads out: other folders, .., links to files and folders, relative paths and NUL', async () => {
    symlinkSync(join(outside, 'secret'), join(root, 'fileLink'));
    symlinkSync(outside, join(root, 'folderLink'));
    mkdirSync(join(base, 'project-twin'));
    writeFileSync(join(base, 'project-twin', 'a'), '');
    const paths = [
      join(outside, 'secret'),
      `${root}/../outside/secret`,
      `${root}/x/../a`,
      join(root, 'fileLink'),
      join(root, 'folderLink', 'secret'),
      join(base, 'project-twin', 'a'),
      relative(process.cwd(), join(root, 'a')),
      'a',
      '',
      `${root}/a\0b`,
      '/proc/self/environ',
    ];
    for (const path of paths) {
      expect([path, errorCode(await readTextFile([root], { path }))]).toEqual([path, 'file.outsideRoots']);
    }
    expect(errorCode(await readTextFile([], { path: join(root, 'a') }))).toBe('file.outsideRoots');
  });

  it('does not wait for ever on a FIFO, and refuses folders', async () => {
    execFileSync('mkfifo', [join(root, 'fifo')]);
    expect(errorCode(await readTextFile([root], { path: join(root, 'fifo') }))).toBe('file.notRegular');
    expect(errorCode(await writeTextFile([root], { path: join(root, 'fifo'), content: '' }))).toBe('file.notRegular');
    expect(errorCode(await readTextFile([root], { path: root }))).toBe('file.notRegular');
    expect(errorCode(await readTextFile([root], { path: join(root, 'fifo', 'x') }))).toBe('file.notRegular');
  });

  it('says what is missing, too large or not text', async () => {
    expect(errorCode(await readTextFile([root], { path: join(root, 'none') }))).toBe('file.notFound');
    const large = join(root, 'large');
    writeFileSync(large, Buffer.alloc(10 * 1024 * 1024 + 1, 'a'));
    expect(await readTextFile([root], { path: large, line: 1, limit: 1 })).toEqual({
      ok: false,
      error: { code: 'file.tooLarge', path: large, bytes: 10 * 1024 * 1024 + 1, limit: 10 * 1024 * 1024 },
    });
    writeFileSync(join(root, 'binary'), Buffer.from([0xff, 0xfe, 0x00]));
    expect(errorCode(await readTextFile([root], { path: join(root, 'binary') }))).toBe('file.failed');
  });

  it('never reads outside while a folder is swapped for a link again and again', async () => {
    const folder = join(root, 'folder');
    mkdirSync(folder);
    writeFileSync(join(folder, 'secret'), 'mine');
    const stop = new AbortController();
    const swapper = (async () => {
      while (!stop.signal.aborted) {
        await rename(folder, join(root, 'aside'));
        await symlink(outside, folder).catch(() => undefined);
        // A write may make the folder anew meanwhile.
        for (let back = false; !back;) {
          // … or put something into it while it is being emptied.
          await rm(folder, { recursive: true, force: true }).catch(() => undefined);
          back = await rename(join(root, 'aside'), folder).then(
            () => true,
            () => false,
          );
        }
      }
    })();
    const seen = new Set<string>();
    for (let i = 0; i < 300; i += 1) {
      const result = await readTextFile([root], { path: join(folder, 'secret') });
      if (result.ok) seen.add(result.value);
      await writeTextFile([root], { path: join(folder, 'secret'), content: 'mine' });
    }
    stop.abort();
    await swapper;
    expect(seen).not.toContain('secret');
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret');
  });
});

describe('writing a file for an agent', () => {
  it('makes a file and the folders above it', async () => {
    const path = join(root, 'new', 'deep', 'file.txt');
    expect(await writeTextFile([root], { path, content: 'grüße 你好' })).toEqual({ ok: true, value: null });
    expect(readFileSync(path, 'utf8')).toBe('grüße 你好');
  });

  it('replaces the whole content and keeps mode and inode', async () => {
    const path = join(root, 'script');
    writeFileSync(path, 'a much longer text', { mode: 0o755 });
    const before = statSync(path);
    await writeTextFile([root], { path, content: 'short' });
    expect(readFileSync(path, 'utf8')).toBe('short');
    expect([statSync(path).mode, statSync(path).ino]).toEqual([before.mode, before.ino]);
  });

  it('writes through a link that stays inside and keeps the link', async () => {
    writeFileSync(join(root, 'real'), '');
    symlinkSync('real', join(root, 'link'));
    await writeTextFile([root], { path: join(root, 'link'), content: 'x' });
    expect(readFileSync(join(root, 'real'), 'utf8')).toBe('x');
  });

  it('refuses links that lead out, also those whose target does not exist yet', async () => {
    symlinkSync(join(outside, 'planted'), join(root, 'dangling'));
    symlinkSync(outside, join(root, 'folderLink'));
    symlinkSync(join(outside, 'later'), join(root, 'danglingFolder'));
    symlinkSync('loop', join(root, 'loop'));
    for (const name of ['dangling', 'folderLink/planted', 'danglingFolder/planted', 'loop', 'loop/x']) {
      const result = await writeTextFile([root], { path: join(root, name), content: 'x' });
      expect([name, errorCode(result)]).toEqual([name, 'file.outsideRoots']);
    }
    expect(() => statSync(join(outside, 'planted'))).toThrow('ENOENT');
    expect(() => statSync(join(outside, 'later'))).toThrow('ENOENT');
  });
});

describe('resolving a path inside the roots', () => {
  it('takes any of several roots and answers the real path, of files to come too', async () => {
    symlinkSync(root, join(base, 'alias'));
    expect(await resolveInside([root, outside], join(outside, 'secret'))).toEqual({
      ok: true,
      value: join(outside, 'secret'),
    });
    expect(await resolveInside([root], join(base, 'alias', 'a', 'b.png'))).toEqual({
      ok: true,
      value: join(root, 'a', 'b.png'),
    });
  });
});
