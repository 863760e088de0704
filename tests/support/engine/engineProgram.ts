import { inspect } from 'node:util';
import type { EngineStart, EngineToHost } from '@shared/ipc/host';
import { startEngine } from '../../../src/main/composeEngine';
import { HostPort } from '../../../src/main/ipc/hostPort';

/*
 * The engine as a program of its own, so that a test may kill it: what Electron's utility process is to the app. Its one
 * page talks over the channel to the parent; what goes to the host is printed there too.
 */
const send = (message: unknown): void => void process.send?.(message);
process.on('unhandledRejection', (reason) => process.stderr.write(`${inspect(reason)}\n`));
const start: EngineStart = JSON.parse(process.argv[2] ?? '{}');
const host = new HostPort((message: EngineToHost) => send({ host: message }));
const engine = await startEngine(start, host);
engine.receive(
  { t: 'page' },
  {
    postMessage: (message) => send({ page: message }),
    onMessage: (listen) => void process.on('message', listen),
    onClose: (listen) => void process.on('disconnect', listen),
    close: () => process.disconnect(),
  },
);
send({ started: true });
