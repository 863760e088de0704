import type { ChildItem, Item, ToolItemStatus } from '../item';
import type { Stamp } from './draft';

export const isUnfinished = (status: ToolItemStatus): boolean => status === 'pending' || status === 'in_progress';

/**
 * The item as it stays: closed, and what was at work in it gets `status`, so that nothing spins after its turn. Gives
 * the same item when it was settled already. A request is settled by its own event alone: someone may still answer it.
 */
export function settledItem(item: Item, stamp: Stamp, status: 'cancelled' | 'failed'): Item {
  const { seq, at } = stamp;
  switch (item.kind) {
    case 'request':
      return item;
    case 'subtask': {
      if (item.status !== 'running') return closed(item, stamp);
      const children = item.children?.map((child) => settledChild(child, stamp, status));
      return { endedAt: at, ...item, ...(children && { children }), status, open: false, seq };
    }
    case 'image':
      return closed(item, stamp);
    default:
      return settledChild(item, stamp, status);
  }
}

export function settledChild(item: ChildItem, stamp: Stamp, status: 'cancelled' | 'failed'): ChildItem {
  const { seq, at } = stamp;
  if (item.kind === 'toolCall' && isUnfinished(item.status)) {
    return { endedAt: at, ...item, status, open: false, seq };
  }
  if (item.kind === 'notice' && item.notice.code === 'agent.compaction' && item.notice.status === 'in_progress') {
    return { endedAt: at, ...item, notice: { ...item.notice, status }, open: false, seq };
  }
  return closed(item, stamp);
}

const closed = <T extends Item>(item: T, { seq, at }: Stamp): T =>
  item.open ? { endedAt: at, ...item, open: false, seq } : item;
