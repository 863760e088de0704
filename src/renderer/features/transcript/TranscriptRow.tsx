import type { ChildItem, Item } from '@shared/session/item';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Boundary } from '../../ui/Boundary';
import { keyboardScrollable } from '../../ui/keyboardScrollable';
import { NoticeRow } from './notices/NoticeRow';
import { AgentMessage } from './parts/AgentMessage';
import { ImageRow } from './parts/ImageRow';
import { PlanRow } from './parts/PlanRow';
import { RawRow } from './parts/RawRow';
import { SubtaskRow } from './parts/SubtaskRow';
import { Thought } from './parts/Thought';
import { Undrawn } from './parts/Undrawn';
import { UserMessage } from './parts/UserMessage';
import { RequestRow } from './RequestRow';
import { buildRows, type Row } from './rows';
import { ToolGroup } from './tools/ToolGroup';
import { ToolRow } from './tools/ToolRow';
import { shapeOf } from './tools/toolShape';
import { NestedProvider } from './transcriptContext';

/** Drawn again only when its row object is another one: see rows.ts. */
export const TranscriptRow = memo(function TranscriptRow({ row }: { row: Row }) {
  const what = row.kind === 'group' ? row.items : row.item;
  return (
    <Boundary of={row} renderInstead={(error) => <Undrawn value={what} error={error} />}>
      {row.kind === 'group' ? (
        <ToolGroup name={row.key} tools={row.items} />
      ) : (
        <ItemRow item={row.item} asked={row.asked} cut={row.cut} />
      )}
    </Boundary>
  );
});

function ItemRow({ item, asked, cut }: { item: Item; asked: boolean; cut: boolean }) {
  switch (item.kind) {
    case 'message':
      return item.role === 'user' ? <UserMessage item={item} /> : <AgentMessage item={item} cut={cut} />;
    case 'thought':
      return <Thought item={item} cut={cut} />;
    case 'toolCall':
      return <ToolRow tool={item} asked={asked} />;
    case 'plan':
      return <PlanRow item={item} />;
    case 'request':
      return <RequestRow item={item} />;
    case 'subtask':
      return <SubtaskRow item={item} inside={drawInside} />;
    case 'image':
      return <ImageRow item={item} />;
    case 'notice':
      return <NoticeRow item={item} />;
    case 'raw':
      return <RawRow item={item} />;
  }
}

const drawInside = (items: readonly ChildItem[]) => <SubtaskInside items={items} />;

/** What a subagent said and did, in the shapes that the session itself has for it. */
function SubtaskInside({ items }: { items: readonly ChildItem[] }) {
  const { t } = useTranslation();
  const { rows } = useMemo(() => buildRows(items), [items]);
  return (
    <section ref={keyboardScrollable} aria-label={t('transcript.subtaskInside')} className="subtask-inside">
      <NestedProvider value>
        {rows.map((row) => (
          <div key={row.key} className={rowClass(row)}>
            <TranscriptRow row={row} />
          </div>
        ))}
      </NestedProvider>
    </section>
  );
}

/** The kinds that are cards, and so want more air around them than a line of text. */
export function rowClass(row: Row): string {
  if (row.kind === 'group') return 'row-quiet';
  switch (row.item.kind) {
    case 'message':
      return row.item.role === 'user' ? 'row-user' : 'row-text';
    case 'thought':
    case 'raw':
      return 'row-quiet';
    case 'notice':
      return row.item.notice.code === 'turn.failed' || row.item.notice.code === 'agent.notice'
        ? 'row-card'
        : 'row-quiet';
    case 'request':
      return row.item.settlement === null ? 'row-ask' : 'row-quiet';
    case 'toolCall':
      return shapeOf(row.item) === 'line' ? 'row-quiet' : 'row-card';
    default:
      return 'row-card';
  }
}
