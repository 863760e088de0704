import { readFileSync } from 'node:fs';
import { expect, test } from './app';
import type { RunningApp } from './runningApp';
import { writeSettings } from './settings';
import { words } from './words';

const zh = (key: string, values: Readonly<Record<string, string>> = {}) => words(key, values, 'zh-CN');

/** Every English sentence of the page with more than one word and nothing to fill in. */
const english = (() => {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node === 'string') {
      if (/^[A-Z][a-z]+ .*[a-z.]$/.test(node) && !node.includes('{{')) found.push(node);
    } else if (typeof node === 'object' && node !== null) Object.values(node).forEach(walk);
  };
  walk(JSON.parse(readFileSync(new URL('../../src/renderer/i18n/en.json', import.meta.url), 'utf8')));
  return found;
})();

/** What of the page's English, or of its bare keys, is on screen or in a name that a screen reader says. */
async function leftovers(app: RunningApp): Promise<string[]> {
  const text = await app.page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .flatMap((element) => [
        ...[...element.childNodes].flatMap((node) =>
          node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : [],
        ),
        ...['aria-label', 'title', 'placeholder', 'aria-description'].map((name) => element.getAttribute(name) ?? ''),
      ])
      .filter((part) => part.trim() !== ''),
  );
  const isKey =
    /^(common|app|status|sidebar|session|project|composer|home|settings|agents|inspector|requests|transcript|tools|todos|notices|errors)\.\w+/;
  return text.filter((part) => english.some((sentence) => part.includes(sentence)) || isKey.test(part));
}

test('the whole tour in Chinese, with nothing left in English', async ({ launchApp, home }) => {
  writeSettings(home, { locale: 'zh-CN' });
  const app = await launchApp();
  const { page } = app;
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.getByRole('heading', { name: zh('home.title') })).toBeVisible();
  expect(await leftovers(app)).toEqual([]);
  await app.shotInBothThemes('chinese-first-start');
  const menu = await app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label));
  expect(menu?.join('')).toMatch(/^[\p{Script=Han}…\s]+$/u);

  await page.getByRole('button', { name: zh('home.tryDemo') }).click();
  const message = page.getByRole('textbox', { name: zh('composer.message') });
  await expect(message).toBeFocused();
  await message.fill('带我看看');
  await message.press('Enter');
  const transcript = page.getByRole('log', { name: zh('transcript.region') });
  const permission = page.getByRole('region', { name: zh('requests.permission.region') });
  await expect(permission).toBeVisible();
  await expect(page.getByRole('region', { name: zh('sidebar.needsYou') }).getByRole('button')).toHaveText([/带我看看/]);
  expect(await leftovers(app)).toEqual([]);
  await app.shotInBothThemes('chinese-permission');
  await permission.getByRole('button', { name: '允许一次' }).click();

  const plan = page.getByRole('region', { name: zh('requests.plan.region') });
  await expect(plan).toBeVisible();
  expect(await leftovers(app)).toEqual([]);
  await app.shotInBothThemes('chinese-plan');
  await plan.getByRole('button', { name: zh('requests.plan.accept') }).click();

  const question = page.getByRole('region', { name: zh('requests.question.region') });
  await question.getByRole('radio').first().click();
  await app.shotInBothThemes('chinese-question');
  await question.getByRole('button', { name: zh('requests.question.next') }).click();
  await question.getByRole('checkbox').nth(0).check();
  await question.getByRole('button', { name: zh('requests.question.answer') }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: zh('composer.stop'), exact: true })).toBeHidden();
  await expect(transcript.getByText('/help')).toBeVisible();
  expect(await leftovers(app)).toEqual([]);
  await app.shotInBothThemes('chinese-tour-done');
});

test('settings, inspector, errors and dialogs are in Chinese too, and the language changes at once', async ({
  openProject,
}) => {
  const { app } = await openProject({ project: '果园' });
  const { page } = app;
  await app.newSession('Fake');
  await app.send('!say 你好，世界。这是一句中文。\n!tool\n!output 3\n!diff\n!failtool\n!planlist\n!crash 3');
  await expect(page.getByRole('region', { name: 'The turn failed' })).toBeVisible();
  await app.press('Mod+,');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: '简体中文' }).click();
  await expect(page.getByRole('heading', { name: zh('settings.title'), level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  expect(await leftovers(app)).toEqual([]);
  await app.shotInBothThemes('chinese-settings');
  await page.getByText(zh('settings.agents'), { exact: true }).first().click();
  await expect(page.getByRole('button', { name: zh('agents.add') })).toBeVisible();
  await page.getByRole('button', { name: zh('agents.add') }).click();
  await page
    .getByRole('form', { name: zh('agents.add') })
    .getByRole('button', { name: zh('common.save') })
    .click();
  expect(await leftovers(app)).toEqual([]);
  await app.shotInBothThemes('chinese-settings-agents');

  await page
    .getByRole('list', { name: zh('sidebar.sessions') })
    .getByRole('listitem')
    .click();
  await expect(page.getByRole('region', { name: zh('notices.turn.failed') })).toBeVisible();
  expect(await leftovers(app)).toEqual([]);
  await app.shotInBothThemes('chinese-failed');
  await app.press('Mod+/');
  await expect(page.getByRole('dialog')).toContainText(zh('shortcuts.anywhere'));
  expect(await leftovers(app)).toEqual([]);
  await app.shot('chinese-shortcuts');
  await app.press('Escape');
  await app.press('Mod+k');
  expect(await leftovers(app)).toEqual([]);
  await app.shot('chinese-palette');
});
