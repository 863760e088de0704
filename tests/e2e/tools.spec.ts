import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './app';
import { fakeAgent, writeSettings } from './settings';

test('a diff is coloured, opens its context, stands side by side and without changes of spaces; the choice is kept', async ({
  folder,
  home,
  project,
  launchApp,
}) => {
  writeSettings(home, { agents: [fakeAgent(folder, { name: 'Fake' }).setting] });
  const app = await launchApp({ args: [project('orchard')] });
  const { page, transcript } = app;
  await app.newSession('Fake');
  await app.send('!bigdiff 90');
  const diff = transcript.locator('.diff-view');
  await expect(diff.locator('diffs-container')).toBeVisible();
  // Colours come from the worker.
  await expect(diff.locator('[data-line] span[style*="--tk-keyword"]').first()).toBeVisible();
  await expect(diff.locator('[data-diff-span]').first()).toBeVisible();
  await app.shotInBothThemes('tools-diff-unified');
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).include('diffs-container').analyze();
  expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
  const hidden = diff.getByText('total20 ');
  await expect(hidden).toHaveCount(0);
  await diff.getByRole('button', { name: 'Show the unchanged lines' }).first().focus();
  await app.press('Enter');
  await expect(diff.getByText('sum(items, 20)')).toBeVisible();
  await diff.hover();
  const tools = diff.getByRole('toolbar', { name: 'Diff' });
  await tools.getByRole('button', { name: 'Ignore whitespace' }).click();
  await expect(diff.getByText('sum(items, 41)')).toHaveCount(0);
  await tools.getByRole('button', { name: 'Side by side' }).click();
  await expect(diff.locator('[data-deletions]').first()).toBeVisible();
  await app.shotInBothThemes('tools-diff-split');
  await tools.getByRole('button', { name: 'Copy patch' }).click();
  await expect
    .poll(() => app.electron.evaluate(({ clipboard }) => clipboard.readText()))
    .toContain('@@ -38,7 +38,7 @@');
  await app.send('!bigdiff 900');
  await expect(transcript.locator('.diff-tall')).toBeVisible();
  await app.shotInBothThemes('tools-diff-tall');
});
