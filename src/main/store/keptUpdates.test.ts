import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '@shared/acp/content';
import type { SessionUpdate } from '@shared/acp/update';
import type { SessionEvent } from '@shared/session/event';
import { reduceEvents } from '@shared/session/reduceSession';
import { emptySession } from '@shared/session/state';
import { MAX_PART_BYTES, type SavePart } from './cutParts';
import { keptUpdates, MAX_SPEECH } from './keptUpdates';

const KINDS = ['agent_message_chunk', 'agent_thought_chunk'] as const;
const chunk = (sessionUpdate: 'user_message_chunk' | (typeof KINDS)[number], text: string): SessionUpdate => ({
  sessionUpdate,
  content: { type: 'text', text },
  messageId: 'm',
});

function saver() {
  const saved: unknown[] = [];
  const save: SavePart = (content, facts) => {
    saved.push(content);
    return { type: 'stored', blobId: `b${saved.length}`, bytes: content.length, head: '', ...facts };
  };
  return { saved, save };
}

/** The transcript that these updates of one turn leave. */
function folded(updates: readonly SessionUpdate[]) {
  const stamp = { at: 0, sessionId: 's' };
  const start: SessionEvent = { ...stamp, seq: 1, type: 'turn.started', turnId: 't', kind: 'agent' };
  const events = updates.map((update, index): SessionEvent => ({ ...stamp, seq: index + 2, type: 'update', update }));
  return reduceEvents(emptySession('s'), [start, ...events]).items.map((item) => ({ ...item, seq: 0 }));
}

const textsOf = (updates: readonly SessionUpdate[]): string[] =>
  updates.map((update) =>
    'content' in update && !Array.isArray(update.content) && update.content ? plainText(update.content) : '',
  );

describe('a long text that an agent says at once', () => {
  it.each(KINDS)('(%s) is kept in pieces that are one text again, and none of it leaves for a blob', (kind) => {
    const letter = fc.constantFrom('a', '\n', '错', 'é', '😀', '👩‍💻', '\u2028', '```\n', '| a |\n');
    const text = fc
      .tuple(fc.array(letter, { minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: MAX_SPEECH }))
      .map(([letters, length]) =>
        letters
          .join('')
          .repeat(Math.ceil(length / letters.join('').length))
          .slice(0, length),
      );
    fc.assert(
      fc.property(text, (words) => {
        const { saved, save } = saver();
        const kept = keptUpdates(chunk(kind, words), save);
        expect(saved).toEqual([]);
        expect(textsOf(kept).join('')).toBe(words);
        expect(folded(kept)).toEqual(folded([chunk(kind, words)]));
        expect(textsOf(kept).every((piece) => Buffer.byteLength(piece) <= MAX_PART_BYTES && piece !== '')).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('is never parted in the middle of a character', () => {
    const { save } = saver();
    for (const before of ['', 'a']) {
      const pieces = textsOf(keptUpdates(chunk('agent_message_chunk', before + '😀'.repeat(50_000)), save));
      expect(pieces.length).toBeGreaterThan(1);
      expect(pieces.some((piece) => /\p{Surrogate}/u.test(piece))).toBe(false);
    }
  });

  it('is a part of its own beyond what any answer takes, and nothing of it is lost', () => {
    const { saved, save } = saver();
    const log = 'x'.repeat(MAX_SPEECH + 1);
    expect(keptUpdates(chunk('agent_message_chunk', log), save)).toMatchObject([
      { content: { type: 'stored', as: 'text' } },
    ]);
    expect(saved).toEqual([log]);
  });

  it('is not what a person said: in a replay each chunk may be a message of its own', () => {
    const { saved, save } = saver();
    const paste = 'x'.repeat(MAX_PART_BYTES + 1);
    expect(keptUpdates(chunk('user_message_chunk', paste), save)).toMatchObject([{ content: { type: 'stored' } }]);
    expect(saved).toEqual([paste]);
  });
});

it('keeps what is short as it is', () => {
  const update = chunk('agent_message_chunk', 'short');
  expect(keptUpdates(update, saver().save)[0]).toBe(update);
});
