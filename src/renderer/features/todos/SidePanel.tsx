import type { SessionId } from '@shared/ids';
import type { Item, ItemOf } from '@shared/session/item';
import { isTurnOpen, type SessionUsage } from '@shared/session/state';
import type { Todo } from '@shared/session/todo';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { useReplicas, useSession } from '../../stores/replicas';
import { ConnectionLine } from './ConnectionLine';
import { McpSection } from './McpSection';
import { Section } from './Section';
import { TodoLines } from './TodoLines';
import { UsageSection } from './UsageSection';

const NO_TODOS: readonly Todo[] = [];
const NO_ITEMS: readonly Item[] = [];
const NO_USAGE: SessionUsage = {};

/** Beside the transcript: what is to be done, who works on parts of it, what it has used, and whether the agent is there. */
export function SidePanel({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('todos.region')} className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <Todos sessionId={sessionId} />
      <Subtasks sessionId={sessionId} />
      <Usage sessionId={sessionId} />
      <McpSection sessionId={sessionId} />
      <span className="grow" />
      <ConnectionLine sessionId={sessionId} />
    </section>
  );
}

function Todos({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation();
  const todos = useSession(sessionId, (state) => state.todos) ?? NO_TODOS;
  const plan = useLastPlan(sessionId);
  const working = useIsWorking(sessionId);
  const lines = todos.length > 0 ? todos : plan;
  const done = lines.filter((line) => line.status === 'completed').length;
  const counted = lines.filter((line) => line.status !== 'cancelled').length;
  return (
    <Section
      title={t('todos.title')}
      end={lines.length === 0 ? undefined : t('todos.progress', { done, total: counted })}
    >
      {lines.length === 0 ? (
        <p className="text-sm text-faint">{t('todos.none')}</p>
      ) : (
        <TodoLines lines={lines} working={working} />
      )}
    </Section>
  );
}

/** An agent that has no todos of its own may still keep a plan: the last one is what it works on. */
function useLastPlan(sessionId: SessionId) {
  const plan = useSession(sessionId, ({ items }) =>
    items.findLast((item): item is ItemOf<'plan'> => item.kind === 'plan'),
  );
  return useMemo(
    () =>
      (plan?.entries ?? []).map((entry, index) => ({
        id: String(index),
        content: entry.content,
        status: entry.status,
      })),
    [plan],
  );
}

function useIsWorking(sessionId: SessionId): boolean {
  return useSession(sessionId, ({ turn }) => isTurnOpen(turn)) ?? false;
}

function Subtasks({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation();
  const working = useIsWorking(sessionId);
  const subtasks = useReplicas(
    useShallow(({ byId }) =>
      (byId[sessionId]?.state.items ?? NO_ITEMS).filter((item): item is ItemOf<'subtask'> => item.kind === 'subtask'),
    ),
  );
  if (subtasks.length === 0) return null;
  const lines = subtasks.slice(-12).map((task) => ({
    id: String(task.ordinal),
    content: task.description || task.subagentType || task.prompt,
    status: task.status === 'running' ? ('in_progress' as const) : task.status,
  }));
  return (
    <Section title={t('todos.subtasks', { count: subtasks.length })}>
      <TodoLines lines={lines} working={working} />
    </Section>
  );
}

function Usage({ sessionId }: { sessionId: SessionId }) {
  return <UsageSection usage={useSession(sessionId, (state) => state.usage) ?? NO_USAGE} />;
}
