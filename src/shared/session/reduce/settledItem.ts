import type { Item, ToolItemStatus } from '../item';
import type { Stamp } from './draft';

export const isUnfinished = (status: ToolItemStatus): boolean => status === 'pending' || status === 'in_progress';

/**
 * The item as it stays: closed, and what was at work in it gets `status`, so that nothing spins after its turn. Gives
 * the same item when it was settled already. A request is settled by its own event alone: someone may still answer it.
 */
export function settledItem(item: Item, { seq, at }: Stamp, status: 'cancelled' | 'failed'): Item {
  if (item.kind === 'request') return item;
  if (item.kind === 'toolCall' && isUnfinished(item.status)) {
    return { endedAt: at, ...item, status, open: false, seq };
  }
  if (item.kind === 'subtask' && item.status === 'running') return { endedAt: at, ...item, status, open: false, seq };
  if (item.kind === 'notice' && item.notice.code === 'agent.compaction' && item.notice.status === 'in_progress') {
    return { endedAt: at, ...item, notice: { ...item.notice, status }, open: false, seq };
  }
  return item.open ? { endedAt: at, ...item, open: false, seq } : item;
}
