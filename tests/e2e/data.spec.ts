import { closeSync, copyFileSync, existsSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from './app';
import { writeSettings } from './settings';
import { words } from './words';

// The profile's data as a person meets it: backups, what goes to whoever helps, and a database that cannot be opened.

const BACKUPS = (home: string) => readdirSync(join(home, 'backups')).filter((name) => name.endsWith('.db'));

test('a backup is made and restored, and the diagnosis is shown before it is saved', async ({
  openProject,
  home,
  folder,
}) => {
  const { app } = await openProject();
  await app.newSession('Fake');
  await app.send('!say Said before the backup');
  await expect(app.transcript.getByText('Said before the backup', { exact: true })).toBeVisible();

  await app.press('Mod+,');
  await app.page.getByRole('button', { name: words('settings.data'), exact: true }).click();
  await app.page.getByRole('button', { name: words('data.backUpNow') }).click();
  const backups = app.page.getByRole('list', { name: words('data.backups') }).getByRole('listitem');
  await expect(backups).toHaveCount(1);
  expect(BACKUPS(home)).toHaveLength(1);
  await app.shotInBothThemes('data-settings');

  const file = join(folder, 'diagnosis.txt');
  await app.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await app.page.getByRole('button', { name: words('data.showDiagnosis') }).click();
  const shown = app.page.getByRole('textbox', { name: words('data.diagnosisTitle') });
  await expect(shown).toHaveValue(/== Log/);
  await app.shotInBothThemes('data-diagnosis');
  const text = await shown.inputValue();
  for (const hidden of ['Said before the backup', folder, 'orchard', userInfo().homedir]) {
    expect(text).not.toContain(hidden);
  }
  await app.page.getByRole('button', { name: words('data.diagnosisSave') }).click();
  await expect.poll(() => existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe(text);

  await app.page.getByRole('button', { name: words('common.back'), exact: true }).click();
  await app.send('!say Said after the backup');
  await expect(app.transcript.getByText('Said after the backup', { exact: true })).toBeVisible();
  await app.press('Mod+,');
  await app.page.getByRole('button', { name: words('settings.data'), exact: true }).click();
  await backups.getByRole('button').click();
  await app.page
    .getByRole('alertdialog')
    .or(app.page.getByRole('dialog'))
    .getByRole('button', { name: words('data.restoreAction'), exact: true })
    .click();
  await expect(app.page.getByText(/is in use now/)).toBeVisible();
  await app.page.getByRole('button', { name: words('common.back'), exact: true }).click();
  await expect(app.transcript.getByText('Said before the backup', { exact: true })).toBeVisible();
  await expect(app.transcript.getByText('Said after the backup', { exact: true })).toBeHidden();
});

test('data of a newer Signalbox is refused by a page, and neither opened nor written', async ({ launchApp, home }) => {
  const path = join(home, 'signalbox.db');
  const newer = new DatabaseSync(path);
  newer.exec('create table of_later (x text) strict; pragma user_version = 900');
  newer.close();
  copyFileSync(path, join(home, 'before'));
  const app = await launchApp();
  app.expectComplaint(/store\.newerSchema/);
  await expect(app.page.getByRole('heading', { name: words('failure.newerSchema.title') })).toBeFocused();
  await expect(app.page.getByText(/data version 900/)).toBeVisible();
  await app.shotInBothThemes('data-newer-schema');
  expect(readFileSync(path).equals(readFileSync(join(home, 'before')))).toBe(true);
  expect(readdirSync(home).filter((name) => name.startsWith('signalbox.db'))).toEqual(['signalbox.db']);
  const gone = app.exited();
  await app.page.getByRole('button', { name: words('failure.quit') }).click();
  await gone;

  writeSettings(home, { locale: 'zh-CN' });
  const chinese = await launchApp();
  chinese.expectComplaint(/store\.newerSchema/);
  await expect(chinese.page.getByText(/数据版本 900/)).toBeVisible();
  await chinese.shotInBothThemes('chinese-newer-schema');
});

test('a damaged database is repaired at the start, which says what was saved', async ({ launchApp, home }) => {
  const fixture = resolve('tests/fixtures/store/v1.db');
  copyFileSync(fixture, join(home, 'signalbox.db'));
  const file = openSync(join(home, 'signalbox.db'), 'r+');
  writeSync(file, Buffer.alloc(4096, 0xff), 0, 4096, 20 * 4096);
  closeSync(file);
  writeSettings(home, { locale: 'zh-CN' });
  const zh = (key: string) => words(key, {}, 'zh-CN');
  const app = await launchApp();
  // The damaged page is one of the search index, which is made anew: nothing of what was said is lost.
  await expect(app.page.getByText(/内容已全部读出：3 个会话，85 条内容/)).toBeVisible();
  await app.page.getByRole('button', { name: zh('appNotices.store.showReport') }).click();
  await expect(app.page.getByRole('textbox', { name: zh('data.reportTitle') })).toHaveValue(/新文件中的内容/);
  await app.shotInBothThemes('chinese-data-report');
  await app.press('Escape');
  await app.press('Mod+,');
  await app.page.getByRole('button', { name: zh('settings.data'), exact: true }).click();
  await expect(app.page.getByRole('list', { name: zh('data.setAside') }).getByRole('listitem')).toHaveCount(1);
  await app.shotInBothThemes('chinese-data-settings');
});
