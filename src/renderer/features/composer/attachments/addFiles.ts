import type { Attachment, ImageAttachment } from '@shared/attachment';
import { type AppError, fail, ok, type Result } from '@shared/errors';
import type { FileRoot } from '@shared/ipc/views';
import { engine } from '../../../ipc/engine';
import { fittedImage } from './shrinkImage';
import { rememberImage } from './keptImages';

export interface AddedFiles {
  attachments: Attachment[];
  problems: AppError[];
}

/**
 * Files that were dropped, pasted or picked: a picture as itself, anything else by where it lies. What is neither is told,
 * never left out silently.
 */
export async function addFiles(of: FileRoot, files: readonly File[]): Promise<AddedFiles> {
  const attachments: Attachment[] = [];
  const problems: AppError[] = [];
  for (const file of files) {
    const added = await addFile(of, file);
    if (added.ok) attachments.push(added.value);
    else problems.push(added.error);
  }
  return { attachments, problems };
}

async function addFile(of: FileRoot, file: File): Promise<Result<Attachment>> {
  const image = file.type.startsWith('image/') ? await addImage(file) : null;
  if (image?.ok === true) return image;
  const path = window.signalbox.pathForFile(file);
  // A picture that no agent can take (an SVG, one that is far too large) is still a file.
  if (path === '') return image ?? fail({ code: 'attachment.noPath', name: file.name });
  const described = await engine.call.files.describe({ of, paths: [path] });
  if (!described.ok) return described;
  const [found] = described.value;
  return found === undefined ? fail({ code: 'file.notFound', path }) : ok(found);
}

async function addImage(file: File): Promise<Result<ImageAttachment>> {
  const bytes = await fittedImage(file);
  if (!bytes.ok) return bytes;
  const kept = await engine.call.drafts.keepImage({ bytes: bytes.value });
  if (!kept.ok) return kept;
  const { imageId, mimeType } = kept.value;
  rememberImage(imageId, new Blob([bytes.value], { type: mimeType }));
  return ok({ kind: 'image', imageId, mimeType, name: file.name.slice(0, 255), bytes: bytes.value.byteLength });
}
