import type { ItemOf } from '@shared/session/item';
import { memo } from 'react';
import { ContentParts } from './ContentParts';

export const AgentMessage = memo(function AgentMessage({ item }: { item: ItemOf<'message'> }) {
  return (
    <div className="flex flex-col gap-3">
      <ContentParts content={item.content} streaming={item.open} />
    </div>
  );
});
