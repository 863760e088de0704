/** The answer's last words: see answer.mjs. */
const END = 'END-OF-ANSWER';
/** An answer takes over 3 s, and to look for its end costs each change something: not before it can be there. */
const LOOK_AFTER_MS = 2_500;

/**
 * Begins to look for the end of the answer on a page; the returned function resolves when it has been painted, with the
 * time in ms since 1970. Each change looks at the last paragraphs only. It does not look once a frame, since that would make
 * a frame of each beat of the screen, also of those in which whoever is measured draws nothing.
 */
export async function watchEnd(page) {
  await page.evaluate(
    ([end, after]) => {
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
        const observer = new MutationObserver(() => look());
        const look = () => {
          if (!isThere()) return;
          observer.disconnect();
          // What was changed now is painted with the next frame.
          requestAnimationFrame(() => afterPaint.port2.postMessage(null));
        };
        setTimeout(() => {
          observer.observe(document, { subtree: true, childList: true, characterData: true });
          look();
        }, after);
      });
    },
    [END, LOOK_AFTER_MS],
  );
  return () => page.evaluate(() => globalThis.endOfAnswer);
}
