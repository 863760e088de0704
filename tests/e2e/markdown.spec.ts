import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './app';
import { descendantsOf } from './processes';
import type { RunningApp } from './runningApp';
import { words } from './words';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAgCAIAAADbtmxLAAAAOElEQVR42u3OMQ0AAAgDsPk3DQ4WsrRJnZRkXtYVCAkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQl9WNU8AeU0fM0SAAAAAElFTkSuQmCC',
  'base64',
);

const DRAWING = `<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60" onload="parent.document.title='run'">
<script>parent.document.title = 'run'</script><rect width="120" height="60" rx="12" fill="#2860c5"/></svg>`;

const LONG_CODE = Array.from(
  { length: 300 },
  (_, at) => `export const value${at} = compute(${at}, 'text ${at}');`,
).join('\n');

const PAGE = `# A long answer

Some **bold** text with $e^{i\\pi} + 1 = 0$, a price of $5 and a note.[^1] **强调。**后文

$$
\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt{\\pi}
$$

| File | What it does | Lines | Owner | Changed | Notes | More | And more |
|---|---|--:|---|---|---|---|---|
| src/a.ts | parses, with care | 120 | Ash | yesterday | none, really | quite a lot of text here | the end |
| src/b.ts | draws | 80 | Birch | today | "quoted" | and some more text here | the end |

\`\`\`mermaid
graph LR
  A[Request] --> B{Cached?}
  B -->|yes| C[Answer]
  B -->|no| D[Fetch] --> C
\`\`\`

\`\`\`mermaid
timeline
  2002 : LinkedIn
\`\`\`

- [x] parsed
- [ ] drawn

![The shot](shot.png) ![The drawing](logo.svg) ![Sent along](data:image/svg+xml;base64,${Buffer.from(DRAWING).toString('base64')})
![No picture](data:image/png;base64,aGk=)

Broken: $\\nosuchthing{x}$

\`\`\`ts
export const longLine = ['a very long line of code that does not fit on any page', 'and goes on and on', 'until it ends'].join(' and then ');
\`\`\`

[^1]: The source of it.

Last words.
`;

test('AC-69: a block of code that streams in keeps its node and what is pointed at, and its fence is never seen', async ({
  openProject,
  folder,
}) => {
  const [begin, rest] = [join(folder, 'begin.md'), join(folder, 'rest.md')];
  const text = `Here it is:\n\n\`\`\`ts\n${LONG_CODE}\n\`\`\`\n\n\`\`\`\nbare\n\`\`\`\n\nLast words.\n`;
  writeFileSync(begin, text.slice(0, 5000));
  writeFileSync(rest, text.slice(5000));
  const { app } = await openProject();
  await app.newSession('Fake');
  // Soon longer than the window, then slowly: there is time to point at something.
  await app.send(`!file ${begin} 60 400\n!file ${rest} 60 30`);
  const code = app.transcript.locator('pre code');
  await expect(code.first()).toContainText('value70');
  // Held where one reads, or what is pointed at would scroll away from the pointer.
  await app.transcript.hover();
  await app.page.mouse.wheel(0, -4000);
  await expect.poll(() => app.transcript.evaluate((log) => log.scrollTop)).toBe(0);
  const copy = app.transcript.getByRole('button', { name: 'Copy', exact: true });
  await copy.first().hover();
  const told = await app.page.evaluate(
    () =>
      new Promise((resolve) => {
        const block = document.querySelector('[role=log] .code-block');
        const code = block?.querySelector('code');
        const copy = block?.querySelector('button[aria-label="Copy"]');
        let unhovered = 0;
        let frames = 0;
        let raw = 0;
        const turned = new Set<string>();
        const look = () => {
          const mark = document.querySelector<HTMLElement>('.transcript-working .spinner');
          if (mark?.style.transform) turned.add(mark.style.transform);
          const text = document.querySelector('[role=log]')?.textContent ?? '';
          frames += 1;
          if (/`|~~~/.test(text)) raw += 1;
          if (!copy?.isConnected || !copy.matches(':hover')) unhovered += 1;
          if (!text.includes('Last words.')) return requestAnimationFrame(look);
          const now = document.querySelector('[role=log] .code-block');
          return resolve({
            sameBlock: now === block,
            sameCode: now?.querySelector('code') === code,
            raw,
            unhovered,
            watched: frames > 5,
            turnsWithText: turned.size > 2,
            lines: now?.querySelectorAll('.code-line').length,
          });
        };
        requestAnimationFrame(look);
      }),
  );
  expect(told).toEqual({
    sameBlock: true,
    sameCode: true,
    raw: 0,
    unhovered: 0,
    watched: true,
    turnsWithText: true,
    lines: 300,
  });
  await app.page.mouse.down();
  await app.page.mouse.up();
  await expect.poll(() => app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(LONG_CODE);

  // Without a label there is no head: the buttons come with the pointer or the focus.
  const bare = app.transcript.locator('.code-block').last();
  const buttons = bare.locator('.code-float');
  await bare.scrollIntoViewIfNeeded();
  await app.page.mouse.move(2, 2);
  await expect(buttons).toHaveCSS('opacity', '0');
  await bare.hover();
  await expect(buttons).toHaveCSS('opacity', '1');
  await app.page.mouse.move(2, 2);
  await expect(buttons).toHaveCSS('opacity', '0');
  await bare.getByRole('button', { name: 'Copy', exact: true }).focus();
  await expect(buttons).toHaveCSS('opacity', '1');

  // What comes in one chunk is drawn as what streams, also above 64 KB.
  const whole = join(folder, 'whole.md');
  writeFileSync(whole, `${'Words and **bold** words.\n\n'.repeat(3000)}**The bold end.**`);
  await app.send(`!file ${whole} 1000000 0`);
  await expect(app.transcript.locator('strong', { hasText: 'The bold end.' })).toBeVisible();
  await expect(app.transcript.locator('.md').last().locator('p > strong')).toHaveCount(3001);
});

/** The last answer as it is drawn: colours come to what is looked at, and each drawing has addresses of its own. */
async function drawn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const answer = [...document.querySelectorAll('[role=log] .md')].at(-1)?.cloneNode(true);
    if (!(answer instanceof HTMLElement)) return '';
    for (const line of answer.querySelectorAll('.code-line')) line.replaceChildren(line.textContent ?? '');
    return answer.innerHTML.replaceAll(/blob:[^"]+/g, 'blob:').replaceAll(/_r_\w+_/g, '_r_');
  });
}

/** When formulas, diagrams and pictures are there. */
async function drawnAtRest(page: Page): Promise<string> {
  let before = '';
  await expect
    .poll(
      async () => {
        const last = before;
        before = await drawn(page);
        return before.length > 10_000 && before === last;
      },
      { intervals: [400] },
    )
    .toBe(true);
  return before;
}

test('an answer shows formulas, tables, diagrams and pictures, gives each of them back as text, and looks the same afresh (AC-72)', async ({
  openProject,
  folder,
  project,
}) => {
  const cwd = project('orchard');
  writeFileSync(join(cwd, 'shot.png'), PNG);
  writeFileSync(join(cwd, 'logo.svg'), DRAWING);
  const file = join(folder, 'page.md');
  writeFileSync(file, PAGE);
  const { app } = await openProject();
  await app.newSession('Fake');
  await app.send(`!file ${file} 48 400`);
  const { transcript, page } = app;
  await expect(transcript.getByText('Last words.')).toBeVisible();
  await expect(transcript.locator('.katex')).toHaveCount(2);
  await expect(transcript.getByText('$\\nosuchthing{x}$')).toBeVisible();
  const picture = transcript.getByRole('img', { name: 'The shot' });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(48);
  const drawing = transcript.getByRole('img', { name: 'The drawing' });
  await expect.poll(() => drawing.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(120);
  const sent = transcript.getByRole('img', { name: 'Sent along' });
  await expect.poll(() => sent.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(120);
  await expect(transcript.getByRole('img', { name: 'No picture' })).toHaveCount(0);
  await expect(transcript.getByText('No picture', { exact: true })).toBeVisible();
  await expect(transcript.getByText(words('transcript.imageRefused.broken'))).toBeVisible();
  await transcript.getByRole('button', { name: 'Open the picture: The drawing' }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: 'The drawing' })).toBeVisible();
  await app.pressUntil('Escape', () => expect(page.getByRole('dialog')).toBeHidden({ timeout: 500 }));
  expect(await page.title()).not.toBe('run');
  const diagram = transcript.getByRole('img', { name: /Diagram: graph LR/ });
  await expect.poll(() => diagram.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
  const timeline = transcript.getByRole('img', { name: /Diagram: timeline/ });
  await expect.poll(() => timeline.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);

  // A diagram opens as large as there is room, by keyboard too, and is brought nearer and moved.
  const opener = transcript.getByRole('button', { name: /^Open the diagram: graph LR A/ });
  await opener.focus();
  await app.press('Enter');
  const large = page.getByRole('dialog', { name: 'Diagram' });
  await expect(large.getByRole('img', { name: /Diagram: graph LR/ })).toBeVisible();
  await expect.poll(async () => Number.parseInt(await large.getByRole('status').innerText(), 10)).toBeGreaterThan(100);
  const whole = await large.getByRole('status').innerText();
  for (const _ of [1, 2, 3]) await app.press('+');
  await expect(large.getByRole('status')).not.toHaveText(whole);
  const sheet = large.getByRole('group', { name: 'Diagram' });
  const box = await sheet.boundingBox();
  if (box === null) throw new Error('no sheet');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x - 60, middle.y, { steps: 3 });
  await page.mouse.up();
  await expect.poll(() => sheet.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(40);
  const dragged = await sheet.evaluate(({ scrollLeft }) => scrollLeft);
  await app.press('ArrowLeft');
  await expect.poll(() => sheet.evaluate(({ scrollLeft }) => scrollLeft)).toBeLessThan(dragged);
  await app.press('0');
  await expect(large.getByRole('status')).toHaveText(whole);
  await app.pressUntil('Escape', () => expect(large).toBeHidden({ timeout: 500 }));
  await expect(opener).toBeFocused();

  // Where the window has room, what is scanned leaves the column to the right, and nothing else does.
  const measures = () =>
    page.evaluate(() => {
      const answer = document.querySelector('[role=log] .md');
      const box = (selector: string) =>
        [...(answer?.querySelectorAll(selector) ?? [])].at(-1)?.getBoundingClientRect() ?? new DOMRect();
      const [words, table, code] = [box(':scope > p'), box('.md-table'), box('.code-block')];
      const scroller = answer?.querySelector('.md-table-scroll');
      return {
        lefts: new Set([words.left, table.left, code.left].map(Math.round)).size,
        isCut: (scroller?.scrollWidth ?? 0) > (scroller?.clientWidth ?? 0) + 1,
        widths: [words.width <= 728, table.width > 728, code.width > 728 && code.width <= 928],
      };
    });
  expect(await measures()).toEqual({ lefts: 1, isCut: true, widths: [true, false, false] });
  await page.setViewportSize({ width: 2560, height: 1440 });
  await expect.poll(measures).toEqual({ lefts: 1, isCut: false, widths: [true, true, true] });
  // The ring around the row goes around that, too.
  const row = transcript.getByRole('article').last();
  await row.focus();
  const reach = () =>
    row.evaluate((element) => {
      const ring =
        element.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(element, '::after').right);
      const edges = [...element.querySelectorAll('.md-table, .code-block')].map(
        (inside) => inside.getBoundingClientRect().right,
      );
      return ring - Math.max(...edges);
    });
  await expect.poll(reach).toBeCloseTo(10, 0);
  await page.setViewportSize({ width: 1280, height: 800 });

  // Whoever finds something above the end stays there, also where it was typed as soon as the bar was there.
  await app.press('Mod+f');
  await page.keyboard.type('a price of');
  const isFoundInView = () =>
    page.evaluate(() => {
      const [range] = CSS.highlights.get('find-current') ?? [];
      const view = document.querySelector('[role=log]')?.getBoundingClientRect();
      if (!(range instanceof Range) || view === undefined) return false;
      const { top, bottom } = range.getBoundingClientRect();
      return top > view.top && bottom < view.bottom;
    });
  await expect.poll(isFoundInView).toBe(true);
  await page.setViewportSize({ width: 1280, height: 760 });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await isFoundInView()).toBe(true);
  await app.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });

  const copied = () => app.electron.evaluate(({ clipboard }) => clipboard.readText());
  await transcript.getByRole('table').hover();
  await transcript.getByRole('button', { name: 'Copy table as CSV' }).click();
  await expect.poll(copied).toContain('src/b.ts,draws,80,Birch,today,"""quoted"""');
  const timelineBlock = transcript
    .locator('.code-block')
    .filter({ has: page.getByRole('img', { name: /Diagram: timeline/ }) });
  await timelineBlock.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(copied).toBe('timeline\n  2002 : LinkedIn');
  const flowBlock = transcript
    .locator('.code-block')
    .filter({ has: page.getByRole('img', { name: /Diagram: graph LR/ }) });
  await flowBlock.getByRole('button', { name: 'Show source' }).click();
  await expect(transcript.getByText('A[Request] --> B{Cached?}')).toBeVisible();
  await transcript.getByRole('button', { name: 'Show diagram' }).click();
  await expect(diagram).toBeVisible();

  // What is selected over a formula is copied as its source.
  await page.evaluate(() => {
    const paragraph = document.querySelector('[role=log] .md p');
    if (paragraph) getSelection()?.selectAllChildren(paragraph);
    document.execCommand('copy');
  });
  await expect.poll(copied).toContain('text with $e^{i\\pi} + 1 = 0$');
  await page.evaluate(() => getSelection()?.removeAllRanges());
  // Another theme draws it anew: until then the old one stands there, and never its source.
  const before = await diagram.getAttribute('src');
  const moments = await page.evaluateHandle(() => {
    const seen = { all: 0, without: 0 };
    new MutationObserver(() => {
      seen.all += 1;
      if (document.querySelector('.diagram-picture') === null) seen.without += 1;
    }).observe(document, { subtree: true, childList: true, attributes: true });
    return seen;
  });
  await app.shotInBothThemes('markdown-end');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(diagram).not.toHaveAttribute('src', before ?? '');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(diagram).toHaveAttribute('src', before ?? '');
  expect(await moments.evaluate(({ all, without }) => ({ watched: all > 2, without }))).toEqual({
    watched: true,
    without: 0,
  });

  // A picture that does not load is drawn once more, then its source is there and says so; another one is tried again.
  const breakIt = () =>
    diagram.evaluate((img: HTMLImageElement) => {
      img.src = 'data:image/png;base64,aGk=';
    });
  await breakIt();
  await expect(diagram).toHaveAttribute('src', /^blob:/);
  await expect(diagram).not.toHaveAttribute('src', before ?? '');
  await breakIt();
  await expect(diagram).toHaveCount(0);
  await expect(transcript.getByText('A[Request] --> B{Cached?}')).toBeVisible();
  await expect(transcript.getByText(words('transcript.diagramNotShown'))).toBeVisible();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(diagram).toHaveAttribute('src', /^blob:/);
    await expect(transcript.getByText(words('transcript.diagramNotShown'))).toHaveCount(0);
  }

  // AC-72 in the window, with what is written past React and what is drawn later: the corpus in one answer.
  const corpus = readdirSync('tests/fixtures/markdown').filter((name) => name.endsWith('.md'));
  const all = corpus.map((name) => readFileSync(join('tests/fixtures/markdown', name), 'utf8')).join('\n\n');
  writeFileSync(file, `${all}\n\nThe end of them all.\n`);
  await app.send(`!file ${file} 211 300`);
  await expect(transcript.getByText('The end of them all.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden();
  const streamed = await drawnAtRest(page);
  await page.reload();
  await expect(transcript.getByText('The end of them all.')).toBeAttached();
  await expect.poll(() => drawn(page), { timeout: 15_000 }).toBe(streamed);
  await drawnByMermaid(app, file);
});

/** What is drawn in a process of its own, in both themes, and what a diagram that hangs there holds up: nothing else. */
async function drawnByMermaid(app: RunningApp, file: string): Promise<void> {
  const { page, transcript } = app;
  const kindsFile = readFileSync('tests/fixtures/markdown/mermaid-kinds.md', 'utf8');
  writeFileSync(file, `${kindsFile}\n\nIn \`${'deep/'.repeat(40)}\`.\n\nThese are the kinds.\n`);
  await app.send(`!file ${file}`);
  await expect(transcript.getByText('These are the kinds.')).toBeVisible();
  // Code that goes on in the next line stays in the column.
  const reaches = await transcript.evaluate((log) =>
    [...log.querySelectorAll('.md > :is(p, ul, ol, blockquote) code')].flatMap((code) => {
      const edge = code.closest('.md')?.getBoundingClientRect().right ?? 0;
      const rects = [...code.getClientRects()];
      return rects.length < 2 ? [] : Math.max(...rects.map(({ right }) => right)) - edge;
    }),
  );
  expect(reaches).not.toEqual([]);
  expect(Math.max(...reaches)).toBeLessThanOrEqual(0);
  const drawing = (kind: string) => transcript.getByRole('img', { name: new RegExp(`^Diagram: ${kind}`) }).last();
  const kinds = ['gantt\\s+title', 'gitGraph', 'journey', 'quadrantChart', 'timeline', 'pie'];
  const inLight = await Promise.all(kinds.map((kind) => drawing(kind).getAttribute('src')));
  const drawn = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (object) => {
      if (object instanceof Blob) void object.text().then((text) => texts.push(text));
      return make(object);
    };
    return texts;
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const [at, kind] of kinds.entries()) {
    await expect(drawing(kind)).not.toHaveAttribute('src', inLight[at] ?? '');
    const width = () => drawing(kind).evaluate((img: HTMLImageElement) => img.naturalWidth);
    await expect.poll(width).toBeGreaterThan(100);
  }
  // Names of milestones stand beside their diamonds, to the left where there is no room; icons have the theme's colours.
  const milestones = await drawn.evaluate((texts) => {
    const gantt = new DOMParser().parseFromString(
      texts.find((text) => text.includes('milestoneText')) ?? '',
      'text/html',
    );
    return [...gantt.querySelectorAll('.milestoneText')].map((name) => {
      const diamond = gantt.getElementById(name.id.replace(/-text$/, ''));
      const [x = 0, side = 0] = ['x', 'width'].map((key) => Number(diamond?.getAttribute(key)));
      const isRight = name.getAttribute('style')?.includes('start') === true;
      const away = (Number(name.getAttribute('x')) - x - side / 2) * (isRight ? 1 : -1);
      return { name: name.textContent?.trim(), isRight, isClear: away > side * 0.57 };
    });
  });
  expect(milestones).toEqual([
    { name: 'Freeze', isRight: true, isClear: true },
    { name: '发布', isRight: true, isClear: true },
    { name: 'The whole train has left the station', isRight: false, isClear: true },
  ]);
  const blue = () =>
    drawing('architecture-beta').evaluate((img: HTMLImageElement) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [img.naturalWidth, img.naturalHeight];
      const brush = canvas.getContext('2d');
      brush?.drawImage(img, 0, 0);
      const { data } = brush?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      const seen = { drawn: 0, blue: 0 };
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] === 255) seen.drawn += 1;
        if (data[at] === 8 && data[at + 1] === 126 && data[at + 2] === 191) seen.blue += 1;
      }
      return { drawn: seen.drawn > 1000, blue: seen.blue };
    });
  await expect.poll(blue).toEqual({ drawn: true, blue: 0 });
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(
    transcript.getByText(/^This diagram cannot be drawn: Parse error on line 2: .*what is this/),
  ).toBeAttached();

  const processes = () =>
    app.electron.evaluate(({ BrowserWindow }) => {
      const main = BrowserWindow.getAllWindows()[0]?.webContents.mainFrame;
      return { page: main?.osProcessId, frames: main?.frames.map((frame) => frame.osProcessId) ?? [] };
    });
  const before = await processes();
  const [drawer = 0] = before.frames;
  expect(before.frames).toHaveLength(1);
  expect(drawer).not.toBe(before.page);
  await page.frames()[1]?.evaluate(() => {
    setTimeout(() => {
      for (;;);
    });
  });
  // Once, its ten seconds are one.
  await page.evaluate(() => {
    const plain = window.setTimeout.bind(window);
    const soon: typeof setTimeout = Object.assign((run: () => void, ms?: number) => {
      if (ms !== 10_000) return plain(run, ms);
      window.setTimeout = plain;
      return plain(run, 1000);
    }, plain);
    window.setTimeout = soon;
  });
  const source = (year: number) => `\`\`\`mermaid\ntimeline\n  ${year} : LinkedIn\n\`\`\`\n\n`;
  writeFileSync(file, `${source(2010)}${source(2011)}That was 2012.\n`);
  await app.send(`!file ${file}`);
  await expect(transcript.getByText('That was 2012.')).toBeVisible();
  // The page paints all the while.
  const frames = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const begun = performance.now();
        let count = 0;
        const next = () => {
          count += 1;
          if (performance.now() - begun < 400) requestAnimationFrame(next);
          else resolve(count);
        };
        next();
      }),
  );
  expect(frames).toBeGreaterThan(5);
  await expect(transcript.getByText('This diagram takes too long to draw.')).toBeVisible();
  // The one behind it comes from another process; the one that hung is gone.
  const behind = drawing('timeline\\s+2011');
  await expect.poll(() => behind.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
  const after = await processes();
  expect(after.frames).toHaveLength(1);
  expect(after.frames).not.toContain(drawer);
  await expect.poll(() => descendantsOf(app.pid).map(({ pid }) => pid)).not.toContain(drawer);
}
