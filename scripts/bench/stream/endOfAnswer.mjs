/** The answer's last words: see answer.mjs. */
const END = 'END-OF-ANSWER';

/**
 * Begins to look for the end of the answer on a page; the returned function resolves when it has been painted, with the
 * time in ms since 1970. Each frame looks at the last paragraphs only, which costs next to nothing at any length.
 */
export async function watchEnd(page) {
  await page.evaluate((end) => {
    const paragraphs = document.getElementsByTagName('p');
    const isThere = () => {
      for (let index = paragraphs.length - 1; index >= Math.max(0, paragraphs.length - 4); index -= 1) {
        let node = paragraphs[index];
        while (node.lastChild) node = node.lastChild;
        if (node.data?.endsWith(end)) return true;
      }
      return false;
    };
    globalThis.endOfAnswer = new Promise((resolve) => {
      const afterPaint = new MessageChannel();
      afterPaint.port1.addEventListener('message', () => resolve(performance.timeOrigin + performance.now()));
      afterPaint.port1.start();
      const look = () => {
        // What this frame's own work brings is painted with it.
        if (isThere()) requestAnimationFrame(() => afterPaint.port2.postMessage(null));
        else requestAnimationFrame(look);
      };
      look();
    });
  }, END);
  return () => page.evaluate(() => globalThis.endOfAnswer);
}
