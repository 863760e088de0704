import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isFolderOf, VersionFolders } from './versionFolders';

const RECORD = { entryId: 'one', agentId: 'one', version: '1.0.0', kind: 'npx', command: 'node', args: [], env: {} };

it('reads what was installed when a folder was named by its version alone', async () => {
  const home = mkdtempSync(join(tmpdir(), 'signalbox-folders-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const old = join(home, 'agents', 'one', '1.0.0');
  mkdirSync(old, { recursive: true });
  writeFileSync(join(old, 'signalbox-install.json'), JSON.stringify(RECORD));
  const folders = new VersionFolders(home);
  const record = await folders.record('one', '1.0.0', 'npx');
  expect(record).toMatchObject(RECORD);
  expect(await folders.record('one', '1.0.0', 'binary')).toBeNull();
  const origin = { id: 'one', version: '1.0.0' } as const;
  expect(isFolderOf({ ...origin, kind: 'npx' }, '1.0.0', record)).toBe(true);
  expect(isFolderOf({ ...origin, kind: 'binary' }, '1.0.0', record)).toBe(false);
  expect(isFolderOf({ ...origin, kind: 'binary' }, '1.0.0@npx', record)).toBe(false);
});

it('lists what there is when what is being removed is gone, with the folder that it lay in', async () => {
  const home = mkdtempSync(join(tmpdir(), 'signalbox-folders-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folders = new VersionFolders(home);
  for (const version of ['1.0.0', '2.0.0']) {
    for (let room = 0; room < 30; room += 1)
      mkdirSync(join(folders.path('one', version, 'npx'), `room${room}`, 'shelf'), { recursive: true });
  }
  const first = folders.drop('one', '1.0.0', 'npx');
  expect(await folders.list()).toEqual([{ entryId: 'one', folder: '2.0.0@npx' }]);
  const both = Promise.all([first, folders.drop('one', '2.0.0', 'npx')]);
  expect(await folders.list()).toEqual([]);
  expect(existsSync(join(home, 'agents', 'one'))).toBe(false);
  await both;
});
