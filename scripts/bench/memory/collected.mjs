import { rendererPid, residentBytes } from '../processes.mjs';

const MB = 1_048_576;

/**
 * What engine, main and page hold once their collectors have run, in megabytes; `nodes` and `listeners` are the page's.
 * @param {{ page: import('playwright-core').Page, pid: number }} app @param probes of listenForProbes
 */
export async function collectedMemory({ page, pid }, probes) {
  const session = await page.context().newCDPSession(page);
  // Twice: finalizers of the first may let go of more.
  for (let round = 0; round < 2; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  await session.detach();
  const of = await probes.memory();
  const [engine] = of('engine');
  const [main] = of('main');
  return {
    engineRssMb: engine.rss / MB,
    engineHeapMb: engine.heap / MB,
    mainRssMb: main.rss / MB,
    mainHeapMb: main.heap / MB,
    pageHeapMb: usedSize / MB,
    pageRssMb: residentBytes(rendererPid(pid)) / MB,
    pageNodes: nodes,
    pageListeners: jsEventListeners,
  };
}
