import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { FileFinder } from '../../../src/main/projects/fileIndex/fileFinder';
import { ManualClock, temporaryFolder } from '../../../src/main/store/testStore';
import { bundle } from '../../support/engine/bundle';
import { engineWithSession } from '../../support/engine/testEngine';

const worker = () => bundle('src/main/projects/fileIndex/fileIndexWorker.ts');

/** Known to git without lying on the disk, which would take longer than the test. */
function repositoryOf(count: number): string {
  const folder = temporaryFolder();
  const git = (args: string[], input?: string) =>
    execFileSync('git', ['-C', folder, ...args], { input, stdio: ['pipe', 'pipe', 'ignore'] });
  git(['init', '-q']);
  const paths = Array.from({ length: count }, (_, at) => `part${at % 211}/room${at % 37}/thing${at}.ts`);
  const empty = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';
  git(['update-index', '-z', '--index-info'], paths.map((path) => `100644 ${empty}\t${path}\0`).join(''));
  git(['update-index', '-z', '--skip-worktree', '--stdin'], paths.join('\0'));
  return folder;
}

/** A git that says nothing while it is shut. */
function slowGit(): { path: string; shut: () => void; open: () => void } {
  const folder = temporaryFolder();
  const file = join(folder, 'shut');
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const script = `#!/bin/sh\nwhile [ -e '${file}' ]; do sleep 0.1; done\nexec '${real}' "$@"\n`;
  writeFileSync(join(folder, 'git'), script, { mode: 0o755 });
  const path = `${folder}:${process.env['PATH'] ?? ''}`;
  return { path, shut: () => writeFileSync(file, ''), open: () => rmSync(file) };
}

/** How often this thread came round to other work until it was done. */
async function turnsUntil(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  const goOn = (): void => {
    turns += 1;
    next = setImmediate(goOn);
  };
  let next = setImmediate(goOn);
  await work;
  clearImmediate(next);
  return turns;
}

it('finds among 100,000 files while the engine goes on with its work, and waits for git once', async () => {
  const root = repositoryOf(100_000);
  const clock = new ManualClock();
  const git = slowGit();
  const environment = () => Promise.resolve({ ...process.env, PATH: git.path });
  const finder = new FileFinder({ workerFile: await worker(), clock, environment });
  onTestFinished(() => finder.close());
  for (const text of ['', 't', 'th', 'thing', 'thing99999', 'room5thing4242']) {
    const finding = finder.find({ root, text, limit: 50 });
    // For the first letter the list is prepared, which takes long.
    if (text === 't') expect(await turnsUntil(finding)).toBeGreaterThan(100);
    const found = await finding;
    expect(found.ok && found.value.paths.length).toBeGreaterThan(0);
    if (text === 'thing99999') expect(found.ok && found.value.paths[0]).toMatch(/thing99999\.ts$/);
    // Every later one is a search only; what git says of the files by now comes when it comes.
    if (text === '') git.shut();
  }
  git.open();

  clock.advance(60_000);
  expect(finder.isRunning).toBe(false);
  expect((await finder.find({ root, text: 'thing7', limit: 1 })).ok).toBe(true);
}, 60_000);

it('finds files and folders of a session’s project, and describes those that were dropped', async () => {
  const { engine, session, projectId, cwd, profile } = await engineWithSession({ fileWorkerFile: await worker() });
  mkdirSync(join(cwd, 'lib'));
  writeFileSync(join(cwd, 'lib', 'a b.ts'), '');
  const outside = join(profile.folder, 'notes.md');
  writeFileSync(outside, '');
  const entry = (path: string, name: string, isFolder: boolean) => ({
    kind: 'path',
    path,
    uri: pathToFileURL(path).href,
    name,
    isFolder,
  });
  const file = entry(join(cwd, 'lib', 'a b.ts'), 'lib/a b.ts', false);
  const folder = entry(join(cwd, 'lib'), 'lib', true);
  const { files } = engine.page.call;
  const { sessionId } = session;
  const found = await files.find({ of: { sessionId }, text: 'ab', limit: 10 });
  expect(found).toEqual({ ok: true, value: { files: [file], total: 1, isCut: false } });
  const top = await files.find({ of: { projectId }, text: '', limit: 1 });
  expect(top).toMatchObject({ value: { files: [folder], total: 2 } });
  const gone = join(cwd, 'gone.ts');
  expect(await files.describe({ of: { sessionId }, paths: [outside, gone, 'lib', join(cwd, 'lib')] })).toEqual({
    ok: true,
    value: [entry(outside, 'notes.md', false), folder],
  });
  expect(await files.find({ of: { sessionId: 'nobody' }, text: '', limit: 1 })).toMatchObject({ ok: false });
});
