import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionUpdate } from '@shared/acp/update';
import type { SessionEvent } from '@shared/session/event';
import { reduceEvents } from '@shared/session/reduceSession';
import { emptySession } from '@shared/session/state';
import { UpdateBatch } from './updateBatch';

const say = (text: string, messageId?: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
  ...(messageId === undefined ? {} : { messageId }),
});
const think = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_thought_chunk',
  content: { type: 'text', text },
});
const tool = (toolCallId: string, fields: object = {}): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  ...fields,
});

function drained(...updates: SessionUpdate[]): SessionUpdate[] {
  const batch = new UpdateBatch();
  for (const update of updates) batch.push(update);
  return batch.drain();
}

describe('a batch of updates', () => {
  it('joins the text of one message', () => {
    expect(drained(say('One '), say('two '), say('three'))).toEqual([say('One two three')]);
  });

  it('parts messages by their ids, by kind and by what comes between', () => {
    expect(drained(say('a', '1'), say('b', '2'), think('c'), say('d'), tool('t'), say('e'))).toHaveLength(6);
  });

  it('never joins what the person said: in a replay each may be a message', () => {
    const user: SessionUpdate = { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'x' } };
    expect(drained(user, user)).toHaveLength(2);
  });

  it('joins no text past what is kept inline', () => {
    const long = 'x'.repeat(30_000);
    expect(drained(say(long), say(long), say('y'))).toEqual([say(long), say(`${long}y`)]);
  });

  it('merges updates of one tool call into it, where given fields replace', () => {
    const call: SessionUpdate = { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Read', status: 'pending' };
    expect(
      drained(call, tool('t', { status: 'in_progress' }), tool('t', { status: 'completed', title: 'Done' })),
    ).toEqual([{ ...call, status: 'completed', title: 'Done' }]);
  });

  it('merges nothing into a tool call across another, nor a second call into the first', () => {
    const call: SessionUpdate = { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Read' };
    expect(drained(call, call, tool('u'), tool('t'))).toHaveLength(4);
  });

  it('is empty once it is drained', () => {
    const batch = new UpdateBatch();
    batch.push(say('x'));
    expect(batch.isEmpty).toBe(false);
    batch.drain();
    expect(batch.isEmpty).toBe(true);
    expect(batch.drain()).toEqual([]);
  });

  it('folds to the same transcript wherever it is drained', () => {
    const update = fc.oneof(
      fc.record({ text: fc.string(), id: fc.constantFrom(undefined, '1', '2') }).map(({ text, id }) => say(text, id)),
      fc.string().map(think),
      fc
        .record({ id: fc.constantFrom('a', 'b'), title: fc.string({ minLength: 1 }) })
        .map(({ id, title }): SessionUpdate => ({ sessionUpdate: 'tool_call', toolCallId: id, title })),
      // A tool that begins again after its end is told from one that did not only where both are seen.
      fc
        .record({
          id: fc.constantFrom('a', 'b'),
          fields: fc.constantFrom<object>(
            { status: 'completed' },
            { title: 'Other' },
            { meta: { terminal_output: { terminal_id: 't', data: 'x\n' } } },
            { meta: { terminal_exit: { exit_code: 0 } } },
          ),
        })
        .map(({ id, fields }) => tool(id, fields)),
    );
    const fold = (updates: readonly SessionUpdate[]) => {
      const start: SessionEvent = { seq: 1, at: 0, sessionId: 's', type: 'turn.started', turnId: 't', kind: 'agent' };
      const events = updates.map((one, index): SessionEvent => ({
        seq: index + 2,
        at: 0,
        sessionId: 's',
        type: 'update',
        update: one,
      }));
      return reduceEvents(emptySession('s'), [start, ...events]).items.map((item) => ({ ...item, seq: 0 }));
    };
    fc.assert(
      fc.property(fc.array(update, { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), (updates, every) => {
        const batch = new UpdateBatch();
        const out: SessionUpdate[] = [];
        updates.forEach((one, index) => {
          batch.push(one);
          if (index % every === 0) out.push(...batch.drain());
        });
        out.push(...batch.drain());
        expect(fold(out)).toEqual(fold(updates));
      }),
    );
  });
});
