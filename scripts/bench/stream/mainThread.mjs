import { percentile } from '../median.mjs';

const TASK = 'ThreadControllerImpl::RunTask';
const FRAME = 'BeginMainThreadFrame';
const LONG_MS = 50;

/**
 * What the page's main thread did while `work` ran, by the browser's own trace, in processor time, which other processes
 * do not lengthen: `taskMs` all its tasks, `frames` the work of each frame, that of the messages before it included,
 * `longestMs` the longest task, `longTasks` how many took over 50 ms, `lateToEarly` the last quarter of the time with frames over the first.
 */
export async function mainThread(page, work) {
  const session = await page.context().browser().newBrowserCDPSession();
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) if (event.name === TASK || event.name === FRAME) events.push(event);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline.frame'],
      excludedCategories: ['*'],
    },
  });
  const result = await work();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return { result, ...read(events) };
}

function read(events) {
  const onPage = pageThread(events.filter(({ name }) => name === FRAME));
  const own = events.filter(({ pid, tid }) => `${pid}/${tid}` === onPage).toSorted((a, b) => a.ts - b.ts);
  const tasks = own.filter(({ name, tdur }) => name === TASK && tdur !== undefined);
  const starts = own.filter(({ name }) => name === FRAME).map(({ ts }) => ts);
  const ms = (some) => some.reduce((sum, { tdur }) => sum + tdur, 0) / 1_000;
  const [first, last] = [starts[0], starts.at(-1)];
  const quarter = (last - first) / 4;
  const between = (from, to) => ms(tasks.filter(({ ts }) => ts >= from && ts < to));
  const frames = frameWork(tasks, starts);
  return {
    taskMs: ms(tasks),
    frames: frames.length,
    frameP50Ms: percentile(frames, 50),
    frameP95Ms: percentile(frames, 95),
    longestMs: tasks.reduce((longest, { tdur }) => Math.max(longest, tdur), 0) / 1_000,
    longTasks: tasks.filter(({ tdur }) => tdur > LONG_MS * 1_000).length,
    lateToEarly: between(last - quarter, last) / between(first, first + quarter),
  };
}

/** The main thread of the page that draws: the one of the most frames. */
function pageThread(frames) {
  const counts = new Map();
  for (const { pid, tid } of frames) counts.set(`${pid}/${tid}`, (counts.get(`${pid}/${tid}`) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** A frame's own task holds its beginning; what came since the end of the one before is work for it, too. */
function frameWork(tasks, starts) {
  const frames = [];
  let work = 0;
  let next = 0;
  for (const { ts, dur, tdur } of tasks) {
    work += tdur / 1_000;
    if (starts[next] === undefined || ts + dur < starts[next]) continue;
    frames.push(work);
    work = 0;
    while (starts[next] !== undefined && starts[next] <= ts + dur) next += 1;
  }
  return frames;
}
