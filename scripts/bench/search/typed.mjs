import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../median.mjs';

/** Typed one after the other into the search page's one field; the first is the first search of the app's life. */
const QUERIES = [
  { name: 'word', text: 'session' },
  { name: 'two', text: 'th' },
  { name: 'chinese', text: '登录' },
  { name: 'rare', text: 'zebrafish' },
];
const ROUNDS = 4;
/** Down the list of hits, as one looks through it; the last of them goes beyond what is in view. */
const STEPS_DOWN = 12;
/** The longest that is waited for a query's hits, and how long its answer may still draw. */
const PATIENCE_MS = 30_000;
const SETTLE_MS = 250;

/**
 * Types searches into the search page with keys as the browser gets them from the system, and steps down the hits: what a key
 * waits for until the page has handled it, and how late the page's own timers come meanwhile, which
 * have to let keys and frames go first. `hits`: by query, from its
 * last letter until the first hit with all of it is shown; where `finds` is false none is waited for.
 */
export async function typeSearches(page, { finds }) {
  await page.keyboard.press('ControlOrMeta+Shift+f');
  const field = page.getByRole('combobox', { name: 'Search in everything that was said' });
  await field.waitFor();
  const session = await page.context().newCDPSession(page);
  const press = keyboard(session);
  await page.evaluate(watch);
  const hits = {};
  const sent = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, text } of QUERIES) {
      // What stands there is selected, so that the first letter replaces it: no search is begun for an empty field.
      await page.keyboard.press('ControlOrMeta+a');
      for (const [index, letter] of text.split('').entries()) {
        if (index > 0) await delay(pause(sent.length));
        if (finds && index === text.length - 1) await page.evaluate(awaitHit, { text, patience: PATIENCE_MS });
        sent.push(await press(letter));
      }
      if (finds) {
        const ms = await page.evaluate(() => globalThis.firstHit);
        (hits[name] ??= []).push(ms);
      }
      await delay(SETTLE_MS);
      for (let step = 0; step < STEPS_DOWN; step += 1) {
        sent.push(await press('ArrowDown'));
        await delay(pause(sent.length) / 3);
      }
    }
  }
  const seen = await page.evaluate(() => globalThis.endOfWatch());
  await session.detach();
  if (seen.keys.length !== sent.length)
    throw new Error(`${seen.keys.length} of ${sent.length} keys were seen by the page`);
  return {
    keys: sent.length,
    waitP95: percentile(seen.keys, 95),
    waitMax: Math.max(...seen.keys),
    pressP95: percentile(sent, 95),
    pressMax: Math.max(...sent),
    lagP99: percentile(seen.lags, 99),
    lagMax: Math.max(...seen.lags),
    hits,
  };
}

/** Between 70 and 210 ms: some letters come before the search of those before has begun, some while it draws its hits. */
const pause = (count) => 70 + ((count * 37) % 141);

/** Presses a key, of any letter; milliseconds until the page said that it has handled it, main and its input queue included. */
function keyboard(session) {
  return async (key) => {
    const text = key.length === 1 ? key : undefined;
    const code = key === 'ArrowDown' ? { code: key, windowsVirtualKeyCode: 40 } : {};
    const began = performance.now();
    await session.send('Input.dispatchKeyEvent', {
      type: text === undefined ? 'rawKeyDown' : 'keyDown',
      key,
      ...code,
      ...(text === undefined ? {} : { text, unmodifiedText: text }),
    });
    const took = performance.now() - began;
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, ...code });
    return took;
  };
}

/** In the page: of each key from the browser's getting it to the end of its handling, React's included; and a heartbeat. */
function watch() {
  const keys = [];
  const lags = [];
  const listen = ({ timeStamp, ctrlKey, metaKey, key }) => {
    // Those that select what is there are none of ours.
    if (ctrlKey || metaKey || key === 'Control' || key === 'Meta') return;
    const after = new MessageChannel();
    after.port1.addEventListener('message', () => keys.push(performance.now() - timeStamp));
    after.port1.start();
    after.port2.postMessage(null);
  };
  addEventListener('keydown', listen, true);
  const BEAT_MS = 10;
  let last = performance.now();
  const beat = setInterval(() => {
    const now = performance.now();
    lags.push(Math.max(0, now - last - BEAT_MS));
    last = now;
  }, BEAT_MS);
  globalThis.endOfWatch = () => {
    removeEventListener('keydown', listen, true);
    clearInterval(beat);
    return { keys, lags };
  };
}

/** In the page: from the next key on until a hit of the whole text is marked. */
function awaitHit({ text, patience }) {
  const began = performance.now();
  let typed = 0;
  addEventListener('keydown', ({ timeStamp }) => (typed = timeStamp), { capture: true, once: true });
  globalThis.firstHit = new Promise((resolve, reject) => {
    const look = () => {
      const marks = [...document.querySelectorAll('[role=option] mark')];
      const hit = marks.some((mark) => mark.textContent.toLowerCase() === text);
      if (typed > 0 && hit) resolve(performance.now() - typed);
      else if (performance.now() - began > patience) reject(new Error(`nothing was found for ${text}`));
      else requestAnimationFrame(look);
    };
    look();
  });
}
