import { type ContentBlock, plainText } from '../../acp/content';
import type { UpdateOf } from '../../acp/update';
import { isTurnOpen } from '../state';
import { type Draft, indexOfOrdinal, type Stamp } from './draft';

type OpenText = NonNullable<Draft['openText']>;
type TextChunk = UpdateOf<'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk'>;

/** Nothing to show: agents send such chunks to carry usage in their `_meta` (real-agents.md). */
export const isEmptyChunk = (block: ContentBlock): boolean => block.type === 'text' && block.text === '';

/**
 * Text flows into the open message or thought of its role. Two message ids that differ part them; an id that only one
 * side has does not, since many agents give none.
 */
export function reduceText(draft: Draft, stamp: Stamp, chunk: TextChunk): void {
  const { content, messageId } = chunk;
  const role = chunk.sessionUpdate === 'user_message_chunk' ? 'user' : 'agent';
  if (isEmptyChunk(content)) {
    // In the person's name it still stands between two messages of the agent: its own noise, of which adapters take the text.
    const { openText } = draft;
    if (role === 'user' && !(openText?.kind === 'message' && openText.role === 'user')) draft.closeText(stamp);
    return;
  }
  if (role === 'user' && isEchoOfPrompt(draft, content)) return;

  const open = draft.openText;
  const kind = chunk.sessionUpdate === 'agent_thought_chunk' ? 'thought' : 'message';
  const sameVoice = open !== undefined && open.kind === kind && (open.kind === 'thought' || open.role === role);
  if (sameVoice && isSameMessage(draft, open, chunk)) {
    const joined = { ...open, content: withBlock(open.content, content), seq: stamp.seq };
    if (messageId !== undefined) joined.messageId = messageId;
    draft.put(draft.items.length - 1, joined);
    return;
  }
  const id = messageId === undefined ? {} : { messageId };
  draft.add(
    kind === 'thought'
      ? { kind, content: [content], open: true, ...id }
      : { kind, role, content: [content], open: true, ...id },
    stamp,
  );
}

function isSameMessage(draft: Draft, open: OpenText, { sessionUpdate, content, messageId }: TextChunk): boolean {
  if (open.messageId !== undefined && messageId !== undefined) return open.messageId === messageId;
  // Replays bring what a person said whole, and agents' own noise in front of it: two texts are two messages.
  const isReplayOfUser = sessionUpdate === 'user_message_chunk' && draft.turnId === null;
  return !isReplayOfUser || content.type !== 'text' || open.content.at(-1)?.type !== 'text';
}

function withBlock(content: readonly ContentBlock[], block: ContentBlock): ContentBlock[] {
  const last = content.at(-1);
  if (block.type !== 'text' || last?.type !== 'text') return [...content, block];
  const joined: ContentBlock = { type: 'text', text: last.text + block.text };
  return content.length === 1 ? [joined] : [...content.slice(0, -1), joined];
}

/**
 * Some agents send the prompt back as user chunks, whole or in pieces (AC-29). Pieces count as long as nothing else
 * came in the turn; the whole prompt counts near the turn's beginning, where every window still holds it.
 */
function isEchoOfPrompt(draft: Draft, content: ContentBlock): boolean {
  const { turn } = draft.state;
  if (!isTurnOpen(turn) || turn.kind !== 'prompt') return false;
  const prompt = draft.items[indexOfOrdinal(draft.items, turn.firstOrdinal)];
  if (prompt?.kind !== 'message') return false;
  const since = draft.state.nextOrdinal - turn.firstOrdinal;
  const nothingElseCame = since === 1;
  const said = plainText(content).trim();
  if (said === '') return nothingElseCame && prompt.content.some((block) => block.type === content.type);
  const whole = prompt.content.map(plainText).join('');
  if (nothingElseCame) return whole.includes(said);
  return (since <= 20 && whole.trim() === said) || isSaidAlready(draft, said);
}

/** A message that was sent into the running turn comes back soon, if it does. Few are looked at: every window holds those. */
function isSaidAlready({ items, turnId }: Draft, said: string): boolean {
  return items.slice(-3).some((item) => {
    if (item.kind !== 'message' || item.role !== 'user' || item.turnId !== turnId) return false;
    return item.content.map(plainText).join('').trim() === said;
  });
}
