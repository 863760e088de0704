import type { PathAttachment } from '@shared/attachment';

export interface Mention {
  /** Where the "@" stands. */
  at: number;
  query: string;
}

/** The file's name that is being written after an "@" just before the caret; null where there is none. An address (a@b) is none. */
export function mentionAt(text: string, caret: number): Mention | null {
  const match = /(?:^|[^\w@.])@([^\s@]*)$/.exec(text.slice(0, caret));
  const query = match?.[1];
  return query === undefined ? null : { at: caret - query.length - 1, query };
}

/** The text with the file's name in place of what was written of it, and where the caret then belongs. */
export function takeMention(
  text: string,
  { at, query }: Mention,
  { name, isFolder }: PathAttachment,
): { text: string; caret: number } {
  const written = `@${name}${isFolder ? '/' : ''} `;
  const rest = text.slice(at + 1 + query.length).replace(/^ /, '');
  return { text: text.slice(0, at) + written + rest, caret: at + written.length };
}
