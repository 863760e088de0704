import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@shared/clock';
import { fail, ok, type Result } from '@shared/errors';
import type { DataView } from '@shared/ipc/data';
import type { BackupService } from '../store/backupService';
import { listBackups } from '../store/backups';
import { databasePath } from '../store/openDatabase';
import { wishRestore } from '../store/restore';
import type { HostPort } from './hostPort';

export interface DataServiceOptions {
  home: string;
  clock: Clock;
  backups: BackupService;
  host: HostPort;
  /** Commits what is buffered, so that a backup on demand has it. */
  commit: () => Result<null>;
  diagnosis: () => string;
}

/** What a person can do with the profile's data as a whole. */
export class DataService {
  readonly #options: DataServiceOptions;

  constructor(options: DataServiceOptions) {
    this.#options = options;
  }

  view(): Result<DataView> {
    const { home } = this.#options;
    const bytes = ['', '-wal'].reduce((sum, suffix) => sum + sizeOf(`${databasePath(home)}${suffix}`), 0);
    return ok({ home, bytes, backups: listBackups(home), setAside: setAsideFolders(home) });
  }

  async backUp(): ReturnType<BackupService['backUp']> {
    const committed = this.#options.commit();
    return committed.ok ? this.#options.backups.backUp('manual') : committed;
  }

  restore(name: string): Result<null> {
    const { home, clock, host } = this.#options;
    const wished = wishRestore(home, name, clock);
    if (wished.ok) host.tell({ type: 'restart' });
    return wished;
  }

  repair(): Result<null> {
    this.#options.host.tell({ type: 'restart' });
    return ok(null);
  }

  report(folder: string): Result<{ text: string }> {
    const { home } = this.#options;
    const known = setAsideFolders(home).some(({ name }) => name === folder);
    const file = join(home, folder, 'report.txt');
    if (!known || !existsSync(file)) return fail({ code: 'file.notFound', path: folder });
    return ok({ text: readFileSync(file, 'utf8') });
  }

  diagnosis(): Result<{ text: string }> {
    return ok({ text: this.#options.diagnosis() });
  }

  async saveDiagnosis(text: string): Promise<Result<{ path: string } | null>> {
    const { host, clock } = this.#options;
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const suggestedName = `signalbox-diagnosis-${day}.txt`;
    return ok(await host.ask('saveFile', { title: 'saveDiagnosis', suggestedName, text }));
  }
}

const SET_ASIDE = /^(?:damaged|replaced)-[\dTZ-]+$/;

function setAsideFolders(home: string): DataView['setAside'] {
  const names = readdirSync(home).filter((name) => SET_ASIDE.test(name));
  return names
    .map((name) => ({
      name,
      bytes: folderSize(join(home, name)),
      hasReport: existsSync(join(home, name, 'report.txt')),
    }))
    .toSorted((a, b) => b.name.slice(8).localeCompare(a.name.slice(8)));
}

const folderSize = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + sizeOf(join(folder, name)), 0);

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
