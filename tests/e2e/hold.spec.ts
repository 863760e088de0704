import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, test } from './app';
import { holdBack, type Late } from './late';
import { frames, goesUp, holds, moves, readTo, rest, wheel } from './painted';
import { output, picture, prose, say, think, tool } from './scenes';

// Where one reads holds (AC-74). What is watched is where an element is painted, frame by frame.

/** More than a page of items, and more than is held of a session that is watched. */
const SECTIONS = 140;
const PICTURES = 60;

/** Of all kinds, of all heights, and of none that could be guessed. */
function section(at: number): readonly object[] {
  const bodies = [
    `## Part ${at}\n\n${prose(`part ${at}`, 3 + (at % 17))}\n\n- one\n- two\n- three`,
    `| a | b |\n|---|---|\n${Array.from({ length: 2 + (at % 9) }, (_, row) => `| ${row} | table ${at} |`).join('\n')}`,
    `\`\`\`ts\n${Array.from({ length: 3 + (at % 9) }, (_, row) => `export const code${at}x${row} = ${row};`).join('\n')}\n\`\`\``,
    `![A picture of part ${at}](pear.png)\n\nBelow the picture ${at}.`,
    `$$\n\\sum_{i=0}^{${at}} i^2 = \\frac{a}{b}\n$$\n\nA formula ${at}.`,
    `\`\`\`mermaid\ngraph TD\n  A${at}[Ask] --> B[Read] --> C[Write]\n\`\`\`\n\nA diagram ${at}.`,
  ];
  // What is drawn late, and so grows in view, is not among those that are passed quickly.
  const kinds = at < PICTURES ? bodies.length : 3;
  return [
    think(prose(`thought ${at}`, 2)),
    tool(`read-${at}`, 'read', 4),
    tool(`run-${at}`, 'execute', 1 + ((at * 7) % 30)),
    say(`${bodies[at % kinds]}\n\nEnd of part ${at}.`, `m${at}`),
    tool(`edit-${at}`, 'search', 2),
    say(prose(`tail ${at}`, 1 + ((at * 5) % 20)), `n${at}`),
  ];
}

test('where one reads holds to the pixel, whatever grows above, below and around it (AC-74)', async ({
  openProject,
  folder,
  project,
}) => {
  test.slow();
  const scenes = join(folder, 'scenes.json');
  const gate = (name: string) => join(folder, name);
  const go = (name: string) => writeFileSync(gate(name), '');
  const live = [
    think(prose('the open thought', 12)),
    say('Between the two.', 'between'),
    tool('grower', 'execute', 1, 'in_progress'),
    say('Before the terminal.', 'before'),
    { line: `!also !terminal until [ -e '${gate('terminal')}' ]; do sleep 0.05; done; seq 1 12` },
    say(
      [
        'Where one reads.',
        prose('the first paragraph', 6),
        '![The spanning picture](pear.png)',
        ...Array.from({ length: 6 }, (_, at) => prose(`paragraph ${at} before`, 5)),
        'The reading point.',
        ...Array.from({ length: 12 }, (_, at) => prose(`paragraph ${at} after`, 5)),
      ].join('\n\n'),
      'reading',
    ),
    { line: '!also !stream 9000 60' },
    { until: gate('grow') },
    {
      update: { sessionUpdate: 'tool_call_update', toolCallId: 'grower', content: output('grower', 12) },
    },
    { line: '!hang' },
  ];
  writeFileSync(
    scenes,
    JSON.stringify({ story: Array.from({ length: SECTIONS }, (_, at) => section(at)).flat(), live }),
  );
  const path = project('forest');
  writeFileSync(join(path, 'pear.png'), picture(40, 300));
  const { app } = await openProject({ project: 'forest', config: { scenes } });
  const { transcript } = app;
  await app.newSession('Fake');
  await app.send('story');
  await expect(transcript.getByText(`Sentence 0 of tail ${SECTIONS - 1} says`)).toBeVisible();
  await app.send('live');
  await expect(transcript.getByText(/chunk-3 /)).toBeVisible();

  // Some lines up leave the end, which goes on growing.
  await wheel(app, -80);
  const jump = app.page.getByRole('button', { name: /^Jump to latest/ });
  await expect(jump).toBeVisible();
  // The view ends at its band: nothing of the rows can be pressed beside it.
  const box = async (one: Locator) => (await one.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN };
  const at = await box(jump);
  const beside = await transcript.evaluate(
    (view, { left, right, y }) => [left, right].map((x) => view.contains(document.elementFromPoint(x, y))),
    { left: at.x - 80, right: at.x + at.width + 80, y: at.y + at.height / 2 },
  );
  expect(beside).toEqual([false, false]);
  const third = transcript.getByText('Sentence 0 of paragraph 3 after');
  const streamed = (count: number) => () =>
    expect.poll(() => transcript.evaluate((view) => view.scrollHeight), { timeout: 20_000 }).toBeGreaterThan(count);
  const height = () => transcript.evaluate((view) => view.scrollHeight);
  await holds(third, 'text at the end', () => Promise.resolve(), streamed((await height()) + 60));

  // All that may grow above, the last way of the wheel having been upwards.
  const first = transcript.getByText('Where one reads.', { exact: true });
  await readTo(app, first, 12);
  await holds(
    first,
    'a tool call above that goes on',
    async () => go('grow'),
    () => expect(transcript.getByText('grower line 11')).toBeAttached(),
  );
  await holds(
    first,
    'a terminal above',
    async () => go('terminal'),
    () => expect(transcript.getByText(/^12$/)).toBeAttached(),
  );
  await holds(
    first,
    'a thought above that is opened',
    () =>
      transcript
        .getByRole('button', { name: /Thought/ })
        .last()
        .evaluate((button) => button instanceof HTMLElement && button.click()),
    () => expect(transcript.getByText('Sentence 11 of the open thought')).toBeAttached(),
  );

  // In the row that spans the upper edge: above the point that one reads at, and below it.
  const point = transcript.getByText('The reading point.', { exact: true });
  const shape = (pixels: number) => () =>
    transcript.getByAltText('The spanning picture').evaluate((image, height) => {
      if (image instanceof HTMLElement) image.style.height = `${height}px`;
    }, pixels);
  const isHigh = (pixels: number) => () =>
    expect(transcript.getByAltText('The spanning picture')).toHaveCSS('height', `${pixels}px`);
  await readTo(app, point, 6);
  await holds(point, 'a picture above in the same row', shape(400), isHigh(400));
  await holds(point, 'the same that shrinks', shape(60), isHigh(60));
  await readTo(app, transcript.getByText('Sentence 0 of the first paragraph'), 6);
  await holds(transcript.getByText('Sentence 0 of the first paragraph'), 'a picture below', shape(380), isHigh(380));

  // Another width and another zoom.
  await readTo(app, point, 6);
  const size = (width: number) => () =>
    app.electron.evaluate(({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows()[0]?.setSize(wanted, 720), width);
  const width = () => app.page.evaluate(() => innerWidth);
  const wide = await width();
  await holds(point, 'a narrower window', size(800), () => expect.poll(width).toBeLessThan(wide));
  await holds(point, 'a wider window', size(1200), () => expect.poll(width).toBeGreaterThan(1100));
  const zoom = (factor: number) => () =>
    app.electron.evaluate(
      ({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(wanted),
      factor,
    );
  const ratio = () => app.page.evaluate(() => devicePixelRatio);
  await holds(point, 'a larger zoom', zoom(1.25), () => expect.poll(ratio).toBe(1.25));
  await holds(point, 'the zoom as it was', zoom(1), () => expect.poll(ratio).toBe(1));

  // Fast up past rows that were never measured, and past what is held: as far as the wheel was turned, and never back.
  const turns = 50;
  const steps = await moves(transcript, async () => {
    await transcript.hover();
    for (let turn = 0; turn < turns; turn += 1) {
      await app.page.mouse.wheel(0, -450);
      await frames(transcript, 1);
    }
    await rest(app);
  });
  goesUp(steps, turns, 450);
  // Nor does the bar to find with cover the very first row.
  await transcript.focus();
  await app.press('Home');
  const firstRow = transcript.locator('[data-ordinal="0"]');
  await expect(firstRow).toBeInViewport();
  await app.press('Mod+f');
  const bar = await box(app.page.getByRole('search'));
  await expect.poll(async () => (await box(firstRow)).y).toBeGreaterThanOrEqual(bar.y + bar.height);
  await app.shot('hold-find-at-top');
  await app.press('Escape');

  // Back at the end it follows again.
  await jump.click();
  await expect(jump).toHaveCount(0);
  const chunks = transcript.getByText(/chunk-/).last();
  await expect(chunks).toBeInViewport();
  const before = await height();
  await streamed(before + 100)();
  await expect
    .poll(() => transcript.evaluate((view) => view.scrollHeight - view.clientHeight - view.scrollTop))
    .toBeLessThanOrEqual(4);
});

test('the end is followed while bursts of items are drawn on a slow machine (AC-74)', async ({
  openProject,
  folder,
}) => {
  const scenes = join(folder, 'scenes.json');
  const edits = (count: number) =>
    Array.from({ length: count }, () => [{ line: '!tool edit' }, { line: '!say Done.' }]);
  writeFileSync(scenes, JSON.stringify({ burst: edits(150).flat() }));
  const { app } = await openProject({ project: 'forest', config: { scenes } });
  const devtools = await app.page.context().newCDPSession(app.page);
  await app.newSession('Fake');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const below = () => app.transcript.evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);
  for (const _ of [1, 2]) {
    await app.send('burst');
    await expect(app.stopButton).toBeVisible();
    await expect(app.stopButton).toBeHidden({ timeout: 30_000 });
    await expect.poll(below).toBeLessThan(1);
  }
  await expect(app.page.getByRole('button', { name: /^Jump to latest/ })).toBeHidden();
});

test('where one reads holds when pictures, formulas, diagrams and fonts come late above it (AC-74)', async ({
  openProject,
  folder,
  project,
}) => {
  test.slow();
  const scenes = join(folder, 'scenes.json');
  // Twice: in a row above, and in the row that one reads in.
  const late = (name: string) => [
    `Before the picture of ${name}.`,
    `![Late picture ${name}](pear.png)`,
    `$$\n\\sum_{i=0}^{n} \\frac{\\int_0^1 x\\,dx}{\\sqrt{1 + \\frac{a}{b}}}\n$$`,
    Array.from({ length: 8 }, (_, at) => `Formula $\\frac{a_${at}}{\\sqrt{b^2}}$ in ${name}, and some words.`).join(
      ' ',
    ),
    `\`\`\`mermaid\ngraph TD\n  A[Ask ${name}] --> B[Read] --> C[Write] --> D[Send]\n\`\`\``,
    `\`\`\`ts\n${Array.from({ length: 12 }, (_, at) => `export const late${at}: string = '${name}';`).join('\n')}\n\`\`\``,
    Array.from({ length: 16 }, (_, at) => `Call \`someFunction${at}(withOne, andMore)\` for it.`).join(' '),
    `*${prose(`what is said in ${name}`, 12)}*`,
  ];
  writeFileSync(
    scenes,
    JSON.stringify({
      late: [
        ...Array.from({ length: 6 }, (_, at) => say(prose(`part ${at}`, 16), `m${at}`)),
        tool('between', 'execute', 3),
        say(late('above').join('\n\n'), 'above'),
        tool('again', 'execute', 3),
        say(
          [
            ...late('reading'),
            'The reading point.',
            ...Array.from({ length: 14 }, (_, at) => prose(`paragraph ${at} after`, 6)),
          ].join('\n\n'),
          'reading',
        ),
      ],
    }),
  );
  const path = project('forest');
  writeFileSync(join(path, 'pear.png'), picture(40, 300));
  const { app } = await openProject({ project: 'forest', config: { scenes } });
  const { transcript, page } = app;
  await app.newSession('Fake');
  await app.send('late');
  await expect(transcript.getByText('Sentence 5 of paragraph 13 after')).toBeVisible();
  const point = transcript.getByText('The reading point.', { exact: true });
  const isLoaded = (family: string) => () =>
    expect
      .poll(() =>
        page.evaluate(
          (name) => [...document.fonts].some((font) => font.family.includes(name) && font.status === 'loaded'),
          family,
        ),
      )
      .toBe(true);
  const isDrawn = (what: Locator, count: number) => () => expect.poll(() => what.count()).toBeGreaterThanOrEqual(count);
  const comes: Record<Late, () => Promise<unknown>> = {
    picture: isDrawn(transcript.getByRole('img', { name: /^Late picture/ }), 2),
    formula: isDrawn(transcript.locator('.katex'), 18),
    diagram: isDrawn(transcript.locator('.diagram-picture'), 2),
    'formula font': isLoaded('KaTeX_Main'),
    'code font': isLoaded('JetBrains Mono'),
    'italic font': () =>
      expect
        .poll(() =>
          page.evaluate(() =>
            [...document.fonts].some(({ style, status }) => style === 'italic' && status === 'loaded'),
          ),
        )
        .toBe(true),
  };
  /** How much stands above the line in its list. */
  const above = () =>
    point.evaluate((line) => {
      const list = line.closest('[role="log"]')?.firstElementChild;
      return line.getBoundingClientRect().top - (list?.getBoundingClientRect().top ?? NaN);
    });
  const grown = new Map<Late, number>();
  const loads: Late[][] = [
    ['picture', 'diagram'],
    ['formula', 'formula font', 'code font', 'italic font'],
  ];
  for (const kinds of loads) {
    const letThrough = await holdBack(page, kinds);
    await expect(transcript.getByText('Sentence 5 of paragraph 13 after')).toBeAttached();
    await readTo(app, point, 6);
    for (const kind of kinds) {
      const before = await above();
      await holds(point, kind, () => letThrough(kind), comes[kind]);
      grown.set(kind, Math.round((await above()) - before));
    }
  }
  // There was something to be held.
  for (const kind of ['picture', 'diagram', 'formula', 'italic font'] as const) {
    expect(Math.abs(grown.get(kind) ?? 0), kind).toBeGreaterThan(20);
  }
});
