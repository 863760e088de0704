import type { Item } from '@shared/session/item';
import type { TFunction } from 'i18next';
import type { Row } from './rows';
import { endingOf } from './tools/toolWords';

/** A name is for telling rows from each other; the row itself says the rest. */
const MOST_CHARACTERS = 120;

/** What a row is, and of the kinds that come many times which one: its name for whoever walks the rows by ear. */
export function rowName(t: TFunction, row: Row, agent: string): string {
  if (row.kind === 'item') return itemName(t, row.item, agent);
  const [only] = row.items;
  return row.items.length === 1 && only !== undefined
    ? itemName(t, only, agent)
    : t('transcript.rows.tools', { count: row.items.length });
}

function itemName(t: TFunction, item: Item, agent: string): string {
  switch (item.kind) {
    case 'message':
      return item.role === 'user' ? t('transcript.rows.prompt') : t('transcript.rows.answer', { agent });
    case 'toolCall': {
      const name = named(t, item.kind, item.title.replaceAll('`', ''));
      const ending = endingOf(t, item.status);
      return ending === null ? name : t('transcript.rows.ended', { name, ending: ending.word });
    }
    case 'subtask':
    case 'image':
      return named(t, item.kind, item.description);
    default:
      return t(`transcript.rows.${item.kind}`);
  }
}

function named(t: TFunction, kind: 'toolCall' | 'subtask' | 'image', words: string): string {
  const what = t(`transcript.rows.${kind}`);
  const text = words.trim().replaceAll(/\s+/g, ' ');
  if (text === '') return what;
  const name = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  return t('transcript.rows.named', { what, name });
}
