import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, test } from './app';
import { frames, moves, rest } from './painted';
import type { RunningApp } from './runningApp';
import { prose, say, tool } from './scenes';

// Who follows the end, and what ends that (AC-74): a person's wish and nothing else.

const below = (transcript: Locator) =>
  transcript.evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);

/** So much more has come, and it was followed. */
async function follows({ transcript, page }: RunningApp, why: string, pixels = 30): Promise<void> {
  const height = await transcript.evaluate((log) => log.scrollHeight);
  await expect
    .poll(() => transcript.evaluate((log) => log.scrollHeight), { timeout: 20_000 })
    .toBeGreaterThan(height + pixels);
  await expect.poll(() => below(transcript), { message: why }).toBeLessThanOrEqual(4);
  await expect(page.getByRole('button', { name: /^Jump to latest/ }), why).toHaveCount(0);
}

/** More has come, and where one reads stays. */
async function stays(app: RunningApp, why: string): Promise<void> {
  const { transcript, page } = app;
  await expect(page.getByRole('button', { name: /^Jump to latest/ }), why).toBeVisible();
  await rest(app);
  const left = await below(transcript);
  await expect.poll(() => below(transcript), { message: why, timeout: 20_000 }).toBeGreaterThan(left + 30);
}

test('the end is left by what a person does to the transcript, and by nothing else (AC-74)', async ({
  openProject,
  folder,
}) => {
  test.slow();
  const scenes = join(folder, 'scenes.json');
  const slow = join(folder, 'slow');
  const gate = join(folder, 'fast');
  writeFileSync(
    scenes,
    JSON.stringify({
      live: [
        ...Array.from({ length: 12 }, (_, at) => [
          say(prose(`part ${at}`, 14), `m${at}`),
          tool(`run-${at}`, 'execute', 6),
        ]).flat(),
        { line: '!bigdiff 700' },
        say('Here it is.', 'here'),
        { until: slow },
        { line: '!also !stream 90000 12' },
        { until: gate },
        { line: '!stream 90000 120' },
      ],
    }),
  );
  const { app } = await openProject({ project: 'forest', config: { scenes } });
  const { transcript, page } = app;
  await app.newSession('Fake');
  await app.send('live');
  const jump = page.getByRole('button', { name: /^Jump to latest/ });
  const toLatest = async () => {
    await jump.click();
    await expect(jump).toHaveCount(0);
    // The keys that scroll go on.
    await expect(transcript).toBeFocused();
  };

  // A tall edit scrolls by itself, also where it has come to its beginning and keeps the wheel.
  const diff = transcript.locator('.diff-tall');
  await expect(transcript.getByText('Here it is.', { exact: true })).toBeVisible();
  await rest(app);
  const height = await transcript.evaluate((log) => log.scrollHeight);
  const most = transcript.evaluate(
    (log) =>
      new Promise<number>((done) => {
        let highest = 0;
        const look = () => {
          highest = Math.max(highest, log.scrollHeight);
          if (log.querySelector('.diff-tall') === null) requestAnimationFrame(look);
          else done(highest);
        };
        look();
      }),
  );
  await transcript.getByRole('button', { name: /^Edited src\/invoice/ }).click();
  await expect(diff).toBeVisible();
  expect((await most) - height, 'as high while the library of diffs loads').toBeLessThan(700);
  const inside = () => diff.evaluate(({ scrollTop }) => scrollTop);
  // Nothing streams yet: what is pushed away would be scrolled to, which leaves the end as an assistive technology does.
  await rest(app);
  await diff.hover();
  expect(await below(transcript)).toBeLessThanOrEqual(4);
  await page.mouse.wheel(0, 400);
  await expect.poll(inside).toBe(400);
  await page.mouse.wheel(0, -300);
  await expect.poll(inside).toBe(100);
  await page.mouse.wheel(0, -300);
  await expect.poll(inside).toBe(0);
  await page.mouse.wheel(0, -300);
  writeFileSync(slow, '');
  await follows(app, 'a wheel over an edit that scrolls');
  // Over what does not scroll it is the transcript's.
  await transcript.getByText('Here it is.', { exact: true }).hover();
  await page.mouse.wheel(0, -3);
  await stays(app, 'a small turn of the wheel over text');
  await toLatest();

  writeFileSync(gate, '');
  // So long that what was done before is over.
  await follows(app, 'fast', 600);
  // Without a key, a wheel or a pointer: as an assistive technology scrolls. Once may be anything, twice is somebody.
  const nudge = () => transcript.evaluate((log) => log.scrollBy(0, -60));
  // While the list itself moves, which it may not have done for a while where the machine is slow.
  await transcript.evaluate(
    (log) =>
      new Promise<void>((done) => {
        const move = () => {
          log.scrollBy(0, -60);
          done();
        };
        log.addEventListener('scroll', move, { once: true });
      }),
  );
  await follows(app, 'moved once by nobody that is known');
  // Text that comes in the same frame may undo one of them unseen.
  await expect(async () => {
    await nudge();
    await frames(transcript, 4);
    expect(await jump.count()).toBe(1);
  }).toPass({ intervals: [50] });
  await stays(app, 'moved again and again by nobody that is known');
  await toLatest();

  // Keys, wherever the focus is in it.
  for (const key of ['PageUp', 'ArrowUp', 'Shift+ ']) {
    await page.keyboard.press(key);
    await stays(app, key);
    await page.keyboard.press('End');
    await expect(jump).toHaveCount(0);
    await follows(app, `End after ${key}`);
  }
  // Whoever goes down until it goes no further is at the end, however much has come on the way there.
  await page.keyboard.press('PageUp');
  await stays(app, 'PageUp before PageDown');
  await expect(async () => {
    await page.keyboard.press('PageDown');
    await frames(transcript, 16);
    expect(await jump.count()).toBe(0);
  }).toPass({ intervals: [0] });
  await follows(app, 'PageDown until the end');
  for (const key of ['PageUp', 'PageUp', 'PageUp']) await page.keyboard.press(key);
  await stays(app, 'PageUp before the bar');
  const view = await transcript.boundingBox();
  const [right, bottom] = [(view?.x ?? NaN) + (view?.width ?? NaN) - 5, (view?.y ?? NaN) + (view?.height ?? NaN)];
  const middle = await transcript.evaluate(
    ({ scrollTop, scrollHeight, clientHeight }) => ((scrollTop + clientHeight / 2) / scrollHeight) * clientHeight,
  );
  await page.mouse.move(right, (view?.y ?? NaN) + middle);
  await page.mouse.down();
  await page.mouse.move(right, bottom - 4);
  // More comes while the bar is held at its end.
  await frames(transcript, 12);
  await page.mouse.move(right, bottom - 2, { steps: 2 });
  await frames(transcript, 12);
  await page.mouse.up();
  await follows(app, 'the bar drawn to its end');
  // What takes the focus is brought into view, and stays there.
  await transcript.getByRole('button').first().focus();
  await stays(app, 'the focus');
  await expect(transcript.locator(':focus')).toBeInViewport();
  await toLatest();
  await page.keyboard.press('PageUp');
  await stays(app, 'PageUp');
  await page.keyboard.press('k');
  await expect(transcript.locator('[data-row]:focus')).toHaveCount(1);
  await toLatest();
});

test('one reads up to the very beginning, also past pages that come meanwhile (AC-74)', async ({
  openProject,
  folder,
}) => {
  test.slow();
  const scenes = join(folder, 'scenes.json');
  const parts = (count: number) =>
    Array.from({ length: count }, (_, at) => [
      say(`## Part ${at}\n\n${prose(`part ${at}`, 2 + (at % 13))}\n\n- one\n- two`, `m${at}`),
      tool(`run-${at}`, 'execute', 1 + ((at * 7) % 30)),
    ]).flat();
  writeFileSync(scenes, JSON.stringify({ few: parts(2), short: parts(24), long: parts(300) }));
  const { app } = await openProject({ project: 'forest', config: { scenes } });
  const { transcript, page } = app;
  const place = () => transcript.evaluate(({ scrollTop }) => scrollTop);
  const session = async (prompt: string, last: number) => {
    await app.newSession('Fake');
    await app.send(prompt);
    await expect(transcript.getByRole('heading', { name: `Part ${last}`, exact: true })).toBeVisible({
      timeout: 30_000,
    });
    await expect(app.stopButton).toBeHidden();
  };
  // All of it is in view of a tall window, where the list cannot scroll; its end is in view of a small one too.
  await page.setViewportSize({ width: 1280, height: 1600 });
  await session('few', 1);
  await rest(app);
  await page.setViewportSize({ width: 1280, height: 600 });
  await expect.poll(() => transcript.evaluate((log) => log.scrollHeight - log.clientHeight)).toBeGreaterThan(200);
  await rest(app);
  expect(await below(transcript), 'the end of a list that could not scroll before').toBeLessThanOrEqual(4);
  await page.setViewportSize({ width: 1280, height: 800 });
  await session('short', 23);
  await session('long', 299);
  const show = async (title: string, last: number) => {
    await app.row(title).click();
    // One comes back to where one was reading.
    await expect(async () => {
      await transcript.focus();
      await app.press('End');
      await expect(transcript.getByRole('heading', { name: `Part ${last}`, exact: true })).toBeVisible({
        timeout: 1000,
      });
    }).toPass();
    await rest(app);
  };
  const isAtStart = async (why: string) => {
    await rest(app);
    const first = transcript.locator('[data-ordinal="0"]');
    const [view, row] = [await transcript.boundingBox(), await first.boundingBox()];
    expect((row?.y ?? NaN) - (view?.y ?? NaN), why).toBe(20);
    expect(await place(), why).toBe(0);
  };

  // Its rows get their heights while one turn goes past all of them, or step after step.
  await show('short', 23);
  await transcript.hover();
  await page.mouse.wheel(0, -40_000);
  await isAtStart('one turn of the wheel');
  // And from there on down again, by whatever scrolls.
  await page.mouse.wheel(0, 300);
  await expect.poll(place).toBe(300);
  await page.mouse.wheel(0, -900);
  await isAtStart('the wheel again');
  await transcript.focus();
  await app.press('ArrowDown');
  await expect.poll(place).toBe(40);
  await show('long', 299);
  await show('short', 23);
  const up = await moves(transcript, async () => {
    for (let turn = 0; (await place()) > 0 && turn < 60; turn += 1) {
      await app.press('PageUp');
      await frames(transcript, 8);
    }
  });
  expect(Math.min(...up), up.join(' ')).toBeGreaterThanOrEqual(-1);
  await isAtStart('page after page');

  // Past the beginning of what the page holds, with older pages coming before it in the middle of the steps.
  await show('long', 299);
  await transcript.hover();
  await page.mouse.wheel(0, 5000 - (await place()));
  await rest(app);
  const held = await transcript.evaluate(({ scrollHeight }) => scrollHeight);
  const steps = await moves(transcript, async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      await app.press('PageUp');
      await frames(transcript, 8);
    }
    await rest(app);
  });
  expect(await transcript.evaluate(({ scrollHeight }) => scrollHeight)).toBeGreaterThan(held + 3000);
  expect(Math.min(...steps), steps.join(' ')).toBeGreaterThanOrEqual(-1);
});
