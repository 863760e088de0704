import { writeFileSync } from 'node:fs';
import { expectAccessible } from './accessible';
import { expect, test } from './app';
import type { RunningApp } from './runningApp';
import { fakeAgent, writeSettings } from './settings';

test('first start, new session, palette, shortcuts and settings have no accessibility fault', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  writeSettings(home, { agents: [fakeAgent(folder, { name: 'Fake' }).setting] });
  const app = await launchApp();
  const { page } = app;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(app, 'first start');
  await app.pickFolder(project('orchard'));
  await page.getByRole('button', { name: 'Open a folder…' }).click();
  await expect(page.getByRole('heading', { name: 'New session' })).toBeVisible();
  await expectAccessible(app, 'new session');
  await app.press('Mod+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(app, 'palette');
  await app.press('Escape');
  await app.press('Mod+/');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(app, 'shortcuts');
  await app.press('Escape');
  await app.press('Mod+,');
  await expectAccessible(app, 'settings');
  await page.getByRole('button', { name: '2 agents ready' }).click();
  await page.getByRole('button', { name: 'Add an agent' }).click();
  await page.getByRole('form').getByRole('button', { name: 'Save' }).click();
  await expectAccessible(app, 'settings of agents');
});

/** With the person's own few colours all is told apart by lines and by shapes that keep theirs: no ground is left. */
async function expectToldApart(app: RunningApp): Promise<void> {
  const { page, transcript, sidebar } = app;
  const card = app.card('Permission request');
  const allow = card.getByRole('button', { name: 'Allow once' });
  const line = (element: Element) => {
    const { outlineStyle, outlineWidth, outlineColor, backgroundColor } = getComputedStyle(element);
    const isSeen = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && outlineColor !== backgroundColor;
    return isSeen ? 'outlined' : 'plain';
  };
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
  // Of all that is chosen in the lists that, and of all buttons the one with the focus, has a line around it.
  const current = sidebar.getByRole('list', { name: 'Sessions' }).locator('[aria-current="page"]');
  await expect(current).toHaveCount(1);
  expect(await current.evaluate(line)).toBe('outlined');
  await transcript.focus();
  // The ring of the whole lies above its rows: it comes after them, and is as large as they are seen.
  const whole = await transcript.evaluate((log) => {
    const after = log.parentElement?.lastElementChild;
    if (!after) return null;
    const { borderTopStyle, borderTopWidth } = getComputedStyle(after);
    const [ring, view] = [after.getBoundingClientRect(), log.getBoundingClientRect()];
    const sides = ['left', 'top', 'right', 'bottom'] as const;
    return { border: `${borderTopWidth} ${borderTopStyle}`, fits: sides.every((side) => ring[side] === view[side]) };
  });
  expect(whole).toEqual({ border: '2px solid', fits: true });
  expect(await allow.evaluate(line)).toBe('plain');
  await page.keyboard.press('k');
  const row = transcript.locator('[data-row]:focus');
  await expect(row).toHaveCount(1);
  const ring = await row.evaluate((element) => {
    const probe = document.createElement('i');
    probe.style.color = 'Highlight';
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    const { borderTopColor, borderTopStyle, borderTopWidth } = getComputedStyle(element, '::after');
    return borderTopColor === color && borderTopStyle === 'solid' && parseFloat(borderTopWidth) > 0;
  });
  expect(ring).toBe(true);
  await allow.focus();
  expect(await allow.evaluate(line)).toBe('outlined');
  // Every button of the card has an edge, and every mark of a state is seen on its ground.
  const edges = await card.getByRole('button').evaluateAll((buttons) =>
    buttons.map((element) => {
      const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(element);
      return parseFloat(borderTopWidth) > 0 && borderTopStyle !== 'none' && borderTopColor !== backgroundColor;
    }),
  );
  expect(edges).toEqual([true, true, true, true]);
  const marks = await page.evaluate(() => {
    const canvas = getComputedStyle(document.body).backgroundColor;
    return [...document.querySelectorAll('.bg-current')]
      .filter((mark) => mark.checkVisibility())
      .map((mark) => getComputedStyle(mark).backgroundColor !== canvas);
  });
  expect(marks).not.toEqual([]);
  expect(marks).not.toContain(false);
  await page.screenshot({ path: 'test-results/forced-colours.png' });
  await page.emulateMedia({ forcedColors: 'none' });
}

test('a session with everything in it, its requests and the inspector have no accessibility fault', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  test.slow();
  const agent = fakeAgent(folder, { name: 'Fake' });
  const old = { sessionId: 'old', cwd: project('orchard'), title: 'Begun elsewhere', history: [], work: [] };
  writeFileSync(agent.run.stateFile, JSON.stringify({ old }));
  writeSettings(home, { agents: [agent.setting], defaultAgent: 'fake' });
  const app = await launchApp({ args: [project('orchard')] });
  const { page } = app;
  await app.newSession('Fake');
  await expectAccessible(app, 'empty session');
  await app.send(
    '!think A thought\n!markdown\n!tool\n!output 4\n!diff\n!failtool\n!planlist\n!todos\n!task\n!image\n!notice',
  );
  await expect(app.row('!think')).toContainText(/Done|Idle/);
  await expectAccessible(app, 'transcript');
  await app.press('Mod+Shift+f');
  await expectAccessible(app, 'empty search');
  await page.keyboard.type('tool');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(app, 'search');
  await app.press('Escape');
  await app.row('!think').click({ modifiers: ['ControlOrMeta'] });
  await expectAccessible(app, 'a chosen row');
  await app.sidebar.getByRole('button', { name: 'Clear the selection' }).click();
  await page.keyboard.down('Control');
  await page.keyboard.press('Tab');
  await expectAccessible(app, 'switcher');
  await page.keyboard.press('Escape');
  await page.keyboard.up('Control');
  await app.sidebar.getByRole('button', { name: 'Group and filter' }).click();
  await page.getByRole('menuitem', { name: 'Import sessions from an agent…' }).click();
  await expect(page.getByRole('button', { name: 'Import and open' })).toBeVisible();
  await expectAccessible(app, 'import');
  await page.getByRole('button', { name: 'Back' }).click();
  await app.press('Mod+ArrowUp');
  await app.send('!permission');
  await expect(app.card('Permission request')).toBeVisible();
  await expectAccessible(app, 'permission');
  await expectToldApart(app);
  await app.card('Permission request').getByRole('button', { name: 'Allow once' }).click();
  const again = app.transcript.getByRole('button', { name: 'Edit and resend' }).last();
  await again.focus();
  await again.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Edited message' })).toBeFocused();
  await expectAccessible(app, 'edited prompt');
  await app.press('Escape');
  await app.send('!question multi');
  await expect(app.card('Question')).toBeVisible();
  await expectAccessible(app, 'question');
  await app.card('Question').getByRole('button', { name: 'Cancel' }).click();
  await app.send('!plan');
  await expect(app.card('Plan review')).toBeVisible();
  await expectAccessible(app, 'plan');
  await app.card('Plan review').getByRole('button', { name: 'Comment and reject' }).click();
  await expectAccessible(app, 'plan with a comment');
  await app.press('Mod+Enter');
  await app.send('!form');
  await expect(app.needsYou.getByRole('button')).toHaveCount(1);
  await expectAccessible(app, 'form');
  await app.stopButton.click();
  await expect(app.stopButton).toBeHidden();
  await app.send('!crash 1');
  await expect(page.getByRole('region', { name: 'The turn failed' })).toBeVisible();
  await expectAccessible(app, 'failed turn');
  await app.row('!think').getByRole('button').focus();
  await app.press('Delete');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(app, 'question before a deletion');
  await app.press('Escape');
  await app.send('!say again');
  await expect(app.transcript.getByText('again', { exact: true })).toBeVisible();
  await app.press('Mod+Shift+i');
  await page.getByRole('listbox', { name: 'Frames' }).getByText('session/prompt').click();
  await expectAccessible(app, 'inspector');
});
