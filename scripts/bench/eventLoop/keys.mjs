import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../median.mjs';

const TEXT = 'a note that is written while the others work ';

/**
 * Types into the composer of the session on screen, a letter every 70 to 110 ms, and empties it again. Milliseconds from
 * the time at which the browser got the key to the first moment after the frame that shows its letter was handed over.
 */
export async function keysToPaint(page, count) {
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.focus();
  await page.evaluate(() => {
    const times = [];
    const listen = ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const afterPaint = new MessageChannel();
        afterPaint.port1.addEventListener('message', () => times.push(performance.now() - timeStamp));
        afterPaint.port1.start();
        afterPaint.port2.postMessage(null);
      });
    };
    addEventListener('keydown', listen, true);
    globalThis.endOfKeys = () => {
      removeEventListener('keydown', listen, true);
      return times;
    };
  });
  for (let index = 0; index < count; index += 1) {
    await page.keyboard.press(TEXT[index % TEXT.length]);
    // Never in step with the frames.
    await delay(70 + ((index * 37) % 41));
  }
  const times = await page.evaluate(() => globalThis.endOfKeys());
  await message.fill('');
  if (times.length !== count) throw new Error(`${times.length} of ${count} keys were seen by the page`);
  return { p50: percentile(times, 50), p95: percentile(times, 95) };
}
