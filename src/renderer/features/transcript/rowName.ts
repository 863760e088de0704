import type { TFunction } from 'i18next';
import type { Row } from './rows';

/** What a row is, in a word or two: its name for a screen reader, which reads the rest by itself. */
export function rowName(t: TFunction, row: Row, agent: string): string {
  if (row.kind === 'group') return t('transcript.rows.toolCall');
  const { item } = row;
  if (item.kind === 'message') {
    return item.role === 'user' ? t('transcript.rows.prompt') : t('transcript.rows.answer', { agent });
  }
  return t(`transcript.rows.${item.kind}`);
}
