import { createReadStream } from 'node:fs';
import { JSONParser } from '@streamparser/json';
import { AppFailure } from '@shared/errors';

/** One piece of a file: a fact of its head, a session's facts, a blob or an item. */
export type FilePiece =
  | { kind: 'format' | 'version' | 'exportedAt'; value: unknown }
  | { kind: 'session'; session: number; value: unknown }
  | { kind: 'blob'; session: number; id: string; value: unknown }
  | { kind: 'item'; session: number; index: number; value: unknown };

const PATHS = [
  '$.format',
  '$.version',
  '$.exportedAt',
  '$.sessions.*.session',
  '$.sessions.*.blobs.*',
  '$.sessions.*.items.*',
];
/** Parsed in one go; then the engine does other things. */
const CHUNK_BYTES = 65_536;

/** The pieces in the order in which they stand. Throws what the file system throws, and `import.notJson`. */
export async function* piecesOfFile(path: string): AsyncGenerator<FilePiece> {
  const parser = new JSONParser({ paths: PATHS, keepStack: false });
  let pieces: FilePiece[] = [];
  parser.onValue = ({ value, key, stack }) => {
    const piece = pieceOf(value, key, Number(stack[2]?.key), stack[3]?.key);
    if (piece !== null) pieces.push(piece);
  };
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    orNotJson(path, () => parser.write(chunk));
    const read = pieces;
    pieces = [];
    yield* read;
    await new Promise(setImmediate);
  }
  if (!parser.isEnded) orNotJson(path, () => parser.end());
  yield* pieces;
}

/** What the parser says of a text that is cut off or none of ours helps nobody. */
function orNotJson(path: string, parse: () => void): void {
  try {
    parse();
  } catch {
    throw new AppFailure({ code: 'import.notJson', path });
  }
}

function pieceOf(
  value: unknown,
  key: string | number | undefined,
  session: number,
  list: string | number | undefined,
): FilePiece | null {
  if (key === 'format' || key === 'version' || key === 'exportedAt') {
    if (Number.isNaN(session)) return { kind: key, value };
  }
  if (list === 'blobs') return { kind: 'blob', session, id: String(key), value };
  if (list === 'items') return { kind: 'item', session, index: Number(key), value };
  return key === 'session' ? { kind: 'session', session, value } : null;
}
