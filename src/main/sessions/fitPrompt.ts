import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { PromptContent } from '@shared/acp/content';
import { resolveInside, readTextFile } from './workspaceFiles';

type Block = PromptContent[number];

/** Files up to this size go along whole to agents that take them so. */
const MAX_EMBEDDED_BYTES = 65_536;

export interface FittedPrompt {
  content: PromptContent;
  /** Pictures that go as files, since the agent takes none. */
  linkedImages: number;
}

/**
 * A prompt as this agent takes it (`promptCapabilities`, acp.md 3.3), made when it is sent, since only then it is known for
 * sure what the agent takes: a picture for an agent without pictures is saved and linked, never left out (AC-79); a small
 * text file of the session's folder goes along whole where that is taken, else as the link that it is. Files elsewhere are
 * only named: what the agent may read there is not ours to say. Throws an AppFailure where a picture cannot be saved.
 */
export async function fitPrompt(
  content: PromptContent,
  takes: { image: boolean; embeddedContext: boolean },
  cwd: string,
  saveImage: (data: string, mimeType: string) => Promise<{ uri: string; name: string; size: number }>,
): Promise<FittedPrompt> {
  let linkedImages = 0;
  const fitted: Block[] = [];
  for (const block of content) {
    if (block.type === 'image' && !takes.image) {
      linkedImages += 1;
      fitted.push({
        type: 'resource_link',
        ...(await saveImage(block.data, block.mimeType)),
        mimeType: block.mimeType,
      });
    } else if (block.type === 'resource_link' && takes.embeddedContext) {
      fitted.push((await embedded(block.uri, cwd)) ?? block);
    } else fitted.push(block);
  }
  return { content: fitted, linkedImages };
}

/** Null where it is no small text file inside the folder. */
async function embedded(uri: string, cwd: string): Promise<Block | null> {
  const path = localPath(uri);
  if (path === null) return null;
  const inside = await resolveInside([cwd], path);
  if (!inside.ok) return null;
  const found = await stat(inside.value).catch(() => null);
  if (found?.isFile() !== true || found.size > MAX_EMBEDDED_BYTES) return null;
  const read = await readTextFile([cwd], { path });
  // What holds a NUL is no text, even where it happens to be UTF-8.
  if (!read.ok || read.value.includes('\0')) return null;
  return { type: 'resource', resource: { uri, mimeType: 'text/plain', text: read.value } };
}

function localPath(uri: string): string | null {
  if (!uri.startsWith('file:')) return null;
  try {
    return fileURLToPath(uri);
  } catch {
    // Another machine's path, or no path at all.
    return null;
  }
}
