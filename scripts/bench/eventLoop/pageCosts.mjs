/**
 * What the page's main thread does while `work` runs, in processor time, which other processes cannot lengthen.
 * `taskShare`: of one core; `layoutShare`: of that; `layoutMs`: one layout. The shares say what the machine's speed hides: a
 * page that lays out what has not changed spends most of its time on it.
 */
export async function pageCosts(page, work) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  };
  const before = await read();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  const after = await read();
  await session.detach();
  const spent = (name) => after.get(name) - before.get(name);
  return {
    taskShare: spent('TaskDuration') / seconds,
    layoutShare: spent('LayoutDuration') / spent('TaskDuration'),
    scriptShare: spent('ScriptDuration') / spent('TaskDuration'),
    layoutMs: (spent('LayoutDuration') * 1_000) / spent('LayoutCount'),
  };
}
