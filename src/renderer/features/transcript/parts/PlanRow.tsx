import type { ItemOf } from '@shared/session/item';
import { ListTodo } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { TodoLines } from '../../todos/TodoLines';
import { useDisclosure } from '../disclosure';
import { useTranscriptPlace } from '../transcriptContext';
import { Card } from './Card';

export const PlanRow = memo(function PlanRow({ item }: { item: ItemOf<'plan'> }) {
  const { t } = useTranslation();
  const { sessionId } = useTranscriptPlace();
  const { toggled, flip } = useDisclosure(`${sessionId}/plan/${item.ordinal}`);
  const done = item.entries.filter((entry) => entry.status === 'completed').length;
  return (
    <Card
      icon={<ListTodo aria-hidden="true" size={14} strokeWidth={1.7} />}
      title={t('transcript.plan')}
      end={
        <span className="shrink-0 text-sm text-faint tabular-nums">
          {t('todos.progress', { done, total: item.entries.length })}
        </span>
      }
      open={!toggled}
      onFlip={flip}
    >
      <TodoLines
        working={item.open}
        className="px-3 py-1.5"
        lines={item.entries.map((entry, index) => ({
          id: String(index),
          content: entry.content,
          status: entry.status,
        }))}
      />
    </Card>
  );
});
