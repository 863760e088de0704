import type { Item, ToolItemStatus } from '../item';
import type { Stamp } from './draft';

export const isUnfinished = (status: ToolItemStatus): boolean => status === 'pending' || status === 'in_progress';

/**
 * The item as it stays: closed, and what was at work in it gets `status`, so that nothing spins after its turn. Gives
 * the same item when it was settled already. A request is settled by its own event alone: someone may still answer it.
 */
export function settledItem(item: Item, { seq, at }: Stamp, status: 'cancelled' | 'failed'): Item {
  if (item.kind === 'request') return item;
  const closed = { open: false, endedAt: item.endedAt ?? at, seq };
  if (item.kind === 'toolCall' && isUnfinished(item.status)) return { ...item, ...closed, endedAt: at, status };
  if (item.kind === 'subtask' && item.status === 'running') return { ...item, ...closed, endedAt: at, status };
  if (item.kind === 'notice' && item.notice.code === 'agent.compaction' && item.open) {
    return { ...item, ...closed, notice: { ...item.notice, status } };
  }
  return item.open ? { ...item, ...closed } : item;
}
