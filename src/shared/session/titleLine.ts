import { type ContentBlock, plainText } from '../acp/content';

/** The first line with text in it, white space collapsed, at most `max` characters (an ellipsis counts as one). */
export function titleLine(text: string, max: number): string | null {
  // Only the head: a pasted megabyte must not be split into lines for a title.
  for (const line of text.slice(0, 10_000).split(/\r\n|\r|\n/)) {
    const title = line.replaceAll(/\s+/g, ' ').trim();
    if (title === '') continue;
    const characters = Array.from(title);
    return characters.length <= max
      ? title
      : `${characters
          .slice(0, max - 1)
          .join('')
          .trimEnd()}…`;
  }
  return null;
}

/** The title that a session takes from its first prompt: the first line of its own words, else of what it carries. */
export function promptTitle(prompt: readonly ContentBlock[]): string | null {
  const words = prompt.filter((block) => block.type === 'text' || block.type === 'stored');
  for (const block of [...words, ...prompt]) {
    const title = titleLine(plainText(block), 80);
    if (title !== null) return title;
  }
  return null;
}
