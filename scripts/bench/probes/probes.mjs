import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** For NODE_OPTIONS: puts probe.cjs into every Node process that inherits it. */
export const LOAD_PROBE = `--require=${JSON.stringify(fileURLToPath(new URL('./probe.cjs', import.meta.url)))}`;

/** The bench's end of probe.cjs. `folder` gets the socket. */
export async function listenForProbes(folder) {
  const address =
    process.platform === 'win32' ? String.raw`\\.\pipe\signalbox-bench-${process.pid}` : join(folder, 'probes');
  const probes = new Set();
  let wake = () => undefined;
  const server = createServer((socket) => {
    const lines = createInterface({ input: socket });
    lines.once('line', (hello) => {
      const gone = new Promise((resolve) => socket.once('close', () => resolve(null)));
      const probe = { ...JSON.parse(hello), socket, lines, gone };
      probes.add(probe);
      socket.once('close', () => probes.delete(probe));
      wake();
    });
    socket.on('error', () => undefined);
  });
  server.listen(address);
  await once(server, 'listening');
  const of = (role) => [...probes].filter((probe) => probe.role === role);

  const start = () => {
    for (const { socket } of probes) socket.write('start\n');
  };
  /** One question to all, whose answers come in any order. A process that has ended meanwhile has no answer. */
  const ask = async (command) => {
    const answers = [...probes].map(async ({ role, socket, lines, gone }) => {
      const answer = new Promise((resolve) => lines.once('line', resolve));
      socket.write(`${command}\n`);
      const first = await Promise.race([answer, gone]);
      return first === null ? [] : [{ role, ...JSON.parse(first) }];
    });
    const figures = (await Promise.all(answers)).flat();
    return (role) => figures.filter((one) => one.role === role);
  };

  return {
    address,
    /** Resolves when so many processes of the role are there. */
    async waitFor(role, count) {
      while (of(role).length < count) await new Promise((resolve) => (wake = resolve));
    },
    stop: () => ask('stop'),
    /** Counts in all processes while `work` runs; gives the figures of a role, one entry a process. */
    async during(work) {
      start();
      await work();
      return ask('stop');
    },
    /** What all processes hold after their collectors have run; by role as above. */
    memory: () => ask('memory'),
    close() {
      for (const { socket } of probes) socket.destroy();
      server.close();
    },
  };
}
