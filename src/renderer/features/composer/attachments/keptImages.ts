import type { ImageAttachment } from '@shared/attachment';
import { ok, type Result } from '@shared/errors';
import { useEffect, useState } from 'react';
import { engine } from '../../../ipc/engine';

/** Pictures of drafts as this page has them; the engine keeps each, so after a reload they come from there. */
const KEPT = 40;
const blobs = new Map<string, Blob>();

export function rememberImage(imageId: string, blob: Blob): void {
  blobs.set(imageId, blob);
  const oldest = blobs.keys().next();
  if (blobs.size > KEPT && oldest.done !== true) blobs.delete(oldest.value);
}

export async function imageBlob({ imageId, mimeType }: ImageAttachment): Promise<Result<Blob>> {
  const known = blobs.get(imageId);
  if (known !== undefined) return ok(known);
  const kept = await engine.call.drafts.image({ imageId });
  if (!kept.ok) return kept;
  const blob = new Blob([new Uint8Array(kept.value.bytes)], { type: mimeType });
  rememberImage(imageId, blob);
  return ok(blob);
}

/** A URL for as long as the picture is drawn; null until it is there, and where it is gone. */
export function useImageUrl(image: ImageAttachment): string | null {
  const { imageId } = image;
  const [shown, setShown] = useState<{ imageId: string; url: string } | null>(null);
  useEffect(() => {
    let url: string | undefined;
    let gone = false;
    void imageBlob(image).then((found) => {
      if (gone || !found.ok) return;
      url = URL.createObjectURL(found.value);
      setShown({ imageId: image.imageId, url });
    });
    return () => {
      gone = true;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [image]);
  return shown?.imageId === imageId ? shown.url : null;
}
