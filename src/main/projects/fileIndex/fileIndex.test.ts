import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FileIndex } from './fileIndex';
import { listFiles } from './listFiles';
import { walkFiles } from './walkFiles';

const NO_GIT = { PATH: '' };

function folderWith(files: Record<string, string>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'signalbox-files-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  write(folder, files);
  return folder;
}
function write(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { encoding: 'utf8' });
const listed = async (root: string, env: NodeJS.ProcessEnv = process.env): Promise<string[]> =>
  (await listFiles(root, env)).files.toSorted();

describe('the files of a project', () => {
  it('are with git those that it tracks and those that it does not ignore, without those that were deleted', async () => {
    const folder = folderWith({ '.gitignore': 'dist/\n*.log\n', 'src/a b.ts': '', 'src/ä.ts': '', 'gone.ts': '' });
    git(folder, 'init', '-q');
    git(folder, 'add', '.');
    write(folder, { 'new.ts': '', 'dist/out.js': '', 'x.log': '', 'node_modules/x/index.js': '' });
    rmSync(join(folder, 'gone.ts'));
    write(folder, { '.git/info/exclude': 'node_modules\n' });
    expect(await listed(folder)).toEqual(['.gitignore', 'new.ts', 'src/a b.ts', 'src/ä.ts']);
    expect(await listed(join(folder, 'src'))).toEqual(['a b.ts', 'ä.ts']);
  });

  it('are without git all but what .gitignore files name, node_modules and the like', async () => {
    const folder = folderWith({
      '.gitignore': '*.log\n/build\n',
      'a.ts': '',
      'x.log': '',
      'build/a.js': '',
      'lib/build/b.js': '',
      'lib/.gitignore': '!keep.log\ntmp/\n',
      'lib/keep.log': '',
      'lib/tmp/c.ts': '',
      'node_modules/y/index.js': '',
    });
    symlinkSync(tmpdir(), join(folder, 'link'));
    const found = ['.gitignore', 'a.ts', 'lib/.gitignore', 'lib/build/b.js', 'lib/keep.log', 'link'];
    expect(await listed(folder, NO_GIT)).toEqual(found);
    // There is git, but this is no repository.
    expect(await listed(folder)).toEqual(found);
  });

  it('are found also where the folder lies inside a repository that ignores it', async () => {
    const folder = folderWith({ '.gitignore': 'scratch/\n', 'scratch/a.ts': '' });
    git(folder, 'init', '-q');
    expect(await listed(join(folder, 'scratch'))).toEqual(['a.ts']);
  });

  it('are listed without running what a repository’s configuration names', async () => {
    const folder = folderWith({ 'a.ts': '', 'hook.sh': '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n' });
    git(folder, 'init', '-q');
    git(folder, 'add', '.');
    execFileSync('chmod', ['+x', join(folder, 'hook.sh')]);
    git(folder, 'config', 'core.fsmonitor', join(folder, 'hook.sh'));
    expect(await listed(folder)).toEqual(['a.ts', 'hook.sh']);
    expect(existsSync(join(folder, 'ran'))).toBe(false);
    // It would have: else this proves nothing.
    git(folder, 'ls-files', '--others');
    git(folder, 'status');
    expect(existsSync(join(folder, 'ran'))).toBe(true);
  });

  it('are cut off where there are too many', async () => {
    const folder = folderWith({ 'a/b/c.ts': '', 'a.ts': '', 'b.ts': '' });
    expect(await walkFiles(folder, 2)).toEqual({ files: ['a.ts', 'b.ts'], isCut: true });
  });
});

describe('the search', () => {
  const files = ['src/composer/variant.ts', 'src/composer/Composer.tsx', 'src/main/composeEngine.ts', 'README.md'];
  const index = (list = () => Promise.resolve({ files, isCut: false }), now = () => 0) => new FileIndex(now, {}, list);
  const find = async (of: FileIndex, text: string): Promise<string[]> =>
    (await of.find({ root: '/x', text, limit: 3 })).paths;

  it('puts what is named so before what lies below it, and finds folders too', async () => {
    // In alphabetical order, and by fuzzysort alone, variant.ts comes before Composer.tsx.
    expect(await find(index(), 'composer')).toEqual([
      'src/composer/',
      'src/composer/Composer.tsx',
      'src/composer/variant.ts',
    ]);
    expect(await find(index(), 'srcmain/')).toContain('src/main/');
    expect((await find(index(), 'rdme'))[0]).toBe('README.md');
    expect(await find(index(), 'nowhere')).toEqual([]);
  });

  it('puts those that fit equally well in the order of their names', async () => {
    const many = Array.from({ length: 12 }, (_, at) => `src/apple${(at * 5) % 12}.ts`);
    const found = await index(() => Promise.resolve({ files: many, isCut: false })).find({
      root: '/x',
      text: 'apple',
      limit: 20,
    });
    expect(found.paths).toEqual(Array.from({ length: 12 }, (_, at) => `src/apple${at}.ts`));
  });

  it('gives without a text what lies at the top', async () => {
    expect(await find(index(), '')).toEqual(['README.md', 'src/', 'src/composer/']);
  });

  it('answers from the list that it has and makes it anew when that is old', async () => {
    let now = 0;
    const lists = [['a.ts'], ['a.ts', 'b.ts']];
    const made: Promise<unknown>[] = [];
    const list = (): Promise<{ files: string[]; isCut: boolean }> => {
      const listing = Promise.resolve({ files: lists.shift() ?? [], isCut: false });
      made.push(listing);
      return listing;
    };
    const young = index(list, () => now);
    expect(await find(young, 'b')).toEqual([]);
    now = 1000;
    expect(await find(young, 'b')).toEqual([]);
    expect(made).toHaveLength(1);
    now = 10_000;
    expect(await find(young, 'b')).toEqual([]);
    await Promise.all(made);
    await new Promise(setImmediate);
    expect(await find(young, 'b')).toEqual(['b.ts']);
  });
});
