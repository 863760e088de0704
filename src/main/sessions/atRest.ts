import type { Item } from '@shared/session/item';
import { settledItem } from '@shared/session/reduce/settledItem';

/** An item as a copy of it stands elsewhere: nothing is at work in it, and nobody waits for an answer there. */
export function atRest(item: Item, at: number): Item {
  if (item.kind === 'request' && item.settlement === null) {
    return { ...item, settlement: { kind: 'expired', at }, open: false, endedAt: at };
  }
  return settledItem(item, { seq: item.seq, at }, 'cancelled');
}
