import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expectAccessible } from './accessible';
import { expect, test } from './app';
import type { RunningApp } from './runningApp';
import { tool } from './scenes';
import { fakeAgent, writeSettings } from './settings';
import { words } from './words';

/** A turn of so many items that the session's beginning is far outside of what its page holds. */
const LONG = Array.from({ length: 150 }, (_, line) => `!tool edit now\n!say Line ${line} of many`).join('\n');

const RICH = `# Head

Some **bold**, \`code\`, [a link](https://example.com/x), src/a.ts and a&nbsp;space.

| a | b |
|---|--:|
| 1 | 2 |

- one
- two

\`\`\`ts
const b = 2;
\`\`\`
`;
const RICH_HTML = [
  '<h1>Head</h1>',
  '<p>Some <strong>bold</strong>, <code>code</code>, <a href="https://example.com/x">a link</a>, src/a.ts and a&nbsp;space.</p>',
  '<div><div><table><thead><tr><th>a</th><th style="text-align: right;">b</th></tr></thead>',
  '<tbody><tr><td>1</td><td style="text-align: right;">2</td></tr></tbody></table></div></div>',
  '<ul><li>one</li><li>two</li></ul>',
  '<div><pre><code>const b = 2;</code></pre></div>',
].join('');

/** What a page that knows more than plain text gets from the clipboard. */
async function pasted(app: RunningApp): Promise<string> {
  const html = app.page.evaluate(
    () =>
      new Promise<string>((done) => {
        const take = (event: ClipboardEvent) => {
          event.preventDefault();
          event.stopImmediatePropagation();
          const page = new DOMParser().parseFromString(event.clipboardData?.getData('text/html') ?? '', 'text/html');
          done(page.body.innerHTML.trim());
        };
        window.addEventListener('paste', take, { capture: true, once: true });
      }),
  );
  await app.press('Mod+v');
  return html;
}

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
  await expect(app.transcript.getByText('Line 149 of many', { exact: true })).toBeVisible();
  await app.send('The last **words** of it');
  await expect(app.transcript.getByText('Echo: The last')).toBeVisible();
}

test('a long session is found in, walked, listed and copied by the keyboard alone (AC-76)', async ({
  openProject,
  project,
}) => {
  test.slow();
  const cwd = project('orchard');
  const { app } = await openProject();
  const { page } = app;
  await longSession(app);

  // Find: from where one reads, over the marks of Markdown, with the count of all of the session.
  await app.transcript.focus();
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
  await expect(status).toHaveText(/of 300$/);
  await page.getByRole('button', { name: words('find.matchCase') }).click();
  await expect(status).toHaveText(words('find.none'));
  await page.getByRole('button', { name: words('find.matchCase') }).click();
  await expect(status).toHaveText(/of 300$/);
  await page.keyboard.press('F3');
  await expect(status).toHaveText(/of 300$/);
  await field.fill('pangolin');
  await expect.poll(() => marks(app)).toEqual({ all: ['pangolin'], current: ['pangolin'] });
  const place = () => app.transcript.evaluate(({ scrollTop }) => scrollTop);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('search')).toHaveCount(0);
  // Back where the focus came from, and at what was found.
  await expect(app.transcript).toBeFocused();
  await expect(app.transcript.getByText('Where does the pangolin sleep?', { exact: true })).toBeInViewport();
  await expect.poll(() => marks(app)).toEqual({ all: [], current: [] });

  // The prompts, also those that the page does not hold (AC-76).
  await app.press('Mod+Shift+o');
  const prompts = page.getByRole('listbox', { name: words('outline.list') }).getByRole('option');
  await expect(page.getByRole('combobox', { name: words('outline.field') })).toBeFocused();
  await expect(prompts).toHaveText([/^Where does the pangolin/, /^!tool edit now !say Line 0/, /^The last/]);
  await expect(prompts.and(page.locator('[aria-current="true"]'))).toHaveCount(1);
  await app.shotInBothThemes('reading-outline');
  await page.keyboard.type('pear tree');
  await expect(prompts).toHaveCount(0);
  await page.getByRole('combobox', { name: words('outline.field') }).fill('words last');
  await expect(prompts).toHaveText([/^The last/]);
  await page.keyboard.press('Enter');
  await expect(app.transcript.getByText('The last **words** of it')).toBeInViewport();
  await expect(app.transcript).toBeFocused();
  await app.press('Alt+Shift+ArrowUp');
  const prompt = app.transcript.getByRole('article', { name: words('transcript.rows.prompt') });
  // The list is drawn anew where it is far away; the prompt then stands at the upper edge.
  const atTop = (text: string) =>
    expect
      .poll(async () => {
        const view = await app.transcript.boundingBox();
        const box = await prompt.filter({ hasText: text }).boundingBox();
        return box !== null && view !== null && Math.abs(box.y - view.y) < 60;
      })
      .toBe(true);
  await atTop('Line 0 of many');
  await app.press('Alt+Shift+ArrowUp');
  await expect(app.transcript.getByText('Where does the pangolin sleep?', { exact: true })).toBeInViewport();
  await app.press('Alt+Shift+ArrowDown');
  await atTop('Line 0 of many');
  await app.press('Alt+Shift+ArrowDown');
  await expect(app.transcript.getByText('The last **words** of it')).toBeInViewport();

  // From item to item, to the beginning and to the end.
  await app.press('End');
  await expect(app.transcript.getByText('Echo: The last')).toBeInViewport();
  await app.press('k');
  const answer = app.transcript.getByRole('article', { name: words('transcript.rows.answer', { agent: 'Fake' }) });
  await expect(answer.last()).toBeFocused();
  await app.shotInBothThemes('reading-item');
  // From a row, too, the end has the focus and not the page.
  await app.press('End');
  await expect(app.transcript).toBeFocused();
  await app.press('k');
  await expect(answer.last()).toBeFocused();
  await app.press('k');
  await expect(prompt.filter({ hasText: 'words' })).toBeFocused();
  await app.press('Home');
  await expect(app.transcript.getByText('Where does the pangolin sleep?', { exact: true })).toBeInViewport();
  await expect(app.transcript).toBeFocused();
  await app.press('j');
  await expect(prompt.filter({ hasText: 'pangolin' })).toBeFocused();
  await app.press('j');
  await expect(answer.filter({ hasText: 'pangolin' })).toBeFocused();
  await app.press('j');
  await expect(prompt.filter({ hasText: 'Line 0 of many' })).toBeFocused();
  await app.press('j');
  const card = app.transcript.getByRole('article', {
    name: words('transcript.rows.named', { what: 'Tool', name: 'Finished edit' }),
  });
  await expect(card.first()).toBeFocused();
  const header = card.first().getByRole('button', { name: /^Edited/ });
  await expect(header).toHaveAttribute('aria-expanded', 'false');
  await app.press('Enter');
  await expect(header).toHaveAttribute('aria-expanded', 'true');
  await expect(card.first()).toBeFocused();
  await app.press('Enter');
  await expect(header).toHaveAttribute('aria-expanded', 'false');
  const before = await place();
  await app.press('PageDown');
  await expect.poll(place).toBeGreaterThan(before + 200);
  await app.press('PageUp');
  await expect.poll(place).toBeLessThan(before + 200);

  // What comes while one reads above is counted.
  await app.send('!terminal until [ -e go ]; do sleep 0.05; done\n!tool read\n!say And one\n!tool edit\n!say And two');
  await expect(app.transcript.getByText('terminal/output →')).toBeVisible();
  // One line up is a wish to leave the end, whatever comes then.
  await app.transcript.focus();
  await app.press('ArrowUp');
  writeFileSync(join(cwd, 'go'), '');
  const toNew = page.getByRole('button', { name: words('transcript.jumpToNew_other', { count: '4' }) });
  await toNew.click();
  await expect(app.transcript.getByText('And two', { exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);
  // The list of the end is another one than that of the beginning: the focus goes on to it.
  await app.transcript.focus();
  await app.press('Home');
  await expect(app.transcript.getByText('Where does the pangolin sleep?', { exact: true })).toBeInViewport();
  await app.press('j');
  await expect(prompt.filter({ hasText: 'pangolin' })).toBeFocused();
  await app.press('End');
  await expect(app.transcript.getByText('And two', { exact: true })).toBeInViewport();
  await expect(app.transcript).toBeFocused();

  // A selection over rows that are drawn no more is copied whole, with who said what.
  const clipboard = () => app.electron.evaluate(({ clipboard: board }) => board.readText());
  await app.press('End');
  await expect(app.transcript.getByText('And two', { exact: true })).toBeInViewport();
  const firstLine = () =>
    app.transcript.evaluate((log) => {
      const isInView = (element: Element) => element.getBoundingClientRect().top > log.getBoundingClientRect().top;
      const line = [...log.querySelectorAll('p')].find((p) => /^Line \d+ of many$/.test(p.innerText) && isInView(p));
      return Number(/\d+/.exec(line?.innerText ?? '')?.[0] ?? Infinity);
    });
  await app.transcript.evaluate((log) => log.scrollBy(0, -8000));
  await expect.poll(firstLine).toBeLessThan(140);
  const line = await firstLine();
  const text = (at: number) => app.transcript.getByText(`Line ${at} of many`, { exact: true });
  // As one presses there, scrolls, and presses again with Shift.
  await text(line).evaluate((element) => document.getSelection()?.collapse(element.firstChild, 5));
  // To the end of the session, by a key; what is selected there is not drawn before one goes there.
  await app.transcript.focus();
  await app.press('Mod+Shift+End');
  await expect(page.getByText(words('transcript.selectedToEnd'), { exact: true })).toBeVisible();
  await expect(app.transcript.getByText('And two', { exact: true })).toBeInViewport();
  await expect(text(line + 1)).toHaveCount(0);
  await app.press('Mod+c');
  await expect.poll(clipboard).toMatch(new RegExp(`^${line} of many\n[^]*\nAnd two\n$`));
  const toEnd = await clipboard();
  for (let at = line + 1; at < 150; at += 1) expect(toEnd).toContain(`\n## Fake\n\nLine ${at} of many\n`);
  // And from the same place to its beginning.
  await app.press('Mod+Shift+Home');
  await expect(page.getByText(words('transcript.selectedToStart'), { exact: true })).toBeVisible();
  await app.press('Mod+c');
  await expect.poll(clipboard).toMatch(/^## You\n\nWhere does the pangolin sleep\?\n[^]*\n## Fake\n\nLine\n$/);
  const toStart = await clipboard();
  for (let at = 0; at < line; at += 1) expect(toStart).toContain(`\nLine ${at} of many\n`);
  expect(toStart).not.toContain(`\n## Fake\n\nLine ${line} of`);
  // With Shift and a press the same place goes on to be where it begins.
  await app.press('End');
  await app.transcript
    .getByText('Echo: The last')
    .evaluate((element) => document.getSelection()?.extend(element.firstChild!, 8));
  await app.press('Mod+c');
  await expect.poll(clipboard).toMatch(new RegExp(`^${line} of many\n`));
  const copied = await clipboard();
  for (let at = line + 1; at < 150; at += 1) expect(copied).toContain(`\n## Fake\n\nLine ${at} of many\n`);
  expect(copied).toContain('\n## You\n\nThe last **words** of it\n');
  expect(copied).toMatch(/\n## Fake\n\nEcho: Th\n$/);
  expect(copied).not.toContain(`Line ${line - 1} of`);

  // One item, by the keys alone.
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await app.transcript.focus();
  await app.press('End');
  await app.press('k');
  await expect(answer.last()).toBeFocused();
  await app.press('k');
  await app.press('k');
  await app.press('Mod+c');
  await expect.poll(clipboard).toBe('And one\n');
  await expect(page.getByText(words('transcript.copiedItem'), { exact: true })).toBeVisible();

  // All of the session, also what is on no page.
  await app.transcript.focus();
  await app.press('Mod+a');
  await expect(page.getByText(words('transcript.allSelected'))).toBeVisible();
  await app.press('Mod+c');
  await expect.poll(clipboard).toMatch(/^## You\n\nWhere does the pangolin sleep\?\n/);
  const whole = await clipboard();
  for (const at of [0, 75, 149]) expect(whole).toContain(`\nLine ${at} of many\n`);
  await app.shotInBothThemes('reading-all');
});

test('what is selected in a diff, over it and around formulas is copied as it was written', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  const [scenes, gate] = [join(folder, 'scenes.json'), join(folder, 'go')];
  const reads = Array.from({ length: 900 }, (_, at) => tool(`read-${at}`, 'read', 1));
  writeFileSync(scenes, JSON.stringify({ many: [{ line: '!diff' }, { until: gate }, ...reads] }));
  writeSettings(home, { agents: [fakeAgent(folder, { name: 'Fake', config: { scenes } }).setting] });
  const file = join(folder, 'page.md');
  const text = 'Before $e^{i\\pi}$ it.\n\n$$\n\\int_0^1 x\\,dx\n$$\n\nAfter it.';
  writeFileSync(file, `${text}\n\n\`\`\`ts\nconst a = 1;\n\`\`\`\n`);
  const app = await launchApp({ args: [project('forest')] });
  const { page, transcript } = app;
  await app.newSession('Fake');
  await app.send(`!say Above it\n!diff\n!say Below it\n!tool edit\n!file ${file} 4000 0`);
  await expect(transcript.locator('.katex')).toHaveCount(2);
  const lines = transcript.locator('diffs-container [data-line]');
  await expect(lines).toHaveCount(5);
  await expect(app.stopButton).toBeHidden();
  await transcript.focus();
  await app.press('Home');
  await expect(transcript.getByText('Above it', { exact: true })).toBeInViewport();
  const copied = async () => {
    await app.electron.evaluate(({ clipboard }) => clipboard.clear());
    await app.press('Mod+c');
    const read = () => app.electron.evaluate(({ clipboard }) => clipboard.readText());
    await expect.poll(read).not.toBe('');
    return read();
  };
  const drag = async (from: Locator, to: Locator, x: number) => {
    await page.evaluate(() => getSelection()?.removeAllRanges());
    const [a, b] = [await from.boundingBox(), await to.boundingBox()];
    if (a === null || b === null) throw new Error('not on screen');
    await page.mouse.move(a.x + x, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(b.x + x + 30, b.y + b.height / 2 - 2, { steps: 4 });
    await page.mouse.move(b.x + x + 34, b.y + b.height / 2, { steps: 2 });
    await page.mouse.up();
  };
  const [above, below] = [
    transcript.getByText('Above it', { exact: true }),
    transcript.getByText('Below it', { exact: true }),
  ];
  // Within a diff its lines, without numbers and signs.
  await drag(lines.nth(0), lines.nth(3), 16);
  expect(await copied()).toMatch(/^o?ne\ntwo\n2\nthr/);
  // Three clicks take the line and nothing of the edit below it.
  await above.click({ clickCount: 3 });
  expect((await copied()).trim()).toBe('Above it');
  // Into it, out of it and over it: the edit as a whole.
  const edit = /Edit out\.txt[\s\S]*```diff\n[\s\S]*\+four\n```\n/;
  await drag(above, lines.nth(2), 2);
  const into = await copied();
  expect(into).toMatch(edit);
  expect(into).toContain('bove it');
  await drag(lines.nth(1), below, 2);
  const out = await copied();
  expect(out).toMatch(edit);
  expect(out).toMatch(/## Fake\n\nBe?l?o?w?/);
  await drag(above, below, 2);
  expect(await copied()).toMatch(edit);

  // What a tool was given, by itself.
  await transcript.getByRole('button', { name: /^Edited hello/ }).click();
  await transcript
    .locator('.code-block code')
    .first()
    .evaluate((code) => getSelection()?.selectAllChildren(code));
  expect(await copied()).toMatch(/^\{\n {2}"path": ".*hello\.txt"\n\}$/);

  // A formula is its source, and breaks no lines that the text does not.
  const answer = transcript.locator('.md').last();
  await answer.evaluate((element) => getSelection()?.selectAllChildren(element));
  expect(await copied()).toBe(`${text}\n\nconst a = 1;`);
  // Also where it is the end of more.
  await page.evaluate(() => {
    const [first, end] = [
      document.querySelector('[role=log] [role=article]'),
      document.querySelectorAll('[role=log] .md > p'),
    ];
    const last = end[end.length - 1];
    if (first && last) getSelection()?.setBaseAndExtent(first, 0, last.firstChild ?? last, 5);
  });
  expect(await copied()).toMatch(/Before \$e\^\{i\\pi\}\$ it\.\n\n\$\$\n\\int_0\^1 x\\,dx\n\$\$\n\nAfter\n$/);

  // Elsewhere it has its structure and no colours of the theme; its text is what the browser itself would copy.
  await page.emulateMedia({ colorScheme: 'dark' });
  writeFileSync(file, RICH);
  await app.send(`!file ${file} 4000 0`);
  const rich = transcript.locator('.md', { has: page.getByRole('table') });
  await expect(rich.locator('.code-line span').first()).toBeVisible();
  await expect(app.stopButton).toBeHidden();
  await page.evaluate(() => {
    const stop = (event: Event) => event.stopImmediatePropagation();
    document.addEventListener('own-copy', () => window.addEventListener('copy', stop, { capture: true, once: true }));
  });
  const copies = async (selected: Locator) => {
    await transcript.focus();
    await selected.evaluate((element) => getSelection()?.selectAllChildren(element));
    await page.evaluate(() => document.dispatchEvent(new Event('own-copy')));
    const own = await copied();
    const text = await copied();
    expect(text).toBe(own);
    return { text, html: await pasted(app) };
  };
  expect(await copies(rich)).toEqual({ text: expect.stringMatching(/two\nconst b = 2;$/), html: RICH_HTML });
  expect((await copies(rich.locator('strong'))).html).toBe('<strong>bold</strong>');
  expect((await copies(rich.locator('.code-line').first())).html).toBe('<pre><code>const b = 2;</code></pre>');
  expect((await copies(rich.locator('tbody tr'))).html).toBe(
    '<table><tbody><tr><td>1</td><td style="text-align: right;">2</td></tr></tbody></table>',
  );
  const mine = transcript.getByRole('article', { name: words('transcript.rows.prompt') }).first();
  expect((await copies(mine.getByText('Above it'))).html).toMatch(/^!say Above it<br>!diff<br>!say Below it<br>/);
  await transcript.focus();
  await app.press('Home');
  await expect(above).toBeInViewport();
  await drag(lines.nth(0), lines.nth(3), 16);
  expect(await copied()).toMatch(/^o?ne\ntwo\n2\nthr/);
  expect(await pasted(app)).toMatch(/^<pre>o?ne\ntwo\n2\nthr\w*<\/pre>$/);
  await page.emulateMedia({ colorScheme: 'light' });

  // A find goes into the diff's own tree, too.
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await transcript.focus();
  await app.press('Mod+f');
  await page.keyboard.type('four');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 of 1');
  await expect.poll(() => marks(app)).toEqual({ all: [], current: ['four'] });
  await app.shotInBothThemes('reading-find-diff');

  // What an input method is still putting together is not looked for; what comes of it is.
  const field = page.getByRole('textbox', { name: words('find.field') });
  const status = page.getByRole('search').getByRole('status');
  await field.fill('');
  await expect(status).toHaveText('');
  const input = await page.context().newCDPSession(page);
  await input.send('Input.imeSetComposition', { text: 'fou', selectionStart: 3, selectionEnd: 3 });
  await expect(field).toHaveValue('fou');
  await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
  await expect(status).toHaveText('');
  await input.send('Input.insertText', { text: 'four' });
  await expect(status).toHaveText('1 of 1');

  // What is closed, cut or drawn only where it is in view is found and opened, in the part that has it.
  await transcript.focus();
  await app.press('Escape');
  await expect(page.getByRole('search')).toHaveCount(0);
  await expect(transcript).toBeFocused();
  await app.send('!output 40 1\n!bigdiff 700\n!tool read\n!aborted\n!output 4000\n!say All done');
  await expect(transcript.getByText('All done', { exact: true })).toBeVisible();
  await expect(app.stopButton).toBeHidden();
  const finds = async (query: string, told: RegExp) => {
    await app.press('Mod+f');
    await field.fill(query);
    await expect(status).toHaveText(told);
    await expect.poll(async () => (await marks(app)).current).toEqual([query]);
  };
  await finds('line 7 of output.', /^1 of 1$/);
  await finds('total555', /^1 of \d$/);
  await finds('Error: Aborted', /^1 of 1$/);
  const group = transcript.getByRole('button', { name: 'Read 2 files' });
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(app, 'what a find has opened');
  // Of what is over 64 KB all is looked through; where the rest of it opens, the same is looked for.
  await field.fill('line 3210 of');
  await expect(status).toHaveText('1 of 1');
  const showAll = transcript
    .getByRole('article')
    .and(page.locator('.row-found'))
    .getByRole('button', { name: 'Open all' });
  await showAll.click();
  await expect(page.getByRole('dialog').getByText('line 3210 of output', { exact: true })).toBeInViewport();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('1 of 1');
  await app.press('Escape');
  await app.press('Escape');

  // What is selected in a diff stays while more comes than is held at the end, all of which would be let go of (0075).
  await app.newSession('Fake');
  await app.send('many');
  await expect(lines).toHaveCount(5);
  await drag(lines.nth(0), lines.nth(3), 16);
  const marked = await copied();
  expect(marked).toMatch(/^o?ne\ntwo\n2\nthr/);
  const drawn = await lines.first().elementHandle();
  const isThere = () => drawn?.evaluate((line) => line.isConnected);
  writeFileSync(gate, '');
  await expect(transcript.getByRole('button', { name: 'Read 900 files' })).toBeVisible();
  await expect(app.stopButton).toBeHidden();
  expect(await isThere()).toBe(true);
  expect(await copied()).toBe(marked);
  // With nothing selected it is, with the next that comes.
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await app.send('!say One more');
  await expect.poll(isThere).toBe(false);
});
