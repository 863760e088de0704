import type { ItemOf } from '@shared/session/item';
import type { Todo } from '@shared/session/todo';
import { ListTodo } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../stores/replicas';
import { TodoLines } from '../../todos/TodoLines';
import { useDisclosure } from '../disclosure';
import { useTranscriptPlace } from '../transcriptContext';
import { Card } from './Card';
import { followedPlan } from './followedPlan';

const NO_TODOS: readonly Todo[] = [];

export const PlanRow = memo(function PlanRow({ item }: { item: ItemOf<'plan'> }) {
  const { t } = useTranslation();
  const { sessionId } = useTranscriptPlace();
  const { toggled, flip } = useDisclosure(`${sessionId}/plan/${item.ordinal}`);
  const todos = useSession(sessionId, (state) => state.todos) ?? NO_TODOS;
  const { lines, progress } = followedPlan(item.entries, item.open, todos);
  return (
    <Card
      icon={<ListTodo aria-hidden="true" size={14} strokeWidth={1.7} />}
      title={t('transcript.plan')}
      end={
        progress === null ? null : (
          <span className="shrink-0 text-sm text-faint tabular-nums">{t('todos.progress', progress)}</span>
        )
      }
      open={!toggled}
      onFlip={flip}
    >
      {lines.length === 0 ? <p className="px-3 py-1.5 text-sm text-faint">{t('transcript.planEmpty')}</p> : null}
      <TodoLines working={item.open} className="px-3 py-1.5" lines={lines} />
    </Card>
  );
});
