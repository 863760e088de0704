import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './app';
import type { RunningApp } from './runningApp';
import { words } from './words';

/** A turn of so many items that the session's beginning is far outside of what its page holds. */
const LONG = Array.from({ length: 350 }, (_, line) => `!tool edit now\n!say Line ${line} of many`).join('\n');

const option = (app: RunningApp, text: string | RegExp) =>
  app.page.getByRole('listbox', { name: words('search.results') }).getByRole('option', { name: text });

test('an old message is searched for and gone to; a fork and an edited prompt leave their session as it is', async ({
  openProject,
}) => {
  const { app } = await openProject({ project: 'forest' });
  const { page } = app;
  await app.newSession('Fake');
  await app.send('Where does the pangolin sleep?');
  await expect(app.transcript.getByText('Echo: Where does the pangolin sleep?')).toBeVisible();
  await app.send(LONG);
  await expect(app.transcript.getByText('Line 349 of many', { exact: true })).toBeVisible();
  await app.send('The last words');
  await expect(app.transcript.getByText('Echo: The last words')).toBeVisible();

  // Found by the keyboard alone, and narrowed by a filter.
  await app.press('Mod+Shift+f');
  const field = page.getByRole('combobox', { name: words('search.field') });
  await expect(field).toBeFocused();
  await page.keyboard.type('pangolin');
  await expect(option(app, /pangolin/)).toHaveCount(2);
  await app.shotInBothThemes('search');
  await page.getByRole('button', { name: words('search.kind.answer') }).click();
  await expect(option(app, /pangolin/)).toHaveCount(1);
  await field.press('Enter');

  const found = app.transcript.getByText('Echo: Where does the pangolin sleep?');
  await expect(found).toBeInViewport();
  await expect(
    page.getByText(words('transcript.announceFound', { text: 'Echo: Where does the pangolin sleep?' })),
  ).toBeAttached();
  await app.shotInBothThemes('search-found');
  await expect(app.transcript).toBeFocused();
  // What comes after is read on, without running to the end; and the end is where new things are followed.
  await expect(app.transcript.getByText('Line 0 of many', { exact: true })).toBeVisible();
  await expect(app.transcript.getByText('Line 349 of many', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: words('transcript.jumpToLatest') }).click();
  await expect(app.transcript.getByText('Echo: The last words')).toBeInViewport();
  await app.send('And one more');
  await expect(app.transcript.getByText('Echo: And one more')).toBeInViewport();

  await app.newSession('Fake');
  await app.send('A short question');
  await expect(app.transcript.getByText('Echo: A short question')).toBeVisible();
  // A fork from the last message: all of it, said plainly, with the agent told at the next prompt.
  // The answer has its button once it is whole; until then the last one is the prompt's, which forks before it.
  const forks = app.transcript.getByRole('button', { name: words('transcript.fork') });
  await expect(forks).toHaveCount(2);
  await forks.last().click();
  await expect(page.getByText(words('session.untold'))).toBeVisible();
  await expect(app.message).toBeFocused();
  await app.shotInBothThemes('search-forked');
  await app.send('In the fork');
  await expect(app.transcript.getByText(/In the fork/).last()).toBeInViewport();
  await expect(app.sendButton).toBeVisible();
  await expect(page.getByText(words('session.untold'))).toBeHidden();

  // An edited prompt says what will happen before it happens (AC-90).
  const ask = app.transcript.getByRole('button', { name: words('transcript.editResend') }).last();
  await ask.focus();
  await ask.press('Enter');
  const edited = page.getByRole('textbox', { name: words('transcript.editLabel') });
  await expect(edited).toHaveValue('In the fork');
  await expect(page.getByText(words('transcript.editWhat'))).toBeVisible();
  await app.shotInBothThemes('search-edit');
  await edited.fill('In the branch');
  await page.getByRole('button', { name: words('transcript.resend') }).click();
  await expect(app.transcript.getByText('In the branch').first()).toBeInViewport();
  await expect(app.transcript.getByText('In the fork')).toHaveCount(0);
  await expect(app.sessions).toHaveCount(4);
});

test('a session leaves as a file and comes back from it', async ({ openProject, folder }) => {
  const { app } = await openProject({ project: 'forest' });
  const { page } = app;
  await app.newSession('Fake');
  await app.send('Keep this');
  await expect(app.transcript.getByText('Echo: Keep this')).toBeVisible();
  for (const [name, item] of [
    ['kept.md', words('session.exportMarkdown')],
    ['kept.signalbox.json', words('session.exportJson')],
  ] as const) {
    const file = join(folder, name);
    await app.saveAs(file);
    await app.row('Keep this').click({ button: 'right' });
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByText(words('session.exported', { path: file }))).toBeVisible();
    expect(readFileSync(file, 'utf8')).toContain('Echo: Keep this');
  }
  await app.pickFolder(join(folder, 'kept.signalbox.json'));
  await app.press('Mod+k');
  await page.keyboard.type('from a file');
  await page.keyboard.press('Enter');
  await expect(page.getByText(words('session.imported_one', { count: '1' }))).toBeVisible();
  await expect(app.transcript.getByText('Echo: Keep this')).toBeVisible();
  await expect(page.getByText(words('session.untold'))).toBeVisible();
  await expect(app.sessions).toHaveCount(2);
  await app.shotInBothThemes('session-imported');
});
