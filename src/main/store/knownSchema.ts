import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import type { Database } from './database';

/**
 * Where the tables begin is told by a few pages alone, and without them nothing else can be found. So it is also kept beside
 * the database, written anew at every opening.
 */

const SchemaRow = z.object({
  type: z.string(),
  name: z.string(),
  tbl_name: z.string(),
  rootpage: z.number(),
  sql: z.string().nullable(),
});
export type SchemaRow = z.infer<typeof SchemaRow>;

const schemaFile = (home: string): string => join(home, 'schema.json');

export function keepSchema(database: Database, home: string): void {
  const text = JSON.stringify(database.all('select type, name, tbl_name, rootpage, sql from sqlite_schema'));
  const file = schemaFile(home);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  writeFileAtomic.sync(file, text);
}

/** Null where it was never kept, or cannot be read. */
export function knownSchema(home: string): readonly SchemaRow[] | null {
  try {
    return z.array(SchemaRow).safeParse(JSON.parse(readFileSync(schemaFile(home), 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}
