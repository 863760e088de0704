import type { StartDrawer } from './room';
import type { DiagramAnswer } from './worker';

/** The quick drawer needs no document. */
export const startWorker: StartDrawer = (onAnswer, onFail) => {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<DiagramAnswer>) => onAnswer(data));
  worker.addEventListener('error', (event) => onFail(event.message));
  return { post: (job) => worker.postMessage(job), end: () => worker.terminate() };
};
