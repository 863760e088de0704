import { Database } from './database';
import { migrate, MIGRATIONS } from './migrations';

/** A table of our schema, in the order in which rows can be written. `item_text` is made from the items and not in it. */
export interface TableShape {
  name: string;
  columns: readonly string[];
  hasRowid: boolean;
}

/** Tables and columns as the migrations up to `version` make them. */
export function shapeOf(version: number): readonly TableShape[] {
  const database = new Database(':memory:');
  try {
    migrate(database, { migrations: MIGRATIONS.filter((migration) => migration.version <= version) });
    return tablesOf(database);
  } finally {
    database.close();
  }
}

export function tablesOf(database: Database): readonly TableShape[] {
  const tables = database.all<{ name: string; wr: number }>(
    `select name, wr from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite%'`,
  );
  const order = database
    .all<{ name: string }>(`select name from sqlite_schema where type = 'table' order by rowid`)
    .map(({ name }) => name);
  return tables
    .map(({ name, wr }) => ({ name, columns: columnsOf(database, name), hasRowid: wr === 0 }))
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

export const columnsOf = (database: Database, table: string): string[] =>
  database.all<{ name: string }>('select name from pragma_table_info(?)', table).map(({ name }) => name);
