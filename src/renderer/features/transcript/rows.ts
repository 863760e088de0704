import type { Item, ItemOf } from '@shared/session/item';
import type { Todo } from '@shared/session/todo';
import { isTodoUpdate } from './tools/toolWords';

type Tool = ItemOf<'toolCall'>;

/** What the list draws as one row: an item, or consecutive quiet tool calls in one line. */
export type Row =
  /**
   * `asked`: a permission for this tool waits, and shows what it is about. `cut`: this text was being said when its turn was
   * stopped or failed, so it ends anywhere.
   */
  | { kind: 'item'; key: string; item: Item; asked: boolean; cut: boolean }
  | { kind: 'group'; key: string; items: readonly Tool[] };

export interface RowList {
  items: readonly Item[];
  rows: readonly Row[];
  /** For each row the index of its first item. */
  starts: readonly number[];
}

/** Of the item that it begins with. */
export const firstOrdinal = (row: Row): number | undefined =>
  row.kind === 'item' ? row.item.ordinal : row.items[0]?.ordinal;

/** Of the item that it ends with. */
export const lastOrdinal = (row: Row): number | undefined =>
  row.kind === 'item' ? row.item.ordinal : row.items.at(-1)?.ordinal;

export const emptyRows: RowList = { items: [], rows: [], starts: [] };

/** Reading, searching and keeping the todos is quiet machinery: one muted line for as many as follow each other. */
const QUIET = new Set(['read', 'search', 'fetch']);

const isQuiet = (item: Item): item is Tool =>
  item.kind === 'toolCall' && (QUIET.has(item.toolKind) || isTodoUpdate(item));

/**
 * The rows of `items`, with the row objects of `previous` wherever they say the same, so that only what changed is
 * rendered. What stands before the first changed item is not looked at again.
 */
export function buildRows(items: readonly Item[], previous: RowList = emptyRows): RowList {
  if (items === previous.items) return previous;
  let same = commonStart(items, previous.items);
  if (tiesBackwards(items, same) || tiesBackwards(previous.items, same)) same = 0;
  // The row of the last unchanged item may still take in what follows it.
  const keep = Math.max(
    0,
    previous.starts.findLastIndex((start) => start < same),
  );
  const rows = previous.rows.slice(0, keep);
  const starts = previous.starts.slice(0, keep);
  const known = new Map(previous.rows.slice(keep).map((row) => [row.key, row]));
  const groupKeys = keysOfGroups(previous.rows.slice(keep));
  const ties = tiesOf(items);

  const end = previous.starts[keep];
  let index = same === 0 ? 0 : (end ?? 0);
  while (index < items.length) {
    const item = items[index];
    if (item === undefined) break;
    if (isToldBetter(item, ties)) {
      index++;
      continue;
    }
    starts.push(index);
    const asked = item.kind === 'toolCall' && ties.asked.has(item.toolCallId);
    if (isQuiet(item) && !asked) {
      const group = quietRun(items, index, ties);
      rows.push(reuse(known, groupRow(group, groupKeys)));
      index += group.length;
    } else {
      const cut = isCut(item, items[index + 1]);
      rows.push(reuse(known, { kind: 'item', key: `i${item.ordinal}`, item, asked, cut }));
      index++;
    }
  }
  return { items, rows, starts };
}

/** Only the turn's last words can be: what something came after was said to its end. */
function isCut({ kind, turnId }: Item, next: Item | undefined): boolean {
  if ((kind !== 'message' && kind !== 'thought') || next?.kind !== 'notice' || next.turnId !== turnId) return false;
  const { notice } = next;
  switch (notice.code) {
    case 'turn.cancelled':
    case 'turn.failed':
    case 'turn.interrupted':
      return true;
    default:
      return notice.code === 'turn.stoppedBy' && notice.stopReason === 'max_tokens';
  }
}

function commonStart(a: readonly Item[], b: readonly Item[]): number {
  const length = Math.min(a.length, b.length);
  let index = 0;
  while (index < length && a[index] === b[index]) index++;
  return index;
}

interface Ties {
  /** Tool calls that another item tells better: a plan, a question, a subtask, an image. */
  told: ReadonlySet<string>;
  /** Tool calls for which a permission waits. */
  asked: ReadonlySet<string>;
  /** What is to be done by the plans that wait for their review: its card lists it. */
  reviewed: ReadonlySet<string>;
}

const isToldBetter = (item: Item, { told, reviewed }: Ties): boolean =>
  item.kind === 'toolCall'
    ? told.has(item.toolCallId)
    : item.kind === 'plan' && item.entries.length > 0 && item.entries.every(({ content }) => reviewed.has(content));

function tiesOf(items: readonly Item[]): Ties {
  const told = new Set<string>();
  const asked = new Set<string>();
  const reviewed = new Set<string>();
  for (const item of items) {
    for (const { content } of todosInReview(item)) reviewed.add(content);
    const id = tieOf(item);
    if (id === undefined) continue;
    if (item.kind === 'request' && item.request.kind === 'permission') {
      if (item.settlement === null) asked.add(id);
    } else told.add(id);
  }
  return { told, asked, reviewed };
}

function todosInReview(item: Item): readonly Todo[] {
  if (item.kind !== 'request' || item.settlement !== null || item.request.kind !== 'plan') return [];
  const { phases, todos } = item.request.plan;
  return [...phases.flatMap((phase) => phase.todos), ...todos];
}

function tieOf(item: Item): string | undefined {
  if (item.kind === 'request') {
    return item.request.kind === 'permission' ? item.request.toolCall.toolCallId : item.request.toolCallId;
  }
  return item.kind === 'subtask' || item.kind === 'image' ? item.toolCallId : undefined;
}

/** Whether something from `from` on changes how an earlier tool call or plan is shown. */
const tiesBackwards = (items: readonly Item[], from: number): boolean =>
  from > 0 &&
  items
    .slice(from)
    .some((item) => tieOf(item) !== undefined || (item.kind === 'request' && item.request.kind === 'plan'));

function quietRun(items: readonly Item[], from: number, ties: Ties): Tool[] {
  const group: Tool[] = [];
  for (let index = from; index < items.length; index++) {
    const item = items[index];
    if (item === undefined || !isQuiet(item) || ties.asked.has(item.toolCallId) || ties.told.has(item.toolCallId))
      break;
    group.push(item);
  }
  return group;
}

/** A group keeps its key when it grows at either end, so that the place that one reads at holds. */
function groupRow(items: readonly Tool[], keys: ReadonlyMap<number, string>): Row {
  const known = items.map((item) => keys.get(item.ordinal)).find((key) => key !== undefined);
  return { kind: 'group', key: known ?? `g${items[0]?.ordinal ?? 0}`, items };
}

function keysOfGroups(rows: readonly Row[]): ReadonlyMap<number, string> {
  return new Map(
    rows.flatMap((row) =>
      row.kind === 'group' ? row.items.map((item): [number, string] => [item.ordinal, row.key]) : [],
    ),
  );
}

function reuse(known: ReadonlyMap<string, Row>, row: Row): Row {
  const old = known.get(row.key);
  if (old === undefined) return row;
  if (old.kind === 'item' && row.kind === 'item') {
    return old.item === row.item && old.asked === row.asked && old.cut === row.cut ? old : row;
  }
  if (old.kind === 'group' && row.kind === 'group') {
    return old.items.length === row.items.length && old.items.every((item, at) => item === row.items[at]) ? old : row;
  }
  return row;
}
