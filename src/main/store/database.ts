import { DatabaseSync } from '@photostructure/sqlite';
import { type AppError, AppFailure } from '@shared/errors';

/**
 * The only file that knows the SQLite driver (its API is that of `node:sqlite`). Everything here is synchronous and throws
 * an AppFailure `store.failed` with the driver's error as its cause.
 */

export type SqlValue = string | number | bigint | null | Uint8Array;
type Driver = InstanceType<typeof DatabaseSync>;
type Statement = ReturnType<Driver['prepare']>;

export class Database {
  readonly path: string;
  private readonly driver: Driver;
  private readonly statements = new Map<string, Statement>();

  /** Opens `path` and creates it where it is not there yet (not when `readOnly`). */
  constructor(path: string, { readOnly = false }: { readOnly?: boolean } = {}) {
    this.path = path;
    this.driver = guard(() => new DatabaseSync(path, { readOnly, enableForeignKeyConstraints: true, timeout: 5000 }));
    try {
      if (readOnly) return;
      // With synchronous=NORMAL a power cut may take whole commits; a kept WAL of a burst would never shrink without a limit.
      this.exec('pragma journal_mode = wal; pragma synchronous = full; pragma journal_size_limit = 67108864');
    } catch (error) {
      this.driver.close();
      throw error;
    }
  }

  exec(sql: string): void {
    guard(() => this.driver.exec(sql));
  }

  run(sql: string, ...values: SqlValue[]): { changes: number } {
    return guard(() => this.statement(sql).run(...values));
  }

  /** The row type is the caller's word: it is the one who wrote the columns. */
  get<Row>(sql: string, ...values: SqlValue[]): Readonly<Row> | undefined {
    const row: Row | undefined = guard(() => this.statement(sql).get(...values));
    return row;
  }

  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    const rows: Row[] = guard(() => this.statement(sql).all(...values));
    return rows;
  }

  /** All or nothing; inside another transaction it becomes a part of that one. */
  transaction<T>(run: () => T): T {
    if (this.driver.isTransaction) return run();
    this.exec('begin immediate');
    try {
      const value = run();
      this.exec('commit');
      return value;
    } catch (error) {
      // A full disk may have ended the transaction already.
      if (this.driver.isTransaction) this.exec('rollback');
      throw error;
    }
  }

  /**
   * The same, but it does not wait for the disk: a crash of ours takes nothing, a power cut takes it until the log was
   * synced (walSync.ts) or another transaction was committed. The file stays sound either way.
   */
  transactionUnsynced<T>(run: () => T): T {
    if (this.driver.isTransaction) return run();
    this.exec('pragma synchronous = normal');
    try {
      return this.transaction(run);
    } finally {
      this.exec('pragma synchronous = full');
    }
  }

  get schemaVersion(): number {
    return this.get<{ user_version: number }>('pragma user_version')?.user_version ?? 0;
  }

  set schemaVersion(version: number) {
    this.exec(`pragma user_version = ${Math.trunc(version)}`);
  }

  /** What SQLite finds wrong with the file; empty when it is sound. Reads the whole file. */
  quickCheck(): string[] {
    const rows = this.all<{ quick_check: string }>('pragma quick_check');
    return rows.map((row) => row.quick_check).filter((line) => line !== 'ok');
  }

  close(): void {
    if (!this.driver.isOpen) return;
    this.statements.clear();
    guard(() => this.driver.close());
  }

  private statement(sql: string): Statement {
    const known = this.statements.get(sql);
    if (known) return known;
    const prepared = this.driver.prepare(sql);
    this.statements.set(sql, prepared);
    return prepared;
  }
}

/** Whatever a store function threw, as one AppError. */
export function storeError(thrown: unknown): AppError {
  if (thrown instanceof AppFailure) return thrown.error;
  return { code: 'store.failed', message: thrown instanceof Error ? thrown.message : String(thrown) };
}

function guard<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new AppFailure(storeError(error), { cause: error });
  }
}
