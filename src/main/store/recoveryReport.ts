import type { Recovery } from './recovery';

/** What was saved of a damaged database, for the person and for whoever helps them. Holds counts, never contents. */
export function reportText(recovery: Omit<Recovery, 'reportFile'>): string {
  const { at, reason, folder, readable, tables, backup } = recovery;
  const lines = [
    'Signalbox: report of a recovery',
    '',
    `When:            ${new Date(at).toISOString()}`,
    `Why:             ${reason}`,
    `Damaged files:   ${folder} (kept as they are)`,
    `Damaged file:    ${readable ? 'could be read, as far as this table says' : 'could not be read at all'}`,
    `Backup used:     ${backup ?? 'none'}`,
    '',
    'What is in the new file:',
    '',
    row('table', 'read', 'backup', 'unusable', 'complete'),
    ...tables.map(({ table, read, fromBackup, unusable, isIncomplete }) =>
      row(table, String(read), String(fromBackup), String(unusable), isIncomplete ? 'NO' : 'yes'),
    ),
    '',
    'read:      rows that came from the damaged file',
    'backup:    rows that only the backup had',
    'unusable:  rows that could be read but made no sense',
    'complete:  NO where a page could not be read: rows of it may be missing, and nobody can say how many',
    '',
  ];
  return lines.join('\n');
}

const row = (...cells: string[]): string =>
  cells
    .map((cell, index) => (index === 0 ? cell.padEnd(18) : cell.padStart(10)))
    .join('')
    .trimEnd();
