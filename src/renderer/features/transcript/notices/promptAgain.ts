import type { ContentBlock, PromptContent } from '@shared/acp/content';
import type { AppError } from '@shared/errors';
import type { ItemOf } from '@shared/session/item';
import { readWhole } from '../../terminals/readBlob';

type PromptBlock = PromptContent[number];

/** The same prompt, to be sent once more: what was too large to stay in its item comes back from the store. */
export async function promptAgain(item: ItemOf<'message'>): Promise<{ content: PromptContent } | { error: AppError }> {
  const content: PromptBlock[] = [];
  for (const block of item.content) {
    const part = await sendable(block);
    if (part === null) continue;
    if ('error' in part) return part;
    content.push(part);
  }
  return content.length === 0 ? { error: { code: 'session.emptyPrompt' } } : { content };
}

async function sendable(block: ContentBlock): Promise<PromptBlock | { error: AppError } | null> {
  if (block.type === 'raw') return null;
  if (block.type !== 'stored') return block;
  const bytes = await readWhole(block.blobId);
  if ('error' in bytes) return bytes;
  switch (block.as) {
    case 'text':
      return { type: 'text', text: new TextDecoder().decode(bytes) };
    case 'image':
    case 'audio':
      return { type: block.as, data: base64(bytes), mimeType: block.mimeType ?? 'application/octet-stream' };
    case 'json':
      return storedBlock(new TextDecoder().decode(bytes));
  }
}

/** A whole block was stored as JSON by ourselves; the engine parses it again before it is sent. */
function storedBlock(text: string): PromptBlock | null {
  try {
    const value: PromptBlock = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}
