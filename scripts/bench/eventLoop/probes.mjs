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
      const probe = { ...JSON.parse(hello), socket, lines };
      probes.add(probe);
      socket.once('close', () => probes.delete(probe));
      wake();
    });
    socket.on('error', () => undefined);
  });
  server.listen(address);
  await once(server, 'listening');
  const of = (role) => [...probes].filter((probe) => probe.role === role);

  return {
    address,
    /** Resolves when so many processes of the role are there. */
    async waitFor(role, count) {
      while (of(role).length < count) await new Promise((resolve) => (wake = resolve));
    },
    /** Counts in all processes while `work` runs; gives the figures of a role, one entry a process. */
    async during(work) {
      for (const { socket } of probes) socket.write('start\n');
      await work();
      const stopped = [...probes].map(async ({ role, socket, lines }) => {
        const answer = once(lines, 'line');
        socket.write('stop\n');
        return { role, ...JSON.parse((await answer)[0]) };
      });
      const figures = await Promise.all(stopped);
      return (role) => figures.filter((one) => one.role === role);
    },
    close() {
      for (const { socket } of probes) socket.destroy();
      server.close();
    },
  };
}
