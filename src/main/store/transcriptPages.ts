import type { SessionId } from '@shared/ids';
import type { Item } from '@shared/session/item';
import type { Database } from './database';
import { storedJson } from './storedJson';

/** Stretches of stored items, so many or so large that reading one keeps nobody waiting. */

export interface PageBounds {
  maxItems?: number;
  maxBytes?: number;
}

export interface TranscriptPage {
  /** Ascending by ordinal, without gaps. */
  items: Item[];
  hasOlder: boolean;
}

export interface LaterPage {
  /** Ascending by ordinal, without gaps. */
  items: Item[];
  hasNewer: boolean;
}

const MAX_ITEMS = 200;
const MAX_BYTES = 524_288;

/** The newest items before the ordinal `before`. */
export function readPage(database: Database, sessionId: SessionId, before: number, bounds: PageBounds): TranscriptPage {
  const sizes = database.all<Size>(
    'select ordinal, bytes from item where session_id = ? and ordinal < ? order by ordinal desc limit ?',
    sessionId,
    before,
    mostItems(bounds) + 1,
  );
  const taken = howMany(sizes, bounds);
  const first = sizes[taken - 1];
  if (!first) return { items: [], hasOlder: false };
  return { items: read(database, sessionId, first.ordinal, before), hasOlder: sizes.length > taken };
}

/** The oldest items from the ordinal `from` on. */
export function readLaterPage(database: Database, sessionId: SessionId, from: number, bounds: PageBounds): LaterPage {
  const sizes = database.all<Size>(
    'select ordinal, bytes from item where session_id = ? and ordinal >= ? order by ordinal limit ?',
    sessionId,
    from,
    mostItems(bounds) + 1,
  );
  const taken = howMany(sizes, bounds);
  const last = sizes[taken - 1];
  if (!last) return { items: [], hasNewer: false };
  return { items: read(database, sessionId, from, last.ordinal + 1), hasNewer: sizes.length > taken };
}

interface Size {
  ordinal: number;
  bytes: number;
}

const mostItems = ({ maxItems = MAX_ITEMS }: PageBounds): number => Math.max(1, maxItems);

function howMany(sizes: readonly Size[], bounds: PageBounds): number {
  const { maxBytes = MAX_BYTES } = bounds;
  let taken = 0;
  let bytes = 0;
  for (const size of sizes.slice(0, mostItems(bounds))) {
    bytes += size.bytes;
    if (taken > 0 && bytes > maxBytes) break;
    taken += 1;
  }
  return taken;
}

function read(database: Database, sessionId: SessionId, from: number, before: number): Item[] {
  const rows = database.all<{ json: string }>(
    'select json from item where session_id = ? and ordinal >= ? and ordinal < ? order by ordinal',
    sessionId,
    from,
    before,
  );
  return rows.map((row) => storedJson<Item>(row.json));
}
