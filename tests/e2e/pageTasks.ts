import type { Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds: of the clock, and of the thread's own processor time. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

const TASK = 'ThreadControllerImpl::RunTask';
const PAGE_THREAD = 'CrRendererMain';

/** The protocol's own type leaves open what an event is. */
const isWanted = (event: object): event is TraceEvent =>
  'name' in event && (event.name === TASK || event.name === 'thread_name');

/**
 * The longest task of the page's main thread while `work` runs, which is what a key or a click would have waited for, by the
 * browser's own trace. `cpuMs` is what the thread itself worked: a busy machine takes it from the thread again and again,
 * which makes the clock's `wallMs` longer and says nothing of the app.
 */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<{ cpuMs: number; wallMs: number }> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    const given: object[] = value;
    events.push(...given.filter(isWanted));
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', '__metadata'], excludedCategories: ['*'] },
  });
  await work();
  const complete = new Promise((resolve) => {
    session.once('Tracing.tracingComplete', resolve);
  });
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const names = events.filter(({ ph }) => ph === 'M');
  const pages = new Set(names.filter(({ args }) => args?.name === PAGE_THREAD).map(({ pid, tid }) => `${pid}/${tid}`));
  const tasks = events.filter(({ name, pid, tid }) => name === TASK && pages.has(`${pid}/${tid}`));
  if (tasks.length === 0) throw new Error('the trace shows no task of the page');
  const most = (of: (task: TraceEvent) => number | undefined): number =>
    Math.max(...tasks.map((task) => (of(task) ?? 0) / 1_000));
  return { cpuMs: most(({ tdur }) => tdur), wallMs: most(({ dur }) => dur) };
}
