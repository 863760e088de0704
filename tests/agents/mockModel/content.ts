import { z } from 'zod';

/** A part of a message's content, of any dialect; only what can carry text is named. */
const Part = z.looseObject({
  type: z.string().optional(),
  text: z.string().optional(),
  output: z.string().optional(),
  content: z.unknown().optional(),
});

/** Message content as the dialects send it: a string, or a list of parts, or nothing. */
export const Content = z
  .union([z.string(), z.array(Part)])
  .nullish()
  .transform((content) => (typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])));

export type Content = z.output<typeof Content>;

/** All text of the content, also the text inside tool results. */
export function textOf(content: Content): string {
  return content.map(partText).join('\n');
}

function partText(part: Content[number]): string {
  if (part.text !== undefined) return part.text;
  if ('output' in part && part.output !== undefined) return part.output;
  if (!('content' in part)) return '';
  const nested = Content.safeParse(part.content);
  return nested.success ? textOf(nested.data) : '';
}
