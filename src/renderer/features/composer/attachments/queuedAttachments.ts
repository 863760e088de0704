import type { ContentBlock } from '@shared/acp/content';
import { type Attachment, ImageType } from '@shared/attachment';
import type { QueuedPrompt } from '@shared/session/queue';
import type { WaitingMessage } from '../../../stores/queueEdits';
import { linkTarget } from '../../markdown/safeLink';
import { readWhole } from '../../terminals/readBlob';
import { rememberImage } from './keptImages';

/** What stands beside its text, as the composer shows it. Its pictures are looked up, so that they can be told from each other. */
export async function queuedAttachments({ queuedId, content }: QueuedPrompt): Promise<WaitingMessage['attached']> {
  const found = new Map<Attachment, number>();
  for (const [place, block] of content.entries()) {
    if (!isAttached(block)) continue;
    const attachment = attachmentOf(block, `${queuedId}/${place}`);
    if (attachment.kind === 'image') await remember(attachment.imageId, attachment.mimeType, block);
    found.set(attachment, place);
  }
  return found;
}

/** Not its text, which is stored where it is long. */
export const isAttached = (block: ContentBlock): boolean =>
  block.type !== 'text' && !(block.type === 'stored' && block.as === 'text');

function attachmentOf(block: ContentBlock, id: string): Attachment {
  const mimeType = 'mimeType' in block ? ImageType.safeParse(block.mimeType).data : undefined;
  if (mimeType !== undefined && block.type === 'image') {
    return { kind: 'image', imageId: id, name: '', mimeType, bytes: Math.ceil(block.data.length * 0.75) };
  }
  if (mimeType !== undefined && block.type === 'stored' && block.as === 'image') {
    return { kind: 'image', imageId: id, name: '', mimeType, bytes: block.bytes };
  }
  if (block.type !== 'resource_link') return { kind: 'path', path: id, uri: '', name: block.type, isFolder: false };
  const target = linkTarget(block.uri);
  const isFolder = block.name.endsWith('/');
  const name = isFolder ? block.name.slice(0, -1) : block.name;
  return { kind: 'path', path: target.kind === 'file' ? target.path : block.uri, uri: block.uri, name, isFolder };
}

/** One that cannot be read has a sign in place of its picture. */
async function remember(imageId: string, type: ImageType, block: ContentBlock): Promise<void> {
  if (block.type === 'image') {
    try {
      const bytes = Uint8Array.from(atob(block.data), (character) => character.codePointAt(0) ?? 0);
      rememberImage(imageId, new Blob([bytes], { type }));
    } catch {
      // Nothing that can be read.
    }
  } else if (block.type === 'stored') {
    const bytes = await readWhole(block.blobId);
    if (!('error' in bytes)) rememberImage(imageId, new Blob([bytes], { type }));
  }
}
