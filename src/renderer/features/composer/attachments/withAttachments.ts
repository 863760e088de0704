import { type Attachment, MAX_ATTACHMENTS, MAX_IMAGES_BYTES } from '@shared/attachment';
import type { AppError } from '@shared/errors';

/** The list with these behind it, each path once, as many as one message may have; what was left out is told. */
export function withAttachments(
  list: readonly Attachment[],
  added: readonly Attachment[],
): { list: Attachment[]; problem: AppError | null } {
  const next = [...list];
  let problem: AppError | null = null;
  for (const attachment of added) {
    if (attachment.kind === 'path' && next.some((one) => one.kind === 'path' && one.path === attachment.path)) continue;
    const bytes = imageBytes([...next, attachment]);
    if (next.length === MAX_ATTACHMENTS) problem = { code: 'attachment.tooMany', limit: MAX_ATTACHMENTS };
    else if (attachment.kind === 'image' && bytes > MAX_IMAGES_BYTES) {
      problem = { code: 'attachment.imagesTooLarge', bytes, limit: MAX_IMAGES_BYTES };
    } else next.push(attachment);
  }
  return { list: next, problem };
}

const imageBytes = (list: readonly Attachment[]): number =>
  list.reduce((sum, attachment) => sum + (attachment.kind === 'image' ? attachment.bytes : 0), 0);
