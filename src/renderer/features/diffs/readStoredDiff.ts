import type { StoredPart } from '@shared/acp/content';
import { diffTexts, type FileDiff } from './fileDiff';

/** A diff leaves its item as JSON that begins with its type (store/cutParts). */
export const isStoredDiff = (part: StoredPart): boolean =>
  part.as === 'json' && part.head.startsWith('{"type":"diff",');

/** Null: it is no diff after all, and is shown as it is. */
export function readStoredDiff(text: string): FileDiff | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || !('path' in value) || !('newText' in value)) return null;
  const { path, newText } = value;
  const oldText = 'oldText' in value && typeof value.oldText === 'string' ? value.oldText : null;
  return typeof path === 'string' && typeof newText === 'string' ? diffTexts(path, oldText, newText) : null;
}
