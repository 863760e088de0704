import { existsSync, readFileSync, statSync, openSync, readSync, closeSync } from 'node:fs';

/**
 * What can be told of a database without opening it: SQLite would replay or delete its log, and a file of a newer Signalbox
 * or a damaged one is not to be touched. Called only while no connection of this process has the file open.
 */

export interface FileFacts {
  exists: boolean;
  bytes: number;
  /** The log was not put away: the last run did not end in order. */
  hasLog: boolean;
  /** `user_version`, also where only the log has it. Null where the header cannot be read. */
  schemaVersion: number | null;
  /** Commits in the log that SQLite will not replay because something before them is damaged. */
  commitsOutOfReach: number;
}

const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
const VERSION_AT = 60;

export function fileFacts(path: string): FileFacts {
  const header = headerOf(path);
  const log = `${path}-wal`;
  const hasLog = existsSync(log) && statSync(log).size > 0;
  const isSound = header !== null && header.toString('latin1', 0, 16) === MAGIC;
  const scan = hasLog ? scanLog(readFileSync(log)) : null;
  return {
    exists: header !== null,
    bytes: header === null ? 0 : statSync(path).size,
    hasLog,
    schemaVersion: isSound ? (scan?.schemaVersion ?? header.readUInt32BE(VERSION_AT)) : null,
    commitsOutOfReach: scan?.commitsOutOfReach ?? 0,
  };
}

function headerOf(path: string): Buffer | null {
  if (!existsSync(path)) return null;
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(file);
  }
  return header;
}

const LOG_HEADER = 32;
const FRAME_HEADER = 24;

/** https://www.sqlite.org/fileformat.html#the_write_ahead_log */
export function scanLog(log: Buffer): { schemaVersion: number | null; commitsOutOfReach: number } {
  const nothing = { schemaVersion: null, commitsOutOfReach: 0 };
  if (log.byteLength < LOG_HEADER) return nothing;
  const magic = log.readUInt32BE(0);
  const pageSize = log.readUInt32BE(8);
  const isPageSize = pageSize >= 512 && pageSize <= 65_536 && (pageSize & (pageSize - 1)) === 0;
  // A header that is damaged takes the whole log with it: what it held cannot be told.
  if (magic >>> 1 !== 0x377f0682 >>> 1 || !isPageSize) return { schemaVersion: null, commitsOutOfReach: 1 };
  const littleEndian = (magic & 1) === 0;
  let sum = checksum(log, 0, 24, [0, 0], littleEndian);
  let isReachable = matches(log, 24, sum);
  let schemaVersion: number | null = null;
  let uncommitted: number | null = null;
  let commitsOutOfReach = isReachable ? 0 : 1;
  for (let at = LOG_HEADER; at + FRAME_HEADER + pageSize <= log.byteLength; at += FRAME_HEADER + pageSize) {
    // Frames of an earlier round have another salt: they are in the database already.
    const isOfThisRound = log.compare(log, 16, 24, at + 8, at + 16) === 0;
    const isCommit = log.readUInt32BE(at + 4) !== 0;
    if (isReachable) {
      if (!isOfThisRound) {
        isReachable = false;
        continue;
      }
      sum = checksum(log, at, at + 8, sum, littleEndian);
      sum = checksum(log, at + FRAME_HEADER, at + FRAME_HEADER + pageSize, sum, littleEndian);
      isReachable = matches(log, at + 16, sum);
    }
    if (!isReachable) {
      if (isOfThisRound && isCommit) commitsOutOfReach += 1;
      continue;
    }
    if (log.readUInt32BE(at) === 1) uncommitted = log.readUInt32BE(at + FRAME_HEADER + VERSION_AT);
    if (isCommit) schemaVersion = uncommitted;
  }
  return { schemaVersion, commitsOutOfReach };
}

type Sum = readonly [number, number];

function checksum(bytes: Buffer, from: number, to: number, [first, second]: Sum, littleEndian: boolean): Sum {
  let a = first;
  let b = second;
  for (let at = from; at < to; at += 8) {
    a = (a + word(bytes, at, littleEndian) + b) >>> 0;
    b = (b + word(bytes, at + 4, littleEndian) + a) >>> 0;
  }
  return [a, b];
}

const word = (bytes: Buffer, at: number, littleEndian: boolean): number =>
  littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);

const matches = (bytes: Buffer, at: number, [first, second]: Sum): boolean =>
  bytes.readUInt32BE(at) === first && bytes.readUInt32BE(at + 4) === second;
