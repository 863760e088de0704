import { PassThrough } from 'node:stream';
import type { Readable, Writable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { DemoSettings } from './settings';

/** The running demo, with the ends that a child process would have. */
export interface RunningDemoAgent {
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
  /** Settles when the worker has ended, however it did; never rejects. 0 after the end of stdin. */
  exited: Promise<{ exitCode: number }>;
  /** Ends the worker at once; settled when it is gone. A second call does nothing more. */
  terminate(): Promise<void>;
}

/**
 * Starts the built-in demo agent in a worker thread. `workerFile` is the built entry (`demoAgent.js` beside the engine).
 * An error that the worker did not catch arrives on stderr, as it would from a process.
 */
export function startDemoAgent({ workerFile, ...settings }: { workerFile: string } & DemoSettings): RunningDemoAgent {
  const worker = new Worker(workerFile, {
    name: 'demo agent',
    workerData: settings,
    stdin: true,
    stdout: true,
    stderr: true,
    // The demo needs nothing of the environment, and so cannot leak it.
    env: {},
    execArgv: [],
  });
  const stderr = new PassThrough();
  worker.stderr.pipe(stderr, { end: false });
  worker.on('error', (error) => stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`));
  const exited = new Promise<{ exitCode: number }>((resolve) => {
    worker.once('exit', (exitCode) => {
      stderr.end();
      resolve({ exitCode });
    });
  });
  const { stdin } = worker;
  if (stdin === null) throw new Error('the demo worker was started without stdin');
  return {
    stdin,
    stdout: worker.stdout,
    stderr,
    exited,
    async terminate() {
      await worker.terminate();
    },
  };
}
