import { describe, expect, it } from 'vitest';
import type { SessionUpdate } from '@shared/acp/update';
import { adapterOf } from './table';

const chunk = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
  meta: { usage: { totalTokens: 42 } },
});

describe.each(['generic', 'claude', 'gemini'] as const)('usage that %s tells in a chunk', (id) => {
  const read = (update: SessionUpdate): SessionUpdate => adapterOf(id).normalizeUpdate(update);

  it('is read from a chunk that says nothing else', () => {
    expect(read(chunk(''))).toEqual({ sessionUpdate: 'usage_update', used: 42 });
  });

  it('never takes the place of what was said', () => {
    expect(read(chunk('word'))).toEqual(chunk('word'));
  });
});
