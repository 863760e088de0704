import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './app';
import { fakeAgent, writeSettings } from './settings';
import { words } from './words';

test('a long list of models is searched by group, and what is starred stands first, also after a restart', async ({
  folder,
  home,
  project,
  launchApp,
}) => {
  const agent = fakeAgent(folder, { name: 'Many', config: { guests: 14 } });
  writeSettings(home, { agents: [agent.setting] });
  const cwd = project('orchard');
  const app = await launchApp({ args: [cwd] });
  await app.newSession('Many');
  const list = app.page.getByRole('listbox');
  const group = (name: string) => list.getByRole('group', { name }).getByRole('option');
  await app.page.getByRole('combobox', { name: 'Model: Composer' }).click();
  await expect(group('Of the house')).toHaveText([/Composer/, /Thinker/, /Plain/]);
  await expect(group('Guests')).toHaveCount(14);
  // By key: what is highlighted, also while one searches. By pointer: the star of its row.
  await app.page.keyboard.type('guest 12');
  await expect(list.getByRole('option')).toHaveText([/Guest 12/]);
  await app.press('Mod+d');
  await expect(list.getByRole('option', { name: 'Guest 12 , favourite' })).toBeVisible();
  await app.page.keyboard.press('ControlOrMeta+a');
  await app.page.keyboard.type('thinker');
  await list.getByRole('option', { name: 'Thinker' }).getByTitle(words('choices.star')).click();
  await app.press('Escape');
  await expect(list).toBeHidden();
  // A letter on the closed button, or Enter right after opening, chooses nothing.
  await app.page.mouse.move(0, 0);
  await app.press('p');
  await app.press('Enter');
  await expect(list).toBeVisible();
  await app.press('Enter');
  await expect(list).toBeHidden();
  await expect(app.page.getByRole('combobox', { name: /^Model: / })).toHaveAccessibleName('Model: Composer');
  await app.page.getByRole('combobox', { name: 'Model: Composer' }).click();
  await expect(group(words('choices.favourites'))).toHaveText([/Guest 12/, /Thinker/]);
  await expect(group('Of the house')).toHaveText([/Composer/, /Plain/]);
  await app.shotInBothThemes('pickers-favourites');
  await app.press('Escape');
  await app.press('Mod+Shift+m');
  await expect(app.page.getByRole('combobox', { name: 'Model: Guest 12' })).toBeVisible();
  await app.press('Mod+Shift+m');
  await expect(app.page.getByRole('combobox', { name: 'Model: Thinker' })).toBeVisible();
  // A short list is starred in the same way.
  await app.page.getByRole('button', { name: 'Mode: Agent' }).click();
  await app.page.getByRole('menuitemradio', { name: 'Plan' }).hover();
  await app.press('Mod+d');
  await expect(app.page.getByRole('menuitemradio', { name: /Plan.*favourite/ })).toBeVisible();
  await app.press('Escape');
  await app.quit();

  const file = join(home, 'settings.json');
  const settings: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'));
  expect(settings['favourites']).toEqual({ many: { model: ['guest-12', 'thinker'], mode: ['plan'] } });
  writeFileSync(file, JSON.stringify({ ...settings, locale: 'zh-CN' }));
  const next = await launchApp({ args: [cwd] });
  const say = (key: string) => words(key, {}, 'zh-CN');
  await next.page.locator('[data-session-row]').first().click();
  await next.page.getByRole('combobox', { name: /Thinker/ }).click();
  const favourites = next.page.getByRole('listbox').getByRole('group', { name: say('choices.favourites') });
  await expect(favourites.getByRole('option')).toHaveText([/Guest 12/, /Thinker/]);
  await next.shotInBothThemes('pickers-zh-favourites');
  await next.press('Escape');
  await next.page.getByRole('button', { name: /Agent$/ }).click();
  await expect(next.page.getByRole('menuitemradio').first()).toHaveText(/Plan/);
  await next.shotInBothThemes('pickers-zh-modes');
});
