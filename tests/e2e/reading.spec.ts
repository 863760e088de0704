import { expect, test } from './app';
import type { RunningApp } from './runningApp';
import { fakeAgent, writeSettings } from './settings';
import { words } from './words';

/** A turn of so many items that the session's beginning is far outside of what its page holds. */
const LONG = Array.from({ length: 300 }, (_, line) => `!tool edit\n!say Line ${line} of many`).join('\n');

/** What is highlighted, and what of it as the current one. */
const marks = (app: RunningApp) =>
  app.page.evaluate(() => {
    const texts = (name: string) =>
      [...(CSS.highlights.get(name) ?? [])].map((range) => (range instanceof Range ? range.toString() : ''));
    return { all: texts('find'), current: texts('find-current') };
  });

async function longSession(app: RunningApp): Promise<void> {
  await app.newSession('Fake');
  await app.send('Where does the pangolin sleep?');
  await expect(app.transcript.getByText('Echo: Where does the pangolin sleep?')).toBeVisible();
  await app.send(LONG);
  await expect(app.transcript.getByText('Line 299 of many', { exact: true })).toBeVisible();
  await app.send('The last **words** of it');
  await expect(app.transcript.getByText('Echo: The last')).toBeVisible();
}

test('a long session is found in, walked, listed and copied by the keyboard alone', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  test.slow();
  writeSettings(home, { agents: [fakeAgent(folder, { name: 'Fake' }).setting] });
  const app = await launchApp({ args: [project('forest')] });
  const { page } = app;
  await longSession(app);

  // Find: from where one reads, over the marks of Markdown, with the count of all of the session.
  await app.press('Mod+f');
  const field = page.getByRole('textbox', { name: words('find.field') });
  await expect(field).toBeFocused();
  const status = page.getByRole('search').getByRole('status');
  await page.keyboard.type('last words');
  await expect(status).toHaveText(words('find.position', { position: '1', total: '1' }));
  await expect.poll(() => marks(app)).toMatchObject({ current: ['last words'] });
  await field.fill('pangolin');
  await expect(status).toHaveText(words('find.position', { position: '2', total: '2' }));
  // It is far away: its page is read, and the field keeps the focus.
  await expect(app.transcript.getByText('Echo: Where does the pangolin sleep?')).toBeInViewport();
  await expect.poll(() => marks(app)).toEqual({ all: ['pangolin'], current: ['pangolin'] });
  await expect(field).toBeFocused();
  await app.shotInBothThemes('reading-find');
  await page.keyboard.press('Shift+Enter');
  await expect(status).toHaveText(words('find.position', { position: '1', total: '2' }));
  await field.fill('of MANY');
  await expect(status).toHaveText(/of 600$/);
  await page.getByRole('button', { name: words('find.matchCase') }).click();
  await expect(status).toHaveText(words('find.none'));
  await page.getByRole('button', { name: words('find.matchCase') }).click();
  await expect(status).toHaveText(/of 600$/);
  await page.keyboard.press('F3');
  await expect(status).toHaveText(/of 600$/);
  await field.focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('search')).toHaveCount(0);
  await expect(app.message).toBeFocused();
  expect(await marks(app)).toEqual({ all: [], current: [] });
});
