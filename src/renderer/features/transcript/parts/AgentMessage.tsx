import type { ItemOf } from '@shared/session/item';
import { memo } from 'react';
import { useIsNested } from '../transcriptContext';
import { ContentParts } from './ContentParts';
import { MessageActions } from './MessageActions';

export const AgentMessage = memo(function AgentMessage({ item, cut }: { item: ItemOf<'message'>; cut: boolean }) {
  const isNested = useIsNested();
  return (
    <div className="agent-message group/message relative flex flex-col gap-3">
      <ContentParts content={item.content} streaming={item.open} cut={cut} />
      {isNested || item.open ? null : (
        // Beside the column, however wide what stands in it is; only where there is no room, half over its edge.
        <MessageActions
          item={item}
          className="top-0 right-[calc(max(0px,100%-728px)-min(11px+max(0px,100%-728px),26px))] rounded-sm bg-bg narrow:-right-1"
        />
      )}
    </div>
  );
});
