/**
 * Clicks a session in the list; milliseconds from the moment at which the browser got the click to the one after the frame
 * that shows the session's last item, whose text is `last`.
 */
export async function clickToLastItem(page, sessionId, last) {
  await page.evaluate((end) => {
    globalThis.lastItem = new Promise((resolve) => {
      const listen = ({ timeStamp }) => {
        const afterPaint = new MessageChannel();
        afterPaint.port1.addEventListener('message', () => resolve(performance.now() - timeStamp));
        afterPaint.port1.start();
        const isShown = () => {
          const rows = document.querySelectorAll('[role=log] [data-index]');
          const row = [...rows].find(({ textContent }) => textContent.includes(end));
          const log = row?.closest('[role=log]');
          return row !== undefined && row.getBoundingClientRect().top < log.getBoundingClientRect().bottom;
        };
        const look = () => {
          const shown = isShown();
          requestAnimationFrame(() => (shown ? afterPaint.port2.postMessage(null) : look()));
        };
        look();
      };
      addEventListener('click', listen, { capture: true, once: true });
    });
  }, last);
  await page.locator(`[data-session-row="${sessionId}"]`).click();
  return page.evaluate(() => globalThis.lastItem);
}
