import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as tar from 'tar';

const AGENTS = fileURLToPath(new URL('../agents/', import.meta.url));

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The network of the registry's tests on one local port: an agent registry at /registry.json, an npm registry, and
 * whatever files a test gives. `folder` takes what is built for it.
 */
export class RegistryServer {
  readonly folder: string;
  readonly #server: Server;
  readonly #answers = new Map<string, Answer>();
  readonly #packages = new Map<string, Record<string, unknown>>();
  /** Paths that were asked for, in order. */
  readonly asked: string[] = [];
  /** Where it was asked to lead, as a proxy. */
  readonly tunnels: string[] = [];

  private constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    this.#server = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
      this.asked.push(path);
      const answer = this.#answers.get(path);
      if (answer !== undefined) answer(request, response);
      else response.writeHead(404).end();
    });
    this.#server.on('connect', (request, near) => {
      this.tunnels.push(request.url ?? '');
      const { hostname, port } = new URL(`http://${request.url}`);
      const far = connect(Number(port), hostname, () => {
        near.write('HTTP/1.1 200 OK\r\n\r\n');
        near.pipe(far).pipe(near);
      });
      near.on('error', () => far.destroy());
      far.on('error', () => near.destroy());
    });
  }

  static async start(folder: string): Promise<RegistryServer> {
    const server = new RegistryServer(folder);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    return `http://127.0.0.1:${address.port}`;
  }

  /** What an engine needs in its environment to know no other network. */
  get env(): Record<string, string> {
    return {
      SIGNALBOX_REGISTRY_URL: `${this.url}/registry.json`,
      NPM_CONFIG_REGISTRY: this.url,
      NPM_CONFIG_CACHE: join(this.folder, 'npm-cache'),
      NPM_CONFIG_FETCH_RETRIES: '0',
    };
  }

  serve(path: string, body: Buffer | string, headers: Record<string, string> = {}): string {
    this.#answers.set(path, (_request, response) => response.writeHead(200, headers).end(body));
    return this.url + path;
  }

  answer(path: string, answer: Answer): string {
    this.#answers.set(path, answer);
    return this.url + path;
  }

  /** Whoever asks waits until it goes away; resolves with that moment. */
  hang(path: string): { asked: Promise<void>; gone: Promise<void> } {
    let onAsked: () => void = () => undefined;
    let onGone: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (onAsked = resolve));
    const gone = new Promise<void>((resolve) => (onGone = resolve));
    this.answer(path, (request) => {
      onAsked();
      request.socket.once('close', onGone);
    });
    return { asked, gone };
  }

  registry(agents: readonly unknown[]): void {
    this.serve('/registry.json', JSON.stringify({ version: '1.0.0', agents, extensions: [] }));
  }

  /** The scripted agent as an npm package; `path` is its tarball's. */
  async publish(name: string, version: string, manifest: Record<string, unknown> = {}): Promise<{ path: string }> {
    const folder = join(this.folder, `${name}-${version}`.replaceAll('/', '-'));
    const own = join(folder, 'package');
    mkdirSync(own, { recursive: true });
    cpSync(join(AGENTS, 'fakeAgent.mjs'), join(own, 'fakeAgent.mjs'));
    cpSync(join(AGENTS, 'fake'), join(own, 'fake'), { recursive: true });
    const described = { name, version, bin: { [name.split('/').at(-1) ?? name]: 'fakeAgent.mjs' }, ...manifest };
    writeFileSync(join(own, 'package.json'), JSON.stringify(described));
    const file = join(folder, 'package.tgz');
    await tar.create({ cwd: folder, file, gzip: true, portable: true }, ['package']);
    const bytes = readFileSync(file);
    const path = `/tarballs/${name}-${version}.tgz`;
    const dist = {
      tarball: this.serve(path, bytes),
      integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
    };
    const versions = { ...this.#packages.get(name), [version]: { ...described, dist } };
    this.#packages.set(name, versions);
    const packument = { name, 'dist-tags': { latest: version }, versions };
    this.serve(`/${name}`, JSON.stringify(packument), { 'content-type': 'application/json' });
    return { path };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
