import { createHash } from 'node:crypto';
import { createWriteStream, readFileSync } from 'node:fs';
import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type * as Undici from 'undici';
import { AppFailure, fail, ok, type Result } from '@shared/errors';
import { isFetchable } from './entry';

/** What the network is reached with: the variables of the person's environment, proxies among them. */
export type NetworkEnvironment = Readonly<Record<string, string>>;

export interface DownloadOptions {
  env: NetworkEnvironment;
  signal: AbortSignal;
  /** More bytes than these are refused, whatever the server announced. */
  maxBytes: number;
}

const MAX_REDIRECTS = 5;
/** No answer, or no byte, for so long ends a download. */
const SILENT_MS = 60_000;

/** The text at an address. Failures: `install.downloadFailed`, `install.tooLarge`. */
export function fetchText(url: string, options: DownloadOptions): Promise<Result<string>> {
  return withResponse(url, options, async (body) => {
    const chunks: Buffer[] = [];
    const collect = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    await pipeline(body, limited(options.maxBytes), collect, { signal: options.signal });
    return ok(Buffer.concat(chunks).toString('utf8'));
  });
}

export interface FileDownload extends DownloadOptions {
  /** Hexadecimal; judged while the bytes come, so that nothing is read twice. */
  sha256?: string;
  onProgress: (received: number, total: number | null) => void;
}

/** Writes what is at an address to a file. Failures also: `install.checksumWrong`. What was written stays; the caller removes it. */
export function downloadFile(url: string, file: string, options: FileDownload): Promise<Result<null>> {
  return withResponse(url, options, async (body, total) => {
    if (total !== null && total > options.maxBytes) return tooLarge(total, options.maxBytes);
    const hash = createHash('sha256');
    let received = 0;
    const watch = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        received += chunk.length;
        options.onProgress(received, total);
        done(null, chunk);
      },
    });
    await pipeline(body, limited(options.maxBytes), watch, createWriteStream(file), { signal: options.signal });
    if (total !== null && received !== total) {
      return fail({ code: 'install.downloadFailed', url, message: `${received} of ${total} bytes came` });
    }
    const found = hash.digest('hex');
    const expected = options.sha256?.toLowerCase();
    return expected === undefined || expected === found
      ? ok(null)
      : fail({ code: 'install.checksumWrong', expected, found });
  });
}

async function withResponse<T>(
  url: string,
  options: DownloadOptions,
  read: (body: Readable, total: number | null) => Promise<Result<T>>,
): Promise<Result<T>> {
  // Read when something is fetched: it is much of what the engine would else have to read before it can start, and TLS too.
  const library = await import('undici');
  const dispatcher = new library.EnvHttpProxyAgent(await proxiesOf(options.env));
  try {
    const { statusCode, headers, body } = await follow(library.request, url, dispatcher, options.signal);
    // Whoever reads it hears of an error too; what nobody read to its end is cut off below.
    body.on('error', () => undefined);
    if (statusCode !== 200) return fail({ code: 'install.downloadFailed', url, message: `HTTP ${statusCode}` });
    const length = headers['content-length'];
    return await read(body, typeof length === 'string' ? Number(length) : null);
  } catch (thrown) {
    if (thrown instanceof AppFailure) return fail(thrown.error);
    return fail({ code: 'install.downloadFailed', url, message: reasonOf(thrown) });
  } finally {
    await dispatcher.destroy();
  }
}

/** Each step is looked at: a redirect may not lead from TLS to an open connection. */
async function follow(
  request: typeof Undici.request,
  url: string,
  dispatcher: Undici.Dispatcher,
  signal: AbortSignal,
): Promise<Undici.Dispatcher.ResponseData> {
  let address = url;
  for (let step = 0; step <= MAX_REDIRECTS; step++) {
    if (!isFetchable(address)) throw new Error(`${address} is not fetched`);
    const response = await request(address, { dispatcher, signal });
    const { location } = response.headers;
    if (response.statusCode < 300 || response.statusCode >= 400 || typeof location !== 'string') return response;
    await response.body.dump();
    address = new URL(location, address).href;
  }
  throw new Error('too many redirects');
}

async function proxiesOf(env: NetworkEnvironment): Promise<Undici.EnvHttpProxyAgent.Options> {
  const value = (name: string): string | undefined => env[name.toLowerCase()] || env[name] || undefined;
  const httpProxy = value('HTTP_PROXY') ?? value('ALL_PROXY');
  const certificates = env['NODE_EXTRA_CA_CERTS'];
  const ca = certificates ? await authorities(certificates) : undefined;
  return {
    httpProxy: httpProxy ?? '',
    httpsProxy: value('HTTPS_PROXY') ?? httpProxy ?? '',
    noProxy: value('NO_PROXY') ?? '',
    headersTimeout: SILENT_MS,
    bodyTimeout: SILENT_MS,
    connect: { timeout: SILENT_MS / 4, ca },
    requestTls: { ca },
  };
}

async function authorities(file: string): Promise<string[]> {
  const { rootCertificates } = await import('node:tls');
  return [...rootCertificates, readFileSync(file, 'utf8')];
}

function limited(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new AppFailure(tooLarge(bytes, maxBytes).error));
      else done(null, chunk);
    },
  });
}

const tooLarge = (bytes: number, limit: number) => fail({ code: 'install.tooLarge', bytes, limit });

/** Where several addresses were tried, the reasons are inside. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown instanceof AggregateError) return thrown.errors.map((one) => reasonOf(one)).join('; ');
  return thrown.message;
}
