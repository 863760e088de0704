import type { Locator } from '@playwright/test';
import { expect } from './app';
import type { RunningApp } from './runningApp';

// Where things are painted, frame by frame.

/** So far a row may be painted from where it was: scroll offsets are whole device pixels. */
const TOLERANCE = 1;
/** What is in view at least, in px. */
const VIEW = 400;

/**
 * Where elements are painted in every frame while `act` runs, by what `names` gives each, counted from the view's upper
 * edge: as the browser itself has it after all observers of sizes and before it paints.
 */
export async function painted(
  view: Locator,
  selector: string,
  act: () => Promise<unknown>,
): Promise<Map<number, number>[]> {
  const watch = await view.evaluateHandle((log, wanted) => {
    const numbers = new Map<Element, number>();
    const seen: [number, number][][] = [];
    let isOn = true;
    let count = 0;
    const frame = () => {
      if (!isOn) return;
      // A frame is told of late at times, and then after the next one.
      const number = count++;
      const observer = new IntersectionObserver((entries) => {
        observer.disconnect();
        const edge = entries.find(({ target }) => target === log)?.boundingClientRect.top ?? NaN;
        seen[number] = entries.flatMap(({ target, boundingClientRect: { top } }): [number, number][] => {
          if (target === log) return [];
          numbers.set(target, numbers.get(target) ?? numbers.size);
          return [[numbers.get(target) ?? -1, top - edge]];
        });
      });
      observer.observe(log);
      for (const element of log.querySelectorAll(wanted)) observer.observe(element);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    return {
      stop: () => {
        isOn = false;
        return seen.filter((tops) => tops !== undefined);
      },
    };
  }, selector);
  await frames(view, 2);
  await act();
  await frames(view, 10);
  const seen = await watch.evaluate((one) => one.stop());
  await watch.dispose();
  return seen.map((tops) => new Map(tops));
}

/** Nothing moves the element while `act` has its effect, which `seen` waits for. */
export async function holds(element: Locator, what: string, act: () => Promise<unknown>, seen: () => Promise<unknown>) {
  await element.evaluate((target) => target.setAttribute('data-watched', ''));
  const view = element.page().getByRole('log', { name: 'Transcript' });
  const all = await painted(view, '[data-watched]', async () => {
    await act();
    await seen();
  });
  await element.evaluate((target) => target.removeAttribute('data-watched'));
  expect(all.length).toBeGreaterThan(8);
  const tops = all.map((frame) => frame.get(0) ?? NaN);
  const off = tops.map((top) => rounded(top - (tops[0] ?? NaN)));
  expect.soft(Math.max(...off.map(Math.abs)), `${what}: ${off.join(' ')}`).toBeLessThanOrEqual(TOLERANCE);
}

/** How far what is read at the upper edge moves from each frame to the next. */
export async function moves(view: Locator, act: () => Promise<unknown>): Promise<number[]> {
  const all = await painted(view, ':is(p, li, td, [data-row])', act);
  return all.slice(1).map((frame, at) => {
    const before = [...(all[at] ?? [])].filter(([element, top]) => top >= 0 && top < VIEW && frame.has(element));
    const [first] = before.sort(([, a], [, b]) => a - b);
    return first === undefined ? NaN : rounded((frame.get(first[0]) ?? NaN) - first[1]);
  });
}

/** Never back, and as far as was turned; where a page of older rows comes a turn may count once more. */
export function goesUp(steps: readonly number[], turns: number, turn: number): void {
  const sum = steps.reduce((all, step) => all + step, 0);
  const told = `${sum} of ${turns * turn} by ${steps.join(' ')}`;
  expect.soft(Math.min(...steps), told).toBeGreaterThanOrEqual(-TOLERANCE);
  expect.soft(Math.abs(sum - turns * turn), told).toBeLessThanOrEqual(turn + 8);
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

export const frames = (element: Locator, count: number) =>
  element.page().evaluate(async (left) => {
    for (let frame = 0; frame < left; frame += 1) await new Promise(requestAnimationFrame);
  }, count);

/** Turns the wheel over the transcript until it has come to rest. */
export async function wheel(app: RunningApp, by: number): Promise<void> {
  await app.transcript.hover();
  await app.page.mouse.wheel(0, by);
  await rest(app);
}

export const rest = (app: RunningApp) =>
  app.transcript.evaluate(async (element) => {
    // What was moved by a margin meanwhile is an offset again.
    const margin = () => parseFloat(getComputedStyle(element.firstElementChild ?? element).marginTop);
    for (let still = 0, last = -1; still < 12; last = element.scrollTop) {
      await new Promise(requestAnimationFrame);
      still = element.scrollTop === last && Math.abs(margin()) < 1 ? still + 1 : 0;
    }
  });

/** Reads up until the element stands so far below the upper edge. */
export async function readTo(app: RunningApp, element: Locator, below: number): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    const distance = (await element.count()) === 0 ? -500 : await offset(element);
    if (Math.abs(distance - below) < 2) return;
    await wheel(app, Math.max(-900, Math.min(900, distance - below)));
  }
  throw new Error('it never came to the upper edge');
}

const offset = (element: Locator) =>
  element.evaluate((target) => {
    const view = target.closest('[role="log"]');
    return target.getBoundingClientRect().top - (view?.getBoundingClientRect().top ?? NaN);
  });
