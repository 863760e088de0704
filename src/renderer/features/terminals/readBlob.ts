import type { AppError } from '@shared/errors';
import { engine } from '../../ipc/engine';

/** One read at most: the contract allows 1 MB. */
const PIECE = 1_048_576;

export interface BlobPiece {
  bytes: Uint8Array;
  total: number;
}

export async function readBytes(
  blobId: string,
  offset: number,
  length: number,
): Promise<BlobPiece | { error: AppError }> {
  const result = await engine.call.blobs.read({ blobId, offset, length });
  return result.ok ? result.value : { error: result.error };
}

/** The whole of a blob that is small enough to be held: pictures, prompts. */
export async function readWhole(blobId: string): Promise<Uint8Array<ArrayBuffer> | { error: AppError }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const piece = await readBytes(blobId, length, PIECE);
    if ('error' in piece) return piece;
    pieces.push(piece.bytes);
    length += piece.bytes.length;
    if (length >= piece.total || piece.bytes.length === 0) break;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
