import type { ItemOf } from '@shared/session/item';
import { EditCard } from './EditCard';
import { ExecuteCard } from './ExecuteCard';
import { QuietTool } from './QuietTool';
import { shapeOf } from './toolShape';

/** Each kind in its own shape; a kind that we do not know is told honestly, by its title and what it sent. */
export function ToolRow({ tool, asked }: { tool: ItemOf<'toolCall'>; asked: boolean }) {
  switch (shapeOf(tool)) {
    case 'edit':
      return <EditCard tool={tool} asked={asked} />;
    case 'execute':
      return <ExecuteCard tool={tool} asked={asked} />;
    case 'line':
      return <QuietTool tool={tool} />;
  }
}
