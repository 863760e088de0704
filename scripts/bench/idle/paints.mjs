const COUNTED = {
  frames: 'DrawFrame',
  layouts: 'Layout',
  timers: 'TimerFire',
  scripts: 'FunctionCall',
};
const CHANGE = 'bench.change';

/**
 * What the page did while `work` ran, by the browser's own trace. `paints`: those for which nothing in the page had become
 * another one since the frame before. `changes`: the frames in which something had; `changed` says what, one line each.
 */
export async function countedWork(page, work) {
  const session = await page.context().browser().newBrowserCDPSession();
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await page.evaluate(watchChanges, CHANGE);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame', 'blink.user_timing'],
      excludedCategories: ['*'],
    },
  });
  await work();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const changed = await page.evaluate(() => globalThis.benchChanges());
  return { ...told(events), changed };
}

function told(events) {
  const counts = Object.fromEntries(Object.keys(COUNTED).map((key) => [key, 0]));
  let [paints, changes] = [0, 0];
  /** Something changed, and no frame has shown it yet; then the frame that does is being made. */
  let shows = 'nothing';
  for (const { name } of events.toSorted((one, other) => one.ts - other.ts)) {
    for (const [key, counted] of Object.entries(COUNTED)) if (name === counted) counts[key] += 1;
    if (name === CHANGE) {
      if (shows === 'nothing') changes += 1;
      shows = 'change';
    }
    if (name === 'Paint' && shows === 'nothing') paints += 1;
    if (name === COUNTED.frames) shows = 'nothing';
  }
  return { paints, changes, ...counts };
}

/** Runs in the page. */
function watchChanges(mark) {
  const lines = [];
  const observer = new MutationObserver((records) => {
    performance.mark(mark);
    lines.push(
      records.map(({ target, oldValue }) => `${oldValue ?? target.nodeName} → ${target.textContent}`).join(', '),
    );
  });
  const everything = { subtree: true, childList: true, characterData: true, characterDataOldValue: true };
  observer.observe(document, { ...everything, attributes: true });
  globalThis.benchChanges = () => {
    observer.disconnect();
    return lines;
  };
}
