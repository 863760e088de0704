// @ts-check
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { RuntimeError } from './runtimeError.mjs';

/** @param {string} file @returns {Promise<string>} lower-case hex */
export async function sha256OfFile(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * Downloads one file and checks it.
 * @param {{ url: string, dest: string, sha256: string, stallMs: number }} input `stallMs`: the longest silence that is
 *   borne, before the first byte and between any two
 * @throws {RuntimeError} refused, stalled, bad status, or a checksum that does not match
 */
export async function downloadFile({ url, dest, sha256, stallMs }) {
  const abort = new AbortController();
  let stalled = false;
  const timer = setTimeout(() => {
    stalled = true;
    abort.abort();
  }, stallMs);
  const hash = createHash('sha256');
  try {
    const response = await fetch(url, { signal: abort.signal });
    if (!response.ok || !response.body) throw new RuntimeError(`${url} answered ${response.status}`);
    await pipeline(
      response.body,
      async function* (source) {
        for await (const chunk of source) {
          timer.refresh();
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(dest),
    );
  } catch (error) {
    if (stalled) throw new RuntimeError(`no byte from ${new URL(url).host} for ${stallMs / 1000} s`, error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
  if (hash.digest('hex') !== sha256) throw new RuntimeError(`${url} has another checksum than the one that is pinned`);
}
