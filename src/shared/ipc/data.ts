/** The profile's data as the page shows it: the file, its backups, and what was set aside. */

export type BackupKind =
  /** Made by itself once a day. */
  | 'daily'
  | 'manual'
  /** Before a newer Signalbox changed the file. */
  | 'update';

export interface BackupView {
  name: string;
  at: number;
  kind: BackupKind;
  bytes: number;
}

export interface DataView {
  home: string;
  /** Of the database with its log. */
  bytes: number;
  backups: readonly BackupView[];
  /** Folders of damaged or replaced databases, the newest first. They are never deleted by Signalbox. */
  setAside: readonly { name: string; bytes: number; hasReport: boolean }[];
}
