import type { ContentBlock, ToolCallContent } from '@shared/acp/content';

/** A part that is neither words nor a change. */
export type OtherPart =
  | Exclude<ContentBlock, { type: 'text' }>
  | Exclude<ToolCallContent, { type: 'content' | 'diff' }>;

/** What a tool call carries beside its words and its changes, which are shown in their own way: all of it, in its order. */
export const otherParts = (content: readonly ToolCallContent[]): OtherPart[] =>
  content.flatMap((part): OtherPart[] => {
    if (part.type === 'diff') return [];
    if (part.type !== 'content') return [part];
    return part.content.type === 'text' ? [] : [part.content];
  });
