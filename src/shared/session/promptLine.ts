import { plainText } from '../acp/content';
import type { PromptLine } from '../ipc/reading';
import type { Item } from './item';

const MAX_CHARACTERS = 200;

/** A prompt in one line, for a list of them; null: the item is none. */
export function promptLine(item: Item): PromptLine | null {
  if (item.kind !== 'message' || item.role !== 'user') return null;
  const text = item.content
    .map(plainText)
    .join(' ')
    .slice(0, 4 * MAX_CHARACTERS)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return { ordinal: item.ordinal, at: item.at, text: Array.from(text).slice(0, MAX_CHARACTERS).join('') };
}
