import type { ItemOf } from '@shared/session/item';
import { describe, expect, it } from 'vitest';
import { Thought } from './Thought';
import { drawn } from '../../../testing/english';

const thought = (open: boolean, ms = 7000): ItemOf<'thought'> => ({
  kind: 'thought',
  ordinal: 3,
  seq: 3,
  turnId: null,
  at: 1000,
  ...(open ? {} : { endedAt: 1000 + ms }),
  open,
  content: [{ type: 'text', text: 'Deep words '.repeat(5000) }],
});

const shown = (open: boolean, ms?: number): string => drawn(<Thought item={thought(open, ms)} cut={false} />);

describe('AC-70: a thought that is closed', () => {
  it('shows how long it took, and nothing of it is drawn', () => {
    expect(shown(false)).toContain('Thought for 7 s');
    expect(shown(false)).not.toContain('Deep');
    expect(shown(false).length).toBeLessThan(2000);
  });

  it('tells no time that is not known: a history that is told again comes all at once', () => {
    expect(shown(false, 20).replaceAll(/<[^>]*>/g, '')).toBe('Thought');
  });

  it('is not drawn either while it comes', () => {
    expect(shown(true)).toContain('Thinking');
    expect(shown(true)).not.toContain('Deep');
  });
});
