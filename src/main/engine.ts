import { toAppError } from '@shared/errors';
import type { EngineStart, HostToEngine } from '@shared/ipc/host';
import { type Engine, startEngine } from './composeEngine';
import { HostPort } from './ipc/hostPort';
import type { Port } from './ipc/port';
import { logDefect } from './logDefect';

/** The engine imports no electron: a utility process finds its port on `process`, and its types are ambient. */
function portOf(port: Electron.MessagePortMain): Port {
  return {
    postMessage: (message) => port.postMessage(message),
    onMessage(listen) {
      port.on('message', ({ data }) => listen(data));
      port.start();
    },
    onClose: (listen) => void port.on('close', listen),
    close: () => port.close(),
  };
}

function main(parent: Electron.ParentPort): void {
  const host = new HostPort((message) => parent.postMessage(message));
  const start: EngineStart = JSON.parse(process.argv[2] ?? '{}');
  // Told, and not the end: other sessions' turns run on, and each keeps its own events.
  let onDefect: Engine['onDefect'] = logDefect;
  process.on('unhandledRejection', (reason) => onDefect('a promise', reason));
  process.on('uncaughtException', (error) => onDefect('a callback', error));
  const starting = startEngine(start, host);
  parent.on('message', ({ data, ports }: { data: HostToEngine; ports: Electron.MessagePortMain[] }) => {
    const port = ports[0] === undefined ? undefined : portOf(ports[0]);
    // Why it did not start is told below.
    void starting.then(
      (engine) => engine.receive(data, port),
      () => undefined,
    );
  });
  starting.then(
    (engine) => {
      // From now on the secrets that have to be hidden are known.
      onDefect = (where, thrown) => engine.onDefect(where, thrown);
      host.tell({ type: 'ready' });
    },
    (thrown: unknown) => {
      logDefect('start', thrown);
      host.tell({ type: 'fatal', error: toAppError(thrown) });
    },
  );
}

main(process.parentPort);
