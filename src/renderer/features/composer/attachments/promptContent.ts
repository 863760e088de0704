import type { PromptContent } from '@shared/acp/content';
import type { Attachment, Draft } from '@shared/attachment';
import { ok, type Result } from '@shared/errors';
import { imageBlob } from './keptImages';

type PromptBlock = PromptContent[number];

/** What is sent: the text, then what stands beside it. The engine makes of it what the agent takes (`fitPrompt`). */
export async function promptContent({ text, attachments }: Draft): Promise<Result<PromptContent>> {
  const content: PromptBlock[] = text.trim() === '' ? [] : [{ type: 'text', text }];
  for (const attachment of attachments) {
    const block = await blockOf(attachment);
    if (!block.ok) return block;
    content.push(block.value);
  }
  return ok(content);
}

async function blockOf(attachment: Attachment): Promise<Result<PromptBlock>> {
  if (attachment.kind === 'path') {
    const { uri, name, isFolder } = attachment;
    return ok({ type: 'resource_link', uri, name: isFolder ? `${name}/` : name });
  }
  const blob = await imageBlob(attachment);
  if (!blob.ok) return blob;
  return ok({ type: 'image', data: await base64(blob.value), mimeType: attachment.mimeType });
}

/** Without the prefix that a data: URL has: agents take the bare data (AC-79). */
function base64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const url = typeof reader.result === 'string' ? reader.result : '';
      resolve(url.slice(url.indexOf(',') + 1));
    });
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(blob);
  });
}
