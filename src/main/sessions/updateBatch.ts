import { given } from '@shared/acp/lenient';
import { joinedMeta } from '@shared/acp/toolMeta';
import type { SessionUpdate, UpdateOf } from '@shared/acp/update';

/** A joined text is cut here, so that no event grows past what is kept inline. */
const MAX_JOINED = 48 * 1024;

type Chunk = UpdateOf<'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk'>;
type ToolUpdate = UpdateOf<'tool_call' | 'tool_call_update'>;
type Entry = { kind: 'text'; first: Chunk; texts: string[]; length: number } | { kind: 'other'; update: SessionUpdate };

/**
 * Updates between two flushes: consecutive text chunks of one message become one, and updates of one tool call are merged
 * into it (DESIGN section 5). 200 chunks a second cost the store, the reducer and the page what 60 do.
 */
export class UpdateBatch {
  #entries: Entry[] = [];

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  push(update: SessionUpdate): void {
    const last = this.#entries.at(-1);
    if (isChunk(update)) {
      const text = update.content.type === 'text' ? update.content.text : null;
      if (text === null) return void this.#entries.push({ kind: 'other', update });
      if (last?.kind === 'text' && continues(last, update, text.length)) {
        last.texts.push(text);
        last.length += text.length;
        return;
      }
      this.#entries.push({ kind: 'text', first: update, texts: [text], length: text.length });
      return;
    }
    if (update.sessionUpdate === 'tool_call_update' && last?.kind === 'other' && isToolUpdate(last.update)) {
      if (last.update.toolCallId === update.toolCallId) {
        last.update = merged(last.update, update);
        return;
      }
    }
    this.#entries.push({ kind: 'other', update });
  }

  drain(): SessionUpdate[] {
    const entries = this.#entries;
    this.#entries = [];
    return entries.map((entry) => {
      if (entry.kind === 'other') return entry.update;
      const { first, texts } = entry;
      return texts.length === 1 ? first : { ...first, content: { type: 'text', text: texts.join('') } };
    });
  }
}

const isChunk = (update: SessionUpdate): update is Chunk => {
  const kind = update.sessionUpdate;
  return kind === 'agent_message_chunk' || kind === 'agent_thought_chunk' || kind === 'user_message_chunk';
};

const isToolUpdate = (update: SessionUpdate): update is ToolUpdate =>
  update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update';

function continues(entry: Extract<Entry, { kind: 'text' }>, update: Chunk, length: number): boolean {
  // In a replay each user chunk may be a message of its own, so those are never joined.
  if (update.sessionUpdate === 'user_message_chunk') return false;
  if (entry.first.sessionUpdate !== update.sessionUpdate) return false;
  return entry.first.messageId === update.messageId && entry.length + length <= MAX_JOINED;
}

/** Given fields replace (acp.md 3.6), so two patches are one. */
function merged(earlier: ToolUpdate, later: ToolUpdate): ToolUpdate {
  const { sessionUpdate: _, ...fields } = later;
  const both = { ...earlier, ...given(fields) };
  return later.meta === undefined ? both : { ...both, meta: joinedMeta(earlier.meta, later.meta) };
}
