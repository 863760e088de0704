import { expect } from 'vitest';
import type { Item } from '../../../src/shared/session/item';
import { isTurnOpen, type SessionState } from '../../../src/shared/session/state';

/** What holds in every state of a session, whatever came. */
export function expectSound(state: SessionState): void {
  const { items } = state;
  items.forEach((item, index) => {
    expect(item.ordinal).toBe((items[0]?.ordinal ?? 0) + index);
    expect(item.seq).toBeLessThanOrEqual(state.seq);
    if (!item.open) expect(item.endedAt === undefined && !isLateNews(item)).toBe(false);
    if (item.open && item.kind !== 'request') expect(item.turnId).toBe(openTurnOf(state));
  });
  expect(state.nextOrdinal).toBeGreaterThan(items.at(-1)?.ordinal ?? -1);
  const openTexts = items.filter((item) => item.open && (item.kind === 'message' || item.kind === 'thought'));
  expect(openTexts.length).toBeLessThanOrEqual(1);
  const waiting = state.requests.map((request) => request.requestId);
  expect(new Set(waiting).size).toBe(waiting.length);
  const { queue } = state;
  if (queue === undefined) return;
  const queued = queue.prompts.map(({ queuedId }) => queuedId);
  expect(queued.length).toBe(new Set(queued).size);
  expect(queued.length).toBeGreaterThan(0);
  if (queue.next !== null) expect(queued).toContain(queue.next);
}

export const openTurnOf = ({ turn }: SessionState): string | null => (isTurnOpen(turn) ? turn.turnId : null);

/** Background work that was told of after its turn: shown at work, and nothing waits for it. */
const isLateNews = (item: Item): boolean =>
  (item.kind === 'toolCall' && (item.status === 'pending' || item.status === 'in_progress')) ||
  (item.kind === 'subtask' && item.status === 'running');
