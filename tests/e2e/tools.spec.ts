import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app';
import { longestTask } from './pageTasks';
import { fakeAgent, writeSettings } from './settings';
import { words } from './words';

/** A machine that does other things meanwhile; alone it is below 200 ms. What holds the text whole takes seconds. */
const BUSY = 2.5;

test('a diff is coloured, opens its context, stands side by side and without changes of spaces; the choice is kept', async ({
  openProject,
}) => {
  const { app } = await openProject();
  const { page, transcript } = app;
  await app.newSession('Fake');
  await app.send('!bigdiff 90');
  const diff = transcript.locator('.diff-view');
  await expect(diff.locator('diffs-container')).toBeVisible();
  // Colours come from the worker.
  await expect(diff.locator('[data-line] span[style*="--tk-keyword"]').first()).toBeVisible();
  await expect(diff.locator('[data-diff-span]').first()).toBeVisible();
  await app.shotInBothThemes('tools-diff-unified');
  await page.mouse.move(0, 0);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).include('diffs-container').analyze();
  expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
  const hidden = diff.getByText('total20 ');
  await expect(hidden).toHaveCount(0);
  await diff.getByRole('button', { name: 'Show more lines below' }).first().focus();
  await app.press('Enter');
  await expect(diff.getByText('sum(items, 20)')).toBeVisible();
  const tools = transcript.getByRole('toolbar', { name: 'Diff' });
  await expect(tools).toHaveCSS('opacity', '0');
  await diff.hover();
  await expect(tools).toHaveCSS('opacity', '1');
  await tools.getByRole('button', { name: 'Ignore whitespace' }).click();
  await expect(diff.getByText('sum(items, 41)')).toHaveCount(0);
  await tools.getByRole('button', { name: 'Side by side' }).click();
  await expect(diff.locator('[data-deletions]').first()).toBeVisible();
  await app.shotInBothThemes('tools-diff-split');
  await tools.getByRole('button', { name: 'Copy patch' }).click();
  await expect
    .poll(() => app.electron.evaluate(({ clipboard }) => clipboard.readText()))
    .toContain('@@ -38,7 +38,7 @@');

  // Where pressing what unfolds lines does nothing, a find goes on after one try, and shows what stands behind the next.
  const tries = await page.evaluateHandle(() => {
    const told = { stopped: 0 };
    document.addEventListener(
      'click',
      (event) => {
        const gap = event.composedPath().find((one) => one instanceof Element && one.matches('[data-expand-index]'));
        if (!(gap instanceof Element) || gap.getAttribute('data-expand-index') !== '1') return;
        told.stopped += 1;
        event.stopImmediatePropagation();
      },
      true,
    );
    return told;
  });
  await expect(diff.getByText('total88 ')).toHaveCount(0);
  await app.press('Mod+f');
  await page.keyboard.type('total88 ');
  await expect(diff.getByText('total88 ').first()).toBeInViewport();
  expect(await tries.evaluate(({ stopped }) => stopped)).toBe(1);
  await app.press('Escape');

  await app.send('!bigdiff 900');
  // Many changed lines: told by the header, and shown on a click.
  await transcript.getByRole('button', { name: /Edited.*\d{3} lines added/ }).click();
  await expect(transcript.locator('.diff-tall')).toBeVisible();
  await app.shotInBothThemes('tools-diff-tall');
});

test('AC-71 an output of 50 MB opens at once, is searched and copied, and its page stays small; AC-57 so does one line of 60 MB, and what is printed piece by piece', async ({
  openProject,
}) => {
  test.slow();
  const { app } = await openProject();
  const { page, transcript } = app;
  await app.newSession('Fake');
  const whileLinesCame = await longestTask(page, async () => {
    await app.send('!output 35000 1400');
    await expect(transcript.getByRole('button', { name: 'Open all' })).toBeVisible({ timeout: 60_000 });
    await expect(transcript.getByText('exit 0')).toBeVisible();
  });
  expect(whileLinesCame.cpuMs, 'the longest task while 50 MB came').toBeLessThan(100);
  const before = await memoryOf(page);
  const opened = await page.evaluate(openViewer);
  expect(opened.firstScreen).toBeLessThan(BUSY * 200);
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByText('35,000 lines')).toBeVisible();
  await viewer.getByRole('textbox', { name: 'Find' }).fill('line 34999 ');
  await expect(viewer.getByText('1 of 1', { exact: true })).toBeVisible();
  await expect(viewer.getByText(/^line 34999/)).toBeInViewport();
  await app.shotInBothThemes('tools-viewer');
  await viewer.getByRole('button', { name: 'Copy all' }).click();
  await expect(viewer.getByRole('button', { name: 'Copied' })).toBeVisible({ timeout: 20_000 });
  const clipboardLength = () =>
    app.electron.evaluate(async ({ clipboard }) => {
      const { length } = await clipboard.readText();
      clipboard.clear();
      return length;
    });
  const copied = await clipboardLength();
  expect(copied).toBeGreaterThan(49_000_000);
  const region = viewer.getByRole('region', { name: 'Whole text' });
  await region.focus();
  await app.press('Mod+a');
  await app.press('Mod+c');
  await expect.poll(clipboardLength, { timeout: 20_000 }).toBe(copied);
  const after = await memoryOf(page);
  expect(after - before, 'bytes that the page holds more').toBeLessThan(50_000_000);
  await app.press('Escape');
  await expect(viewer).toBeHidden();

  const whileLineCame = await longestTask(page, async () => {
    await app.send('!huge 60 line');
    await expect(transcript.getByRole('button', { name: 'Open all' })).toHaveCount(2, { timeout: 60_000 });
  });
  expect(whileLineCame.cpuMs, 'the longest task while a line of 60 MB came').toBeLessThan(100);
  const whilePrinted = await longestTask(page, async () => {
    await app.send('!printed 150000 150');
    await expect(transcript.getByText('line 150000 of what')).toBeVisible({ timeout: 60_000 });
    await expect(transcript.getByText('exit 0')).toHaveCount(2);
  });
  expect(whilePrinted.cpuMs, 'the longest task while 5 MB were printed piece by piece').toBeLessThan(100);
  await app.press('Mod+f');
  await page.keyboard.type('line 4321 of what');
  await expect(page.getByRole('search').getByText('1 of 1', { exact: true })).toBeVisible();
  await transcript.getByRole('button', { name: /open all 4\.\d MB/ }).click();
  await expect(viewer.getByText('150,000 lines')).toBeVisible();
  await expect(viewer.getByText('1 of 1', { exact: true })).toBeVisible();
  await expect(viewer.getByText(/^line 4321 of what/)).toBeInViewport();
  const figures = { ...opened, before, after, whileLinesCame, whileLineCame, whilePrinted };
  writeFileSync('test-results/tools-viewer.json', JSON.stringify(figures));
});

/** What the page's script holds, after what it holds no more is gone. */
async function memoryOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** From the click until the first lines are painted. */
async function openViewer(): Promise<{ firstScreen: number }> {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Open all');
  const from = performance.now();
  button?.click();
  for (;;) {
    await new Promise<void>((go) => requestAnimationFrame(() => setTimeout(go)));
    const rows = [...document.querySelectorAll('.viewer [data-row]')];
    if (rows.length > 20 && rows[0]?.textContent !== '') return { firstScreen: performance.now() - from };
  }
}

test('a picture opens by itself, is zoomed by keys, and gives the focus back', async ({ openProject }) => {
  const { app } = await openProject();
  await app.newSession('Fake');
  await app.send('!output 30\n!tool read\n!tool search\n!tool read\n!tool fetch\n!image');
  const command = app.transcript.getByRole('article', { name: /^Tool: make/ });
  await command.hover();
  const raw = command.getByRole('button', { name: 'Raw input and output' });
  await raw.click();
  await expect(command.getByText('Raw output', { exact: true })).toBeVisible();
  await app.shotInBothThemes('tools-raw');
  await raw.click();
  await expect(command.getByText('Raw output', { exact: true })).toBeHidden();
  const picture = app.transcript.getByRole('button', { name: /^Open the picture/ });
  await picture.click();
  const dialog = app.page.getByRole('dialog');
  const image = dialog.getByRole('img');
  await expect(image).toBeVisible();
  await expect(dialog.getByRole('status')).toHaveText('100%');
  await expect
    .poll(() =>
      app.page.evaluate(() => document.querySelector('[role=dialog]')?.contains(document.activeElement) ?? false),
    )
    .toBe(true);
  await app.press('+');
  await expect(dialog.getByRole('status')).toHaveText('125%');
  await app.press('0');
  await expect(dialog.getByRole('status')).toHaveText('100%');
  await app.shotInBothThemes('tools-lightbox');
  await app.press('Tab');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  // The first may only put away what tells the button's name.
  await app.pressUntil('Escape', () => expect(dialog).toBeHidden({ timeout: 500 }));
  await expect(picture).toBeFocused();
  await app.shotInBothThemes('tools-cards');

  // One that does not load says so, large and in its row.
  const breakIt = (img: Locator) =>
    img.evaluate((element: HTMLImageElement) => {
      element.src = 'data:image/png;base64,aGk=';
    });
  await picture.click();
  await breakIt(image);
  await expect(dialog.getByText(words('transcript.pictureBroken'))).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Zoom in' })).toBeDisabled();
  await app.shotInBothThemes('tools-lightbox-broken');
  await app.pressUntil('Escape', () => expect(dialog).toBeHidden({ timeout: 500 }));
  await picture.click();
  await expect(image).toBeVisible();
  await app.pressUntil('Escape', () => expect(dialog).toBeHidden({ timeout: 500 }));
  await breakIt(picture.getByRole('img'));
  await expect(app.transcript.getByText(words('transcript.pictureBroken'))).toBeVisible();
  await expect(picture).toHaveCount(0);
});

test('a file beside the transcript is searched, as wide as one wants it, and lies over it where there is no room', async ({
  folder,
  home,
  project,
  launchApp,
}) => {
  writeSettings(home, { agents: [fakeAgent(folder, { name: 'Fake' }).setting] });
  const cwd = project('orchard');
  const lines = Array.from({ length: 3000 }, (_, at) => `export const line${at + 1} = ${at + 1};`);
  writeFileSync(join(cwd, 'long.ts'), lines.join('\n'));
  const app = await launchApp({ args: [cwd] });
  await app.newSession('Fake');
  const links = `See [relative](long.ts:1500) and [absolute](${cwd}/long.ts#L20-L22).`;
  writeFileSync(
    join(folder, 'links.md'),
    `${links}\n\n\`\`\`40:41:long.ts\n${lines.slice(39, 41).join('\n')}\n\`\`\`\n`,
  );
  await app.send(`!file ${join(folder, 'links.md')} 400 400`);
  const pane = app.page.getByRole('complementary', { name: 'File' });
  const link = app.transcript.getByRole('button', { name: 'absolute', exact: true });
  await link.click();
  await expect(pane.locator('[data-cited]')).toHaveCount(3);
  await app.transcript.getByRole('button', { name: 'relative', exact: true }).click();
  await expect(pane.getByText('export const line1500 = 1500;')).toBeInViewport();
  await app.press('Mod+f');
  await pane.getByRole('textbox', { name: 'Find' }).fill('LINE29');
  await expect(pane.getByText('1 of 111')).toBeVisible();
  await app.press('Shift+Enter');
  await expect(pane.getByText('export const line2999 = 2999;')).toBeInViewport();
  await app.shotInBothThemes('tools-file');
  await app.press('Escape');
  await expect(pane.getByRole('region', { name: 'Text of the file' })).toBeFocused();
  await app.press('Mod+a');
  await app.press('Mod+c');
  await expect.poll(() => app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(lines.join('\n'));

  const divider = pane.getByRole('separator', { name: 'Width of the file' });
  const width = async () => (await pane.boundingBox())?.width ?? 0;
  const atFirst = await width();
  await divider.focus();
  await app.press('ArrowLeft');
  await expect.poll(width).toBeGreaterThan(atFirst + 8);
  const value = Number(await divider.getAttribute('aria-valuenow'));
  const place = await divider.boundingBox();
  const x = (place?.x ?? 0) + 3;
  await app.page.mouse.move(x, 300);
  await app.page.mouse.down();
  await app.page.mouse.move(x - 90, 320, { steps: 4 });
  await app.page.mouse.up();
  await expect.poll(async () => Number(await divider.getAttribute('aria-valuenow'))).toBeGreaterThan(value + 5);
  const chosen = await width();
  expect(chosen).toBeGreaterThan(atFirst + 80);
  await app.shotInBothThemes('tools-file-wide');
  // Put away from its edge by the key, it gives the focus back to the link; the edge of anything else is none of its own.
  const panel = app.page.getByRole('complementary', { name: 'Session panel' });
  const relative = app.transcript.getByRole('button', { name: 'relative', exact: true });
  await divider.focus();
  await app.press('Mod+\\');
  await expect(pane).toBeHidden();
  await expect(panel).toBeVisible();
  await expect(relative).toBeFocused();
  await link.click();
  await expect(pane).toBeVisible();
  await app.message.focus();
  await app.press('Mod+\\');
  await expect(pane).toBeHidden();
  await expect(app.message).toBeFocused();
  await link.click();
  await app.page.getByRole('button', { name: 'Show panel' }).click();
  await expect(pane).toBeHidden();
  await expect(panel).toBeVisible();
  await app.transcript.getByRole('button', { name: 'long.ts:40–41' }).click();
  await expect(pane.locator('[data-cited]')).toHaveText([/line40 =/, /line41 =/]);
  await expect.poll(width).toBeCloseTo(chosen, -1);
  await app.page.setViewportSize({ width: 900, height: 700 });
  await expect(pane).toBeVisible();
  await app.shotInBothThemes('tools-file-narrow');
  await app.press('Escape');
  await expect(pane).toBeHidden();
});
