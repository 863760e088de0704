import type { StoredPart } from '@shared/acp/content';
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

/** One that is here already, as it is now. */
export function textHere(text: string): LongText {
  const all = new TextEncoder().encode(text);
  return {
    bytes: all.length,
    read: (offset, length) => Promise.resolve({ bytes: all.subarray(offset, offset + length), total: all.length }),
  };
}
