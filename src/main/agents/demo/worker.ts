import { randomUUID } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { workerData } from 'node:worker_threads';
import { ndJsonStream } from '@agentclientprotocol/sdk';
import { demoAgentApp } from './agentApp';
import { DemoSettings } from './settings';

// The entry of the demo agent's worker thread. Inside it process.stdin and process.stdout are the byte streams that the
// supervisor holds the other ends of, so that the demo is driven exactly as a real agent's process is.
const settings = DemoSettings.parse(workerData);
const clock = {
  now: () => Date.now(),
  setTimer(ms: number, run: () => void) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
const connection = demoAgentApp(settings, clock, randomUUID).connect(
  ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)),
);
await connection.closed;
process.exit(0);
