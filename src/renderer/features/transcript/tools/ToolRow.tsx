import type { ItemOf } from '@shared/session/item';
import { findDiffs } from '../../diffs/findDiffs';
import { EditCard } from './EditCard';
import { ExecuteCard } from './ExecuteCard';
import { QuietTool } from './QuietTool';

/** Each kind in its own shape; a kind that we do not know is told honestly, by its title and what it sent. */
export function ToolRow({ tool, asked }: { tool: ItemOf<'toolCall'>; asked: boolean }) {
  switch (tool.toolKind) {
    case 'edit':
    case 'delete':
    case 'move':
      return <EditCard tool={tool} asked={asked} />;
    case 'execute':
      return <ExecuteCard tool={tool} asked={asked} />;
    default:
      // An agent may call its edit something else; a change of a file is a change of a file.
      return tool.content.some((part) => part.type === 'diff') && findDiffs(tool).length > 0 ? (
        <EditCard tool={tool} asked={asked} />
      ) : (
        <QuietTool tool={tool} />
      );
  }
}
