import type { StoredPart } from '@shared/acp/content';
import { type Printed, restOf } from '@shared/acp/printed';
import { readBytes } from '../readBlob';
import type { ReadBytes } from './blobRows';

/** A text that is looked at in the viewer, wherever it is kept. */
export interface LongText {
  bytes: number;
  read: ReadBytes;
}

export const storedText = ({ blobId, bytes }: StoredPart): LongText => ({
  bytes,
  read: (offset, length) => readBytes(blobId, offset, length),
});

/** All of an output, as it is now. */
export function printedText({ text, stored, rest }: Printed, readStored: typeof readBytes = readBytes): LongText {
  const here = new TextEncoder().encode(stored === undefined ? text : restOf(text, rest));
  const before = stored?.bytes ?? 0;
  const total = before + here.length;
  return {
    bytes: total,
    read: async (offset, length) => {
      const end = offset + length;
      const tail = here.subarray(Math.max(0, offset - before), Math.max(0, end - before));
      if (stored === undefined || offset >= before) return { bytes: tail, total };
      const piece = await readStored(stored.blobId, offset, Math.min(length, before - offset));
      if ('error' in piece) return piece;
      // It may have grown since, and its end stands in both then.
      const isJoined = offset + piece.bytes.length === before;
      return { bytes: isJoined && tail.length > 0 ? joined(piece.bytes, tail) : piece.bytes, total };
    },
  };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
