import { type ImageType, imageTypeOf, MAX_IMAGE_BYTES, MAX_IMAGE_SIDE } from '@shared/attachment';
import { fail, ok, type Result } from '@shared/errors';

/** Above this a picture is not even decoded: that would stop the page. */
const LARGEST_FILE = 64 * 1_048_576;
const STEP = 0.75;
const MOST_STEPS = 8;
const JPEG_QUALITY = 0.88;

/**
 * The picture as agents take it: as it is where it is small enough and of one of their kinds, else drawn anew, smaller and
 * as PNG, JPEG or WebP, until it fits (AC-79).
 */
export async function fittedImage(file: Blob): Promise<Result<Uint8Array<ArrayBuffer>>> {
  if (file.size > LARGEST_FILE) {
    return fail({ code: 'attachment.tooLarge', bytes: file.size, limit: MAX_IMAGE_BYTES });
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = imageTypeOf(bytes);
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(new Blob([bytes]));
  } catch {
    return fail({ code: 'attachment.notImage' });
  }
  try {
    if (type !== null && fitsAsIs(bitmap, bytes.byteLength)) return ok(bytes);
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const drawn = draw(bitmap, scaleOf(bitmap) * STEP ** step);
      for (const encoding of encodingsFor(type)) {
        const blob = await drawn.convertToBlob(encoding);
        if (blob.size <= MAX_IMAGE_BYTES) return ok(new Uint8Array(await blob.arrayBuffer()));
      }
    }
    return fail({ code: 'attachment.tooLarge', bytes: file.size, limit: MAX_IMAGE_BYTES });
  } finally {
    bitmap.close();
  }
}

interface Size {
  width: number;
  height: number;
}

export const fitsAsIs = ({ width, height }: Size, bytes: number): boolean =>
  bytes <= MAX_IMAGE_BYTES && Math.max(width, height) <= MAX_IMAGE_SIDE;

/** What makes its longer side fit; never more than 1. */
export const scaleOf = ({ width, height }: Size): number => Math.min(1, MAX_IMAGE_SIDE / Math.max(width, height, 1));

/** A photo stays a photo; anything else keeps its sharp edges, and what is clear in it, as long as that fits. */
export function encodingsFor(type: ImageType | null): { type: ImageType; quality?: number }[] {
  if (type === 'image/jpeg') return [{ type: 'image/jpeg', quality: JPEG_QUALITY }];
  return [{ type: 'image/png' }, { type: 'image/webp', quality: JPEG_QUALITY }];
}

function draw(bitmap: ImageBitmap, scale: number): OffscreenCanvas {
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context !== null) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
  }
  return canvas;
}
