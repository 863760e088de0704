import type { Item, ItemOf } from '../../src/shared/session/item';
import { emptySession, type SessionState } from '../../src/shared/session/state';

/** A whole message at a place of a session. */
export const message = (ordinal: number, text: string, role: ItemOf<'message'>['role'] = 'user'): Item => ({
  ordinal,
  turnId: null,
  at: 0,
  seq: 0,
  open: false,
  kind: 'message',
  role,
  content: [{ type: 'text', text }],
});

/** A session of so many prompts and answers. */
export function sessionOfMessages(count: number): SessionState {
  const items = Array.from({ length: count }, (_, ordinal) => ({
    ...message(ordinal, `Message ${ordinal}`, ordinal % 2 === 0 ? 'user' : 'agent'),
    turnId: 'before',
    seq: ordinal + 1,
  }));
  return { ...emptySession('s'), items, nextOrdinal: count, seq: count };
}
