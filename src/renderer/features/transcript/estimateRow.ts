import { plainText } from '@shared/acp/content';
import type { Row } from './rows';

const LINE = 22;
const CHARACTERS_A_LINE = 96;

/** Height of a row in px before it was measured: only as good as scroll bars need it. */
export function estimateRow(row: Row | undefined): number {
  if (row === undefined || row.kind === 'group') return 30;
  const { item } = row;
  switch (item.kind) {
    case 'message': {
      const text = item.content.reduce((sum, block) => sum + plainText(block).length, 0);
      return 28 + Math.max(1, Math.ceil(text / CHARACTERS_A_LINE)) * LINE;
    }
    case 'toolCall':
      return item.toolKind === 'edit' || item.toolKind === 'execute' ? 180 : 30;
    case 'request':
      return item.settlement === null ? 240 : 30;
    case 'plan':
      return 60 + item.entries.length * 28;
    case 'image':
      return 360;
    case 'subtask':
      return 52;
    default:
      return 34;
  }
}
