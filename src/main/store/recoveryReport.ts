import type { Recovery } from './recovery';

export type ReportLocale = 'en' | 'zh-CN';

/** The store has no page's texts; these are all the words that it ever shows a person. */
const WORDS = {
  en: {
    title: 'Signalbox: report of a recovery',
    when: 'When:',
    why: 'Why:',
    damagedFiles: 'Damaged files:',
    kept: '(kept as they are)',
    damagedFile: 'Damaged file:',
    readable: 'could be read, as far as this table says',
    unreadable: 'could not be read at all',
    backupUsed: 'Backup used:',
    none: 'none',
    whatIsIn: 'What is in the new file:',
    columns: ['table', 'read', 'backup', 'unusable', 'complete'],
    yes: 'yes',
    no: 'NO',
    meaning: [
      'rows that came from the damaged file',
      'rows that only the backup had',
      'rows that could be read but made no sense',
      'NO where a page could not be read: rows of it may be missing, and nobody can say how many',
    ],
  },
  'zh-CN': {
    title: 'Signalbox：恢复报告',
    when: '时间：',
    why: '原因：',
    damagedFiles: '损坏的文件：',
    kept: '（原样保留）',
    damagedFile: '损坏程度：',
    readable: '可以读取，读出的内容见下表',
    unreadable: '完全无法读取',
    backupUsed: '所用备份：',
    none: '无',
    whatIsIn: '新文件中的内容：',
    columns: ['表', '读出', '备份', '不可用', '完整'],
    yes: '是',
    no: '否',
    meaning: [
      '来自损坏文件的行',
      '只有备份中才有的行',
      '能读出但内容无效的行',
      '“否”表示有页面无法读取：其中可能缺少一些行，缺多少无从得知',
    ],
  },
} as const;

/** What was saved of a damaged database, for the person and for whoever helps them. Holds counts, never contents. */
export function reportText(recovery: Omit<Recovery, 'reportFile'>, locale: ReportLocale = 'en'): string {
  const { at, reason, folder, readable, tables, backup } = recovery;
  const words = WORDS[locale];
  const fact = (name: string, value: string): string => `${padded(name, 17)}${value}`;
  const lines = [
    words.title,
    '',
    fact(words.when, new Date(at).toISOString()),
    fact(words.why, reason),
    fact(words.damagedFiles, `${folder} ${words.kept}`),
    fact(words.damagedFile, readable ? words.readable : words.unreadable),
    fact(words.backupUsed, backup ?? words.none),
    '',
    words.whatIsIn,
    '',
    row(...words.columns),
    ...tables.map(({ table, read, fromBackup, unusable, isIncomplete }) =>
      row(table, String(read), String(fromBackup), String(unusable), isIncomplete ? words.no : words.yes),
    ),
    '',
    ...words.meaning.map((meaning, index) => `${padded(`${words.columns[index + 1]}:`, 11)}${meaning}`),
    '',
  ];
  return lines.join('\n');
}

const row = (...cells: string[]): string =>
  cells
    .map((cell, index) => (index === 0 ? padded(cell, 18) : `${' '.repeat(Math.max(0, 10 - width(cell)))}${cell}`))
    .join('')
    .trimEnd();

const padded = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - width(text)));

/** Chinese takes two columns in a font of one width. */
const width = (text: string): number => text.length + (text.match(/[\u2e80-\uffef]/g)?.length ?? 0);
