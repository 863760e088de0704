import type { PromptContent } from '@shared/acp/content';
import type { SessionState } from '@shared/session/state';
import type { TranscriptLog } from '../store/transcriptLog';
import { historyBlock, historyLine, MAX_HISTORY_CHARACTERS } from './historyText';

/**
 * The prompt as it goes to the agent: with the history that its session was never told (`head.untoldBefore`) in front.
 * The same content where there is none, or where it is a command of the agent's, which must stand first and alone.
 */
export function withUntoldHistory(
  transcripts: TranscriptLog,
  { sessionId, untoldBefore, commands }: SessionState,
  content: PromptContent,
): PromptContent {
  if (untoldBefore === undefined) return content;
  const [first] = content;
  const command = first?.type === 'text' ? /^\/(\S+)/.exec(first.text)?.[1] : undefined;
  if (command !== undefined && commands.some(({ name }) => name === command)) return content;
  const { lines, isCut } = linesBefore(transcripts, sessionId, untoldBefore);
  return lines.length === 0 ? content : [{ type: 'text', text: historyBlock(lines, isCut) }, ...content];
}

function linesBefore(
  transcripts: TranscriptLog,
  sessionId: string,
  ordinal: number,
): { lines: string[]; isCut: boolean } {
  const lines: string[] = [];
  let left = MAX_HISTORY_CHARACTERS;
  let before = ordinal;
  for (;;) {
    const page = transcripts.page(sessionId, { before });
    // What cannot be read now is left out, and said to be.
    if (!page.ok) return { lines, isCut: true };
    for (const item of page.value.items.toReversed()) {
      const line = historyLine(item);
      if (line === null) continue;
      if (line.length > left) {
        // Of a text that is too long by itself at least its end.
        if (lines.length === 0) lines.unshift(line.slice(-left));
        return { lines, isCut: true };
      }
      left -= line.length;
      lines.unshift(line);
    }
    before = page.value.items[0]?.ordinal ?? 0;
    if (!page.value.hasOlder) return { lines, isCut: false };
  }
}
