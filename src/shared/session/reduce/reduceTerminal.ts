import type { ToolCallContent } from '../../acp/content';
import { keptTail } from '../../acp/printed';
import type { SessionEventBody } from '../event';
import type { TerminalOutput } from '../state';
import type { Draft, Stamp } from './draft';

type TerminalChanged = Extract<SessionEventBody, { type: 'terminal.changed' }>;
type TerminalPart = Extract<ToolCallContent, { type: 'terminal' }>;

/**
 * The output goes into every tool call that shows the terminal, and into the head, since a tool call may name it later
 * or name it again.
 */
export function reduceTerminal(draft: Draft, stamp: Stamp, event: TerminalChanged): void {
  const { terminals } = draft.state;
  const before = terminals[event.terminalId];
  const kept = keptTail((before?.output ?? '') + (event.append ?? ''));
  const stored = event.stored === undefined ? before?.stored : event.stored;
  const after: TerminalOutput = {
    output: kept.text,
    truncated: before?.truncated === true || kept.isCut || event.stored !== undefined,
    exit: event.exit ?? before?.exit ?? null,
    ...(stored ? { stored, rest: event.rest ?? before?.rest ?? 0 } : {}),
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

function filled(part: TerminalPart, { output, truncated, exit, stored, rest }: TerminalOutput): TerminalPart {
  const { stored: _, rest: __, ...named } = part;
  return {
    ...named,
    output,
    truncated,
    ...(stored === undefined ? {} : { stored, rest }),
    ...(exit === null ? {} : { exit }),
  };
}

const names = (part: ToolCallContent, terminalId: string): part is TerminalPart =>
  part.type === 'terminal' && part.terminalId === terminalId;
