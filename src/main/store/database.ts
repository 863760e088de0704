import { DatabaseSync } from '@photostructure/sqlite';
import { type AppError, AppFailure } from '@shared/errors';

/**
 * The only file that knows the SQLite driver (its API is that of `node:sqlite`). Everything here is synchronous and throws
 * an AppFailure with the driver's error as its cause: `store.full`, `store.damaged`, else `store.failed`, with SQLite's own
 * name for what happened behind its words.
 */

export type SqlValue = string | number | bigint | null | Uint8Array;
type Driver = InstanceType<typeof DatabaseSync>;
type Statement = ReturnType<Driver['prepare']>;

export interface DatabaseOptions {
  readOnly?: boolean;
  /** `none`: as the file has it; nothing is written at opening. */
  journal?: 'wal' | 'none';
  /** False: the schema may be written as a table. Only for a copy that is mended. */
  defensive?: boolean;
  /** How long a locked file is waited for. */
  timeoutMs?: number;
}

export class Database {
  readonly path: string;
  private readonly driver: Driver;
  private readonly statements = new Map<string, Statement>();
  /** Hears of every statement that met damage, whoever ran it. */
  onDamage: ((error: AppError) => void) | null = null;

  /** Opens `path` and creates it where it is not there yet (not when `readOnly`). */
  constructor(
    path: string,
    { readOnly = false, journal = 'wal', defensive = true, timeoutMs = 5000 }: DatabaseOptions = {},
  ) {
    this.path = path;
    this.driver = guard(
      () => new DatabaseSync(path, { readOnly, enableForeignKeyConstraints: true, defensive, timeout: timeoutMs }),
    );
    try {
      if (readOnly || journal === 'none') return;
      // With synchronous=NORMAL a power cut may take whole commits; a kept WAL of a burst would never shrink without a limit.
      this.exec('pragma journal_mode = wal; pragma synchronous = full; pragma journal_size_limit = 67108864');
    } catch (error) {
      this.driver.close();
      throw error;
    }
  }

  exec(sql: string): void {
    this.guarded(() => this.driver.exec(sql));
  }

  run(sql: string, ...values: SqlValue[]): { changes: number } {
    return this.guarded(() => this.statement(sql).run(...values));
  }

  /** The row type is the caller's word: it is the one who wrote the columns. */
  get<Row>(sql: string, ...values: SqlValue[]): Readonly<Row> | undefined {
    const row: Row | undefined = this.guarded(() => this.statement(sql).get(...values));
    return row;
  }

  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    const rows: Row[] = this.guarded(() => this.statement(sql).all(...values));
    return rows;
  }

  /** One row at a time, for more than memory should hold. Of a damaged table come the rows before the damage, then it throws. */
  *each<Row>(sql: string, ...values: SqlValue[]): Generator<Row> {
    // Not of the kept statements: one that is left in its midst would block the next use.
    const rows = this.guarded(() => this.driver.prepare(sql).iterate(...values));
    for (;;) {
      const next = this.guarded(() => rows.next());
      if (next.done === true) return;
      const row: Row = next.value;
      yield row;
    }
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

  /** What `run` reads after it wrote, of which nothing stays and nothing needs the disk. */
  rehearse<T>(run: () => T): T {
    this.exec('pragma cache_spill = off; begin immediate');
    try {
      return run();
    } finally {
      if (this.driver.isTransaction) this.exec('rollback');
      this.exec('pragma cache_spill = on');
    }
  }

  get schemaVersion(): number {
    return this.get<{ user_version: number }>('pragma user_version')?.user_version ?? 0;
  }

  set schemaVersion(version: number) {
    this.exec(`pragma user_version = ${Math.trunc(version)}`);
  }

  /** What SQLite finds wrong with the file; empty when it is sound. Reads the whole file, and every index against its table. */
  integrityCheck(): string[] {
    const rows = this.all<{ integrity_check: string }>('pragma integrity_check');
    return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  }

  close(): void {
    if (!this.driver.isOpen) return;
    this.statements.clear();
    guard(() => this.driver.close());
  }

  private guarded<T>(run: () => T): T {
    try {
      return guard(run);
    } catch (failure) {
      if (failure instanceof AppFailure && failure.error.code === 'store.damaged') this.onDamage?.(failure.error);
      throw failure;
    }
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
  const code = resultCode(thrown);
  const message = (thrown instanceof Error ? thrown.message : String(thrown)) + nameOf(thrown);
  if (code === SQLITE_FULL || isSystemError(thrown, 'ENOSPC') || isSystemError(thrown, 'EDQUOT')) {
    return { code: 'store.full', message };
  }
  if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) return { code: 'store.damaged', message };
  return { code: 'store.failed', message };
}

/** Somebody else has the file, or a part of it, for themselves. */
export function isLocked(thrown: unknown): boolean {
  const code = resultCode(thrown instanceof AppFailure ? thrown.cause : thrown);
  return code === SQLITE_BUSY || code === SQLITE_LOCKED || code === SQLITE_PROTOCOL;
}

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
/** The index of the log was taken for others again and again. */
const SQLITE_PROTOCOL = 15;
const SQLITE_NOTADB = 26;

/** ` (SQLITE_IOERR 522)`: the words alone are the same for a dozen causes. */
function nameOf(thrown: unknown): string {
  if (!(thrown instanceof Error) || !('sqliteCodeName' in thrown)) return '';
  const extended = 'sqliteExtendedCode' in thrown ? thrown.sqliteExtendedCode : resultCode(thrown);
  return ` (${String(thrown.sqliteCodeName)} ${String(extended)})`;
}

/** The primary result code: the extended one's lowest byte. */
function resultCode(thrown: unknown): number | null {
  if (!(thrown instanceof Error) || !('errcode' in thrown) || typeof thrown.errcode !== 'number') return null;
  return thrown.errcode & 0xff;
}

const isSystemError = (thrown: unknown, code: string): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === code;

function guard<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new AppFailure(storeError(error), { cause: error });
  }
}
