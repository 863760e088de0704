import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from './app';
import { longestTask } from './pageTasks';
import type { RunningApp } from './runningApp';
import { type FakeAgent, fakeAgent, writeSettings } from './settings';
import { words } from './words';

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A picture as the clipboard has it, so wide that it must be made smaller. */
async function pasteImage(app: RunningApp, width: number, height: number): Promise<void> {
  await app.message.evaluate(
    async (box, size) => {
      const canvas = new OffscreenCanvas(size.width, size.height);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.fillStyle = '#2f7d5b';
      context.fillRect(0, 0, size.width, size.height);
      context.fillStyle = '#f2c14e';
      context.fillRect(size.width / 4, size.height / 4, size.width / 2, size.height / 2);
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([await canvas.convertToBlob()], 'image.png', { type: 'image/png' }));
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { width, height },
  );
}

const newDraft = (home: string): unknown => stored(home, 'SELECT text, attachments FROM new_draft');
const storedPlace = (home: string): unknown => stored(home, 'SELECT ordinal FROM reading_place');

/** A number once it stays the same from one frame to the next. */
async function steady(read: () => Promise<number>): Promise<number> {
  let last = await read();
  await expect(async () => {
    const now = await read();
    const same = now === last && now >= 0;
    last = now;
    expect(same).toBe(true);
  }).toPass({ intervals: [60] });
  return last;
}

/** What the store holds, read past the running app. */
function stored(home: string, sql: string): unknown {
  const database = new DatabaseSync(join(home, 'signalbox.db'), { readOnly: true });
  try {
    return database.prepare(sql).get();
  } finally {
    database.close();
  }
}

/** The last prompt, as it came. */
const promptOf = ({ run }: FakeAgent): unknown =>
  run.log().findLast(({ in: message }) => message?.method === 'session/prompt')?.in?.params?.['prompt'];

/** Drags files of the system over the transcript and lets them go there. */
async function drop(app: RunningApp, files: string[], picture: string): Promise<void> {
  const cdp = await app.page.context().newCDPSession(app.page);
  const at = { x: 600, y: 300, data: { items: [], files, dragOperationsMask: 1 } };
  await cdp.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at });
  await cdp.send('Input.dispatchDragEvent', { type: 'dragOver', ...at });
  await expect(app.page.getByText('Drop to attach')).toBeVisible();
  await app.shot(picture);
  await cdp.send('Input.dispatchDragEvent', { type: 'drop', ...at });
}

test('AC-32, AC-79: pasted, dropped and mentioned things survive kill -9 and go to the agent as it takes them', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  const agent = fakeAgent(folder, { name: 'Fake' });
  const blind = fakeAgent(folder, {
    name: 'Blind',
    config: { capabilities: { promptCapabilities: { image: false, embeddedContext: true } } },
  });
  writeSettings(home, { agents: [agent.setting, blind.setting] });
  const cwd = project('orchard');
  mkdirSync(join(cwd, 'src', 'trees'), { recursive: true });
  writeFileSync(join(cwd, 'src', 'trees', 'apple.ts'), 'export const apple = 1;\n');
  writeFileSync(join(cwd, 'src', 'trees', 'pear.ts'), '');
  const notes = join(folder, 'notes of elsewhere.md');
  writeFileSync(notes, 'not of the project');
  const dot = join(folder, 'dot.png');
  writeFileSync(dot, Buffer.from(DOT, 'base64'));

  const app = await launchApp({ args: [cwd] });
  await app.newSession('Fake');
  const attached = app.page.getByRole('list', { name: 'Attached' }).getByRole('listitem');
  await pasteImage(app, 3000, 1500);
  await expect(attached).toHaveText(['image.png']);
  await drop(app, [notes, join(cwd, 'src', 'trees'), dot], 'attachments-drop');
  await expect(attached).toHaveText(['image.png', 'notes of elsewhere.md', 'trees/', 'dot.png']);
  await app.message.pressSequentially('What is in @appl');
  const files = app.page.getByRole('listbox', { name: 'Files' });
  await expect(files.getByRole('option').first()).toHaveText(/^apple\.ts.*src\/trees\/$/);
  await app.shotInBothThemes('attachments-mention');
  await app.message.press('Enter');
  await expect(app.message).toHaveValue('What is in @src/trees/apple.ts ');
  await app.message.pressSequentially('and here?');
  await pasteImage(app, 40, 40);
  await expect(attached).toHaveCount(6);
  // The second picture is taken away again, by keys.
  await attached.last().getByRole('button', { name: 'Remove image.png' }).focus();
  await app.press('Enter');
  await expect(app.message).toBeFocused();
  await expect(attached).toHaveText(['image.png', 'notes of elsewhere.md', 'trees/', 'dot.png', 'apple.ts']);
  await app.shotInBothThemes('attachments-draft');
  // Another message, on the page for the next session.
  await app.sidebar.getByRole('button', { name: 'New session', exact: true }).click();
  await app.message.fill('For the next one');
  await pasteImage(app, 20, 20);
  await expect(attached).toHaveText(['image.png']);
  // As long as a person needs to let the hand sink: the page keeps a draft 300 ms after the last key.
  await expect
    .poll(() => newDraft(home))
    .toMatchObject({ text: 'For the next one', attachments: expect.stringContaining('imageId') });

  await app.kill();
  const next = await launchApp();
  const kept = next.page.getByRole('list', { name: 'Attached' }).getByRole('listitem');
  await expect(kept).toHaveText(['image.png', 'notes of elsewhere.md', 'trees/', 'dot.png', 'apple.ts']);
  await expect(kept.first().locator('img')).toBeVisible();
  await expect(next.message).toHaveValue('What is in @src/trees/apple.ts and here?');
  await next.message.press('Enter');
  await expect(next.transcript.getByText('Echo:').first()).toBeVisible();
  await expect(kept).toHaveCount(0);
  await next.shotInBothThemes('attachments-sent');

  const link = (path: string, name: string) => ({ type: 'resource_link', uri: pathToFileURL(path).href, name });
  const apple = join(cwd, 'src', 'trees', 'apple.ts');
  expect(promptOf(agent)).toEqual([
    { type: 'text', text: 'What is in @src/trees/apple.ts and here?' },
    // The signature of a PNG, without any prefix, then the size: 2000 by 1000.
    { type: 'image', mimeType: 'image/png', data: expect.stringMatching(/^iVBORw0KGgoAAAANSUhEUgAAB9AAAAPo/) },
    link(notes, 'notes of elsewhere.md'),
    link(join(cwd, 'src', 'trees'), 'src/trees/'),
    { type: 'image', mimeType: 'image/png', data: DOT },
    {
      type: 'resource',
      resource: { uri: pathToFileURL(apple).href, mimeType: 'text/plain', text: 'export const apple = 1;\n' },
    },
  ]);

  await next.sidebar.getByRole('button', { name: 'New session', exact: true }).click();
  await expect(next.message).toHaveValue('For the next one');
  await expect(kept).toHaveText(['image.png']);
  await next.page.getByRole('radio', { name: /^Blind, / }).click();
  await next.shotInBothThemes('attachments-new');
  await next.message.press('Enter');
  await expect(next.transcript.getByText('This agent takes no pictures in a message')).toBeVisible();
  await expect(next.transcript.getByText('Echo:').first()).toBeVisible();
  expect(promptOf(blind)).toMatchObject([
    { type: 'text', text: 'For the next one' },
    { type: 'resource_link', mimeType: 'image/png' },
  ]);
  await expect.poll(() => newDraft(home)).toBeUndefined();
  // Now it is known, and said before.
  await pasteImage(next, 20, 20);
  await expect(next.page.getByText('Blind takes no pictures in a message: they go to it as files.')).toBeVisible();
  await next.shotInBothThemes('attachments-no-pictures');
});

test('AC-32: where one reads is there again in another session, after kill -9, and far from the end', async ({
  openProject,
  launchApp,
  home,
  project,
}) => {
  const { app } = await openProject();
  await app.newSession('Fake');
  await app.send('!say Another one');
  await app.newSession('Fake');
  const lines = Array.from({ length: 160 }, (_, at) => `!say Line ${at}.\n!think Thought ${at}.`);
  const more = '!terminal until [ -e go ]; do sleep 0.05; done\n!tool read\n!say One more.';
  await app.send(`Read this\n${lines.join('\n')}\n!say The end.\n${more}`);
  await expect(app.transcript.getByText('The end.')).toBeVisible();
  await expect(app.transcript.getByText('terminal/output →')).toBeVisible();
  const place = (from: RunningApp) => from.transcript.getByText('Line 20.', { exact: true });
  // More than one page before the end: what is between is read as one scrolls.
  await app.transcript.hover();
  await expect(async () => {
    await app.page.mouse.wheel(0, -400);
    await expect(place(app)).toBeInViewport({ timeout: 50 });
  }).toPass({ intervals: [30] });
  await expect(app.page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  const top = async (from: RunningApp): Promise<number> => Math.round((await place(from).boundingBox())?.y ?? -1);
  const before = await steady(() => top(app));

  await app.row('Another one').click();
  await expect(app.transcript.getByText('Another one', { exact: true })).toBeVisible();
  // What comes meanwhile is new to whoever comes back.
  writeFileSync(join(project('orchard'), 'go'), '');
  await expect(app.row('Read this')).toContainText('Done');
  await app.row('Read this').click();
  await expect(place(app)).toBeInViewport();
  await expect(
    app.page.getByRole('button', { name: words('transcript.jumpToNew_other', { count: '2' }) }),
  ).toBeVisible();
  expect(Math.abs((await steady(() => top(app))) - before)).toBeLessThan(6);
  await expect.poll(() => storedPlace(home)).toBeDefined();

  await app.kill();
  const next = await launchApp();
  await expect(place(next)).toBeInViewport();
  expect(Math.abs((await steady(() => top(next))) - before)).toBeLessThan(6);
  await next.page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(next.transcript.getByText('The end.')).toBeInViewport();
  await expect.poll(() => storedPlace(home)).toBeUndefined();
});

test('a text of 700 lines and one of 10,000 are pasted, written on and sent without a wait', async ({
  openProject,
}) => {
  const { app, agent } = await openProject();
  await app.newSession('Fake');
  // Nearly all of it is what Chromium itself needs for a textarea (docs/performance.md).
  const short = await pasteAndType(app, textOf(700));
  expect(short.paste, 'pasting 700 lines').toBeLessThan(50);
  expect(short.key, 'a key in 700 lines').toBeLessThan(30);
  await app.press('Mod+a');
  await app.press('Delete');
  await expect(app.message).toHaveValue('');
  const long = await pasteAndType(app, textOf(10_000));
  expect(long.paste, 'pasting 300 KB').toBeLessThan(300);
  expect(long.key, 'a key in 300 KB').toBeLessThan(100);
  writeFileSync('test-results/composer-paste.json', JSON.stringify({ short, long }));
  await app.message.press('Enter');
  await expect(app.message).toHaveValue('');
  // The agent's answer begins with a word that the prompt has not.
  await expect(app.transcript.getByText(/^Echo: Line 0 of a long text/).first()).toBeAttached();
  expect(promptOf(agent)).toEqual([{ type: 'text', text: `${textOf(10_000)}xyz` }]);
});

/** Lines of 30 bytes. */
const textOf = (lines: number): string =>
  Array.from({ length: lines }, (_, line) => `Line ${line} of a long text`.padEnd(29, '.')).join('\n');

/** By the keyboard, from the system's clipboard: the longest task of the page for each, in ms of the processor. */
async function pasteAndType(app: RunningApp, text: string): Promise<{ paste: number; key: number }> {
  await app.electron.evaluate(({ clipboard }, given) => clipboard.writeText(given), text);
  const shows = (length: number) =>
    expect.poll(() => app.message.evaluate((box: HTMLTextAreaElement) => box.value.length)).toBe(length);
  await expect(app.message).toBeFocused();
  const paste = await longestTask(app.page, async () => {
    await app.press('Mod+v');
    await shows(text.length);
  });
  const key = await longestTask(app.page, async () => {
    await app.page.keyboard.type('xyz');
    await shows(text.length + 3);
  });
  return { paste: paste.cpuMs, key: key.cpuMs };
}
