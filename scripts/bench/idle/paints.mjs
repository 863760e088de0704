const COUNTED = {
  paints: 'Paint',
  frames: 'DrawFrame',
  layouts: 'Layout',
  timers: 'TimerFire',
  scripts: 'FunctionCall',
};

/** How often the page did something while `work` ran, by the browser's own trace. */
export async function countedWork(page, work) {
  const session = await page.context().browser().newBrowserCDPSession();
  const counts = Object.fromEntries(Object.keys(COUNTED).map((key) => [key, 0]));
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) {
      for (const [key, name] of Object.entries(COUNTED)) if (event.name === name) counts[key] += 1;
    }
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame'],
      excludedCategories: ['*'],
    },
  });
  await work();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return counts;
}
