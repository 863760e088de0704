import { Worker } from 'node:worker_threads';
import type { Clock } from '@shared/clock';
import { type AppError, fail, ok, type Result } from '@shared/errors';
import type { BackupKind, BackupView } from '@shared/ipc/data';
import { backupName, listBackups } from './backups';
import type { BackupJob } from './backupWorker';
import { type Database, storeError } from './database';
import { databasePath } from './openDatabase';

export interface BackupServiceOptions {
  home: string;
  clock: Clock;
  database: Database;
  workerFile: string;
  /** Does the person want one a day? Asked each time. */
  isDaily: () => boolean;
  /** A copy was found damaged: so is the file. */
  onDamage: (error: AppError) => void;
  /** A daily backup could not be made; nobody asked for it, so nobody hears an answer. */
  onFailure: (error: AppError) => void;
}

const DAY_MS = 86_400_000;
/** After the start, which has more important things to do. */
const FIRST_LOOK_MS = 120_000;
const LOOK_MS = 3_600_000;

/** Backups on demand, and one a day by itself while the app runs. */
export class BackupService {
  readonly #options: BackupServiceOptions;
  #running: Promise<Result<BackupView>> | null = null;
  #worker: Worker | null = null;
  #stopTimer: (() => void) | null = null;
  #closed = false;

  constructor(options: BackupServiceOptions) {
    this.#options = options;
  }

  start(): void {
    this.#lookAfter(FIRST_LOOK_MS);
  }

  /** One at a time: who asks meanwhile is given the one that is under way. */
  backUp(kind: BackupKind): Promise<Result<BackupView>> {
    this.#running ??= this.#run(kind).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopTimer?.();
    await this.#worker?.terminate();
  }

  #lookAfter(ms: number): void {
    if (this.#closed) return;
    this.#stopTimer = this.#options.clock.setTimer(ms, () => {
      void this.#daily().then(() => this.#lookAfter(LOOK_MS));
    });
  }

  async #daily(): Promise<void> {
    const { home, clock, database, isDaily, onFailure } = this.#options;
    if (!isDaily()) return;
    const last = listBackups(home).find(({ kind }) => kind === 'daily');
    if (last !== undefined && clock.now() - last.at < DAY_MS) return;
    // An empty profile has nothing to be kept.
    if (database.get('select 1 from item limit 1') === undefined) return;
    const made = await this.backUp('daily');
    if (!made.ok && !this.#closed) onFailure(made.error);
  }

  async #run(kind: BackupKind): Promise<Result<BackupView>> {
    const { home, clock, workerFile, onDamage } = this.#options;
    const job: BackupJob = { databaseFile: databasePath(home), home, name: backupName(clock.now(), kind) };
    const result = await this.#inThread(workerFile, job).catch((thrown: unknown) => fail(storeError(thrown)));
    if (!result.ok && result.error.code === 'store.damaged') onDamage(result.error);
    return result.ok ? ok(result.value) : result;
  }

  /** Rejects where no thread can be started at all. */
  #inThread(workerFile: string, job: BackupJob): Promise<Result<BackupView>> {
    return new Promise((resolve) => {
      const worker = new Worker(workerFile, { workerData: job, name: 'backup' });
      this.#worker = worker;
      worker.on('message', (answer: Result<BackupView>) => resolve(answer));
      worker.on('error', (error) => resolve(fail(storeError(error))));
      worker.on('exit', () => {
        this.#worker = null;
        resolve(fail({ code: 'store.failed', message: 'the backup thread ended' }));
      });
    });
  }
}
