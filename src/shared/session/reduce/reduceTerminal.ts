import type { ToolCallContent } from '../../acp/content';
import type { SessionEventBody } from '../event';
import type { TerminalOutput } from '../state';
import type { Draft, Stamp } from './draft';

type TerminalChanged = Extract<SessionEventBody, { type: 'terminal.changed' }>;
type TerminalPart = Extract<ToolCallContent, { type: 'terminal' }>;

/** Bytes of output that a session keeps of one terminal. */
const KEPT_BYTES = 65_536;

/**
 * The output goes into every tool call that shows the terminal, and into the head, since a tool call may name it later
 * or name it again.
 */
export function reduceTerminal(draft: Draft, stamp: Stamp, event: TerminalChanged): void {
  const { terminals } = draft.state;
  const before = terminals[event.terminalId];
  const kept = keptTail((before?.output ?? '') + (event.append ?? ''), KEPT_BYTES);
  const after: TerminalOutput = {
    output: kept.text,
    truncated: before?.truncated === true || kept.cut,
    exit: event.exit ?? before?.exit ?? null,
  };
  draft.state.terminals = { ...terminals, [event.terminalId]: after };
  draft.items.forEach((item, index) => {
    if (item.kind !== 'toolCall' || !item.content.some((part) => names(part, event.terminalId))) return;
    const content = item.content.map((part) => (names(part, event.terminalId) ? filled(part, after) : part));
    draft.put(index, { ...item, content, seq: stamp.seq });
  });
}

/** Once a turn has ended, an ended terminal lives in the items that show it and nowhere else. */
export function forgetEndedTerminals(draft: Draft): void {
  const all = Object.entries(draft.state.terminals);
  const running = all.filter(([, terminal]) => terminal.exit === null);
  if (running.length < all.length) draft.state.terminals = Object.fromEntries(running);
}

/** New content of a tool call, its terminal parts filled with what is known of them. */
export function withTerminalOutput(
  content: ToolCallContent[],
  terminals: Readonly<Record<string, TerminalOutput>>,
  old: readonly ToolCallContent[],
): ToolCallContent[] {
  if (!content.some((part) => part.type === 'terminal')) return content;
  return content.map((part) => {
    if (part.type !== 'terminal' || part.output !== undefined) return part;
    const known = terminals[part.terminalId];
    if (known !== undefined) return filled(part, known);
    return old.find((other) => other.type === 'terminal' && other.terminalId === part.terminalId) ?? part;
  });
}

function filled(part: TerminalPart, { output, truncated, exit }: TerminalOutput): TerminalPart {
  const next = { ...part, output, truncated };
  return exit === null ? next : { ...next, exit };
}

const names = (part: ToolCallContent, terminalId: string): part is TerminalPart =>
  part.type === 'terminal' && part.terminalId === terminalId;

/** The end of the text that fits into `limit` UTF-8 bytes, never beginning inside a character. */
function keptTail(text: string, limit: number): { text: string; cut: boolean } {
  // A UTF-16 unit is at most three bytes.
  if (text.length * 3 <= limit) return { text, cut: false };
  let bytes = 0;
  let start = text.length;
  while (start > 0) {
    const pair = isLowSurrogate(text, start - 1) && isHighSurrogate(text, start - 2);
    bytes += pair ? 4 : utf8Length(text.charCodeAt(start - 1));
    if (bytes > limit) return { text: text.slice(start), cut: true };
    start -= pair ? 2 : 1;
  }
  return { text, cut: false };
}

const utf8Length = (unit: number): number => {
  if (unit < 0x80) return 1;
  return unit < 0x800 ? 2 : 3;
};
const isHighSurrogate = (text: string, index: number): boolean => (text.charCodeAt(index) & 0xfc00) === 0xd800;
const isLowSurrogate = (text: string, index: number): boolean => (text.charCodeAt(index) & 0xfc00) === 0xdc00;
