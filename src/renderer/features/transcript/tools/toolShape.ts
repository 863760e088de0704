import type { ItemOf } from '@shared/session/item';
import { isEdit } from '@shared/session/inputChanges';

type Tool = ItemOf<'toolCall'>;

/** How a tool call is shown: as a change of files, as a command, or as one line. */
export function shapeOf(tool: Tool): 'edit' | 'execute' | 'line' {
  if (tool.toolKind === 'execute') return 'execute';
  return isEdit(tool) || changes(tool) ? 'edit' : 'line';
}

/** An agent may call its edit something else; a change of a file is a change of a file. */
const changes = (tool: Tool): boolean => tool.content.some((part) => part.type === 'diff');

/** The kind that a change of files is told as. */
export const editKindOf = ({ toolKind }: Pick<Tool, 'toolKind'>): 'edit' | 'delete' | 'move' =>
  toolKind === 'delete' || toolKind === 'move' ? toolKind : 'edit';
