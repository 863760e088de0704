import type { Database } from './database';
import type { TableShape } from './schemaShape';

/** Every row of a table that can be read, whatever lies between; SQLite's own `recover` is not in the driver. */

export type Row = Record<string, string | number | bigint | null | Uint8Array>;

export interface Salvaged {
  /** Somewhere a page could not be read; how many rows were on it is not known. */
  isIncomplete: boolean;
}

/** Attempts to read around damage; a file that is damaged everywhere must not keep the person waiting. */
const MAX_PROBES = 2000;
/** Row ids are handed out one after the other; where the highest cannot be read, this many a page are looked through. */
const ROWIDS_A_PAGE = 128;

export function* salvageTable(
  source: Database,
  table: TableShape,
  columns: readonly string[],
): Generator<Row, Salvaged> {
  const list = columns.map((column) => `"${column}"`).join(', ');
  const from = `select ${list} from "${table.name}"`;
  const rows = table.hasRowid ? salvageByRowid(source, table.name, from) : salvageByKey(source, from);
  let count = 0;
  for (;;) {
    const next = rows.next();
    if (next.done === true) {
      const { isIncomplete } = next.value;
      return { isIncomplete: isIncomplete || mayLackRows(source, table.name, count) };
    }
    count += 1;
    yield next.value;
  }
}

/**
 * A page may have lost rows and still read well. Where something is wrong, the table is vouched for only by an index that
 * counts as many rows, while all that is wrong lies in its other indexes.
 */
function mayLackRows(source: Database, table: string, count: number): boolean {
  try {
    const faults = source.all<{ integrity_check: string }>(`pragma integrity_check('${table}')`);
    const lines = faults.flatMap(({ integrity_check }) => integrity_check.split('\n'));
    if (lines.join() === 'ok') return false;
    const root = source.get<{ rootpage: number }>('select rootpage from sqlite_schema where name = ?', table)?.rootpage;
    const ofIndexes = (line: string): boolean =>
      line.startsWith('***') || (/^Tree (\d+) /.exec(line)?.[1] ?? String(root)) !== String(root);
    if (!lines.every((line) => line === '' || ofIndexes(line))) return true;
    const indexes = source.all<{ name: string }>('select name from pragma_index_list(?) where partial = 0', table);
    return !indexes.some(({ name }) => entriesOf(source, table, name) === count);
  } catch {
    return true;
  }
}

function entriesOf(source: Database, table: string, index: string): number | null {
  try {
    return source.get<{ n: number }>(`select count(*) as n from "${table}" indexed by "${index}"`)?.n ?? null;
  } catch {
    return null;
  }
}

/** A range that breaks off is halved, the widest first, until what cannot be read is single rows. */
function* salvageByRowid(source: Database, table: string, from: string): Generator<Row, Salvaged> {
  const select = from.replace('select ', 'select rowid as "#", ');
  const ranges: [low: number, high: number][] = [[Number.MIN_SAFE_INTEGER, highestRowid(source, table)]];
  let isIncomplete = false;
  for (const [low, high] of ranges) {
    let next = low;
    try {
      const rows = source.each<Row>(`${select} where rowid between ? and ? order by rowid`, low, high);
      for (const { '#': rowid, ...row } of rows) {
        yield row;
        next = Number(rowid) + 1;
      }
    } catch {
      // What broke off is told by `isIncomplete`; why is the same for all of it.
      isIncomplete = true;
      const start = Math.max(next, 1);
      if (start >= high || ranges.length > MAX_PROBES) continue;
      const middle = start + Math.floor((high - start) / 2);
      ranges.push([start, middle], [middle + 1, high]);
    }
  }
  return { isIncomplete };
}

function highestRowid(source: Database, table: string): number {
  try {
    return source.get<{ high: number | null }>(`select max(rowid) as high from "${table}"`)?.high ?? 0;
  } catch {
    const pages = source.get<{ page_count: number }>('pragma page_count')?.page_count ?? 0;
    return pages * ROWIDS_A_PAGE;
  }
}

/** From both ends; and by session from both ends, which jumps over what is broken between two sessions. */
function* salvageByKey(source: Database, from: string): Generator<Row, Salvaged> {
  let isIncomplete = false;
  const sessions = new Set<string>();
  const read = function* (sql: string, ...values: string[]): Generator<Row, boolean> {
    try {
      for (const row of source.each<Row>(sql, ...values)) {
        if (typeof row['session_id'] === 'string') sessions.add(row['session_id']);
        yield row;
      }
      return true;
    } catch {
      isIncomplete = true;
      return false;
    }
  };
  if (yield* read(`${from} order by session_id, seq`)) return { isIncomplete };
  yield* read(`${from} order by session_id desc, seq desc`);
  try {
    for (const { id } of source.each<{ id: string }>('select id from session')) sessions.add(id);
  } catch {
    // Those that were read until here are tried.
  }
  for (const id of sessions) {
    if (yield* read(`${from} where session_id = ? order by seq`, id)) continue;
    yield* read(`${from} where session_id = ? order by seq desc`, id);
  }
  return { isIncomplete };
}
