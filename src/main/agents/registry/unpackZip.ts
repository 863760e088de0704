import { createWriteStream } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { type Entry, open, type Options, type ZipFile } from 'yauzl';
import { checkEntry, type EntryKind, insidePath } from './archivePath';
import { brokenArchive, type UnpackBudget } from './unpackBudget';

const openZip: (path: string, options: Options) => Promise<ZipFile> = promisify(open);

/** The kinds of files in the upper bits of a Unix mode; 0 where the archive was made elsewhere. */
const FORMATS: Readonly<Record<number, EntryKind>> = {
  0: 'file',
  0o100000: 'file',
  0o040000: 'folder',
  0o120000: 'symlink',
};
const MAX_LINK_BYTES = 4096;

/** Unpacks a zip archive with its links and run bits. Throws AppFailure. */
export async function unpackZip(
  archive: string,
  into: string,
  options: { budget: UnpackBudget; signal: AbortSignal },
): Promise<void> {
  const links: { path: string; target: string }[] = [];
  try {
    const zip = await openZip(archive, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
    try {
      for await (const entry of entriesOf(zip)) {
        options.signal.throwIfAborted();
        options.budget.take(entry.uncompressedSize);
        const link = await unpackEntry(zip, entry, into, options.signal);
        if (link !== null) links.push(link);
      }
    } finally {
      zip.close();
    }
    // Last, so that nothing is ever written through one.
    for (const { path, target } of links) {
      await mkdir(dirname(path), { recursive: true });
      await symlink(target, path);
    }
  } catch (thrown) {
    throw brokenArchive(thrown);
  }
}

async function unpackEntry(
  zip: ZipFile,
  entry: Entry,
  into: string,
  signal: AbortSignal,
): Promise<{ path: string; target: string } | null> {
  const mode = entry.externalFileAttributes >>> 16;
  const format = FORMATS[mode & 0o170000] ?? 'device';
  const kind = /[\\/]$/.test(entry.fileName) && format !== 'device' ? 'folder' : format;
  const path = join(into, insidePath(entry.fileName));
  if (kind === 'symlink') {
    if (entry.uncompressedSize > MAX_LINK_BYTES) throw brokenArchive('a link of endless length');
    const target = await textOf(zip, entry, signal);
    checkEntry(entry.fileName, kind, target);
    return { path, target };
  }
  checkEntry(entry.fileName, kind);
  if (kind === 'folder') {
    await mkdir(path, { recursive: true });
    return null;
  }
  await mkdir(dirname(path), { recursive: true });
  const file = createWriteStream(path, { flags: 'wx', mode: mode & 0o111 ? 0o755 : 0o644 });
  await pipeline(await streamOf(zip, entry), checksummed(entry), file, { signal });
  return null;
}

/** By a pipe: yauzl's streams end no `for await`. */
async function textOf(zip: ZipFile, entry: Entry, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  const collect = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  await pipeline(await streamOf(zip, entry), checksummed(entry), collect, { signal });
  return Buffer.concat(chunks).toString('utf8');
}

/** yauzl checks lengths, not contents. */
function checksummed(entry: Entry): Transform {
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush: (done) => done(sum === entry.crc32 ? null : brokenArchive(`${entry.fileName} is damaged`)),
  });
}

function streamOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error === null ? resolve(stream) : reject(error)));
  });
}

/** Its entries one after the other; the next is read when the last was dealt with. */
async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      zip.once('error', reject);
      zip.once('end', () => resolve(null));
      zip.once('entry', (found: Entry) => resolve(found));
      zip.readEntry();
    }).finally(() => zip.removeAllListeners());
    if (entry === null) return;
    yield entry;
  }
}
