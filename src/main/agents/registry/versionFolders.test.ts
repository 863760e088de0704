import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
