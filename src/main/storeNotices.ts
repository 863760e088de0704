import { basename } from 'node:path';
import type { AppError } from '@shared/errors';
import type { AppState } from './ipc/appState';
import { backupTime } from './store/backups';
import type { Store } from './store/openStore';

/** What the person is told of the store: why nothing is saved, and what was done about a damaged file. */

export function tellWriteFailure(app: AppState, error: AppError): void {
  if (error.code === 'store.full') app.notice({ code: 'store.full' });
  else app.notice({ code: 'store.writeFailed', message: 'message' in error ? error.message : error.code });
}

export function takeBackWriteFailure(app: AppState): void {
  app.dismissAll('store.writeFailed');
  app.dismissAll('store.full');
}

export function tellDamage(app: AppState, error: AppError): void {
  app.notice({ code: 'store.damaged', message: 'message' in error ? error.message : error.code });
}

export function tellOpening(app: AppState, { recovery, damagedLog, restored }: Store): void {
  if (restored !== null) {
    app.notice({ code: 'store.restored', backupAt: backupTime(restored.name), folder: restored.folder });
  }
  if (damagedLog !== null) app.notice({ code: 'store.logDamaged', folder: damagedLog });
  if (recovery === null) return;
  const { tables, backup, folder } = recovery;
  const sum = (count: (table: (typeof tables)[number]) => number): number =>
    tables.reduce((total, table) => total + count(table), 0);
  const of = (name: string): number => {
    const table = tables.find((one) => one.table === name);
    return table === undefined ? 0 : table.read + table.fromBackup;
  };
  app.notice({
    code: 'store.recovered',
    folder: basename(folder),
    sessions: of('session'),
    items: of('item'),
    fromBackup: sum((table) => table.fromBackup),
    isComplete: tables.every((table) => !table.isIncomplete && table.unusable === 0),
    backupAt: backup === null ? null : backupTime(backup),
  });
}
