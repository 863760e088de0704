import { mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, testStore, valueOf } from '../store/testStore';
import { gitBranch } from './gitBranch';
import { ProjectService } from './projectService';

function setUp() {
  const store = testStore();
  store.database.run('delete from project');
  const root = realpathSync(temporaryFolder());
  const folder = (name: string) => {
    mkdirSync(join(root, name), { recursive: true });
    return join(root, name);
  };
  let lastId = 0;
  const projects = new ProjectService({ ...store, newId: () => `p${(lastId += 1)}` });
  return { ...store, root, folder, projects };
}

describe('adding', () => {
  it('takes the folder as it really is, named after it', async () => {
    const { projects, folder, root } = setUp();
    const path = folder('shop');
    symlinkSync(path, join(root, 'link'));
    const project = valueOf(await projects.add(join(root, 'link')));
    expect(project).toEqual({ projectId: 'p1', path, name: 'shop', branch: null, missing: false, order: 1 });
  });

  it('a second time gives the same project', async () => {
    const { projects, folder } = setUp();
    const first = valueOf(await projects.add(folder('shop')));
    expect(valueOf(await projects.add(join(folder('shop'), '..', 'shop')))).toEqual(first);
    expect(await projects.list()).toHaveLength(1);
  });

  it('refuses a file and what is not there', async () => {
    const { projects, root } = setUp();
    writeFileSync(join(root, 'file'), '');
    for (const name of ['file', 'nowhere']) {
      const path = join(root, name);
      expect(await projects.add(path)).toEqual({ ok: false, error: { code: 'project.notFolder', path } });
    }
  });
});

describe('a folder that went away', () => {
  it('is missing, and found again at its new place with its sessions', async () => {
    const { projects, folder, root, sessions } = setUp();
    const path = folder('old');
    await projects.add(path);
    await projects.add(folder('other'));
    sessions.create({ sessionId: 'a', projectId: 'p1', agentId: 'demo', cwd: path });
    sessions.create({ sessionId: 'b', projectId: 'p1', agentId: 'demo', cwd: join(path, 'sub') });
    sessions.create({ sessionId: 'c', projectId: 'p1', agentId: 'demo', cwd: `${path}-tree` });
    renameSync(path, join(root, 'new'));
    expect((await projects.list()).map((project) => project.missing)).toEqual([true, false]);

    const moved = valueOf(await projects.repoint('p1', join(root, 'new')));
    expect(moved).toMatchObject({ path: join(root, 'new'), name: 'old', missing: false });
    expect(sessions.get('a')?.summary.cwd).toBe(join(root, 'new'));
    expect(sessions.get('b')?.summary.cwd).toBe(join(root, 'new', 'sub'));
    expect(sessions.get('c')?.summary.cwd).toBe(`${path}-tree`);
  });

  it('cannot be pointed at the folder of another project', async () => {
    const { projects, folder } = setUp();
    await projects.add(folder('a'));
    await projects.add(folder('b'));
    const path = folder('b');
    expect(await projects.repoint('p1', path)).toEqual({ ok: false, error: { code: 'project.alreadyAdded', path } });
  });
});

it('renames, and removes with its sessions but not its files', async () => {
  const { projects, folder, sessions } = setUp();
  const path = folder('shop');
  await projects.add(path);
  sessions.create({ sessionId: 'a', projectId: 'p1', agentId: 'demo', cwd: path });
  expect(valueOf(await projects.rename('p1', 'The shop')).name).toBe('The shop');
  expect(projects.remove('p1').ok).toBe(true);
  expect(sessions.list()).toEqual([]);
  expect(realpathSync(path)).toBe(path);
  const unknown = { ok: false, error: { code: 'project.unknown', projectId: 'p1' } };
  expect(projects.remove('p1')).toEqual(unknown);
  expect(await projects.rename('p1', 'x')).toEqual(unknown);
  expect(await projects.repoint('p1', path)).toEqual(unknown);
});

describe('the branch', () => {
  const head = (folder: string, text: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'HEAD'), text);
  };

  it('is read from the checkout that the folder lies in', async () => {
    const { folder } = setUp();
    head(join(folder('repo'), '.git'), 'ref: refs/heads/feature/登录\n');
    expect(await gitBranch(folder('repo'))).toBe('feature/登录');
    expect(await gitBranch(folder('repo/src/deep'))).toBe('feature/登录');
  });

  it('is read through the link of a worktree, absolute or relative', async () => {
    const { folder, root } = setUp();
    head(join(root, 'main/.git/worktrees/wt'), 'ref: refs/heads/wt\n');
    writeFileSync(join(folder('wt'), '.git'), `gitdir: ${join(root, 'main/.git/worktrees/wt')}\n`);
    writeFileSync(join(folder('rel'), '.git'), 'gitdir: ../main/.git/worktrees/wt\n');
    expect(await gitBranch(folder('wt'))).toBe('wt');
    expect(await gitBranch(folder('rel'))).toBe('wt');
  });

  it('is the commit where none is checked out, and nothing where it cannot be told', async () => {
    const { folder, root } = setUp();
    head(join(folder('detached'), '.git'), '0123456789abcdef0123456789abcdef01234567\n');
    head(join(folder('reftable'), '.git'), 'ref: refs/heads/.invalid\n');
    expect(await gitBranch(folder('detached'))).toBe('0123456');
    expect(await gitBranch(folder('reftable'))).toBeNull();
    rmSync(join(root, 'detached'), { recursive: true });
    expect(await gitBranch(join(root, 'detached'))).toBeNull();
  });
});
