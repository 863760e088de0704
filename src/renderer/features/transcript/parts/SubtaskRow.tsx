import type { ChildItem, ItemOf } from '@shared/session/item';
import { Bot } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '../../../ui/Spinner';
import { Markdown } from '../../markdown/Markdown';
import { useDisclosure } from '../disclosure';
import { durationText } from '../duration';
import { useTranscriptPlace } from '../transcriptContext';
import { Card } from './Card';

const NO_CHILDREN: readonly ChildItem[] = [];

/** A title of so many characters may be cut at its end. */
const LONG_TITLE = 64;

/** What was asked, where that is more than the title says: many agents give both the same words. */
function askedOf({ description, prompt }: ItemOf<'subtask'>): string {
  const title = description.trim();
  return prompt.trim() === title && title.length < LONG_TITLE ? '' : prompt;
}

const stepsOf = (children: readonly ChildItem[]): number => children.filter(({ kind }) => kind === 'toolCall').length;

export interface SubtaskRowProps {
  item: ItemOf<'subtask'>;
  /** Draws what happened inside it, as rows of the transcript. */
  inside: (children: readonly ChildItem[]) => ReactNode;
}

/** A piece of work that the agent gave to another agent. */
export const SubtaskRow = memo(function SubtaskRow({ item, inside }: SubtaskRowProps) {
  const { t } = useTranslation();
  const { sessionId } = useTranscriptPlace();
  const { toggled, flip } = useDisclosure(`${sessionId}/subtask/${item.ordinal}`);
  const children = item.children ?? NO_CHILDREN;
  const asked = askedOf(item);
  const facts = [item.subagentType, item.model].filter((fact) => fact !== undefined && fact !== '');
  return (
    <Card
      icon={
        item.status === 'running' ? (
          <Spinner className="size-[11px] text-work" />
        ) : (
          <Bot aria-hidden="true" size={14} strokeWidth={1.7} />
        )
      }
      title={t(item.status === 'running' ? 'transcript.subtaskRunning' : 'transcript.subtask')}
      subject={
        <span title={item.description} className="min-w-0 truncate text-text">
          {item.description}
        </span>
      }
      end={
        <span className="flex shrink-0 items-center gap-2.5 text-sm text-faint">
          {facts.length > 0 ? <span className="max-[860px]:hidden">{facts.join(' · ')}</span> : null}
          {children.length === 0 ? null : <span>{t('transcript.subtaskSteps', { count: stepsOf(children) })}</span>}
          {item.status === 'failed' ? <span className="text-stop">{t('tools.failed')}</span> : null}
          {item.status === 'cancelled' ? <span>{t('tools.cancelled')}</span> : null}
          {item.durationMs === undefined ? null : <span>{durationText(t, item.durationMs)}</span>}
        </span>
      }
      open={toggled}
      {...(asked === '' && children.length === 0 ? {} : { onFlip: flip })}
    >
      {toggled ? (
        <>
          {asked === '' ? null : (
            <div className="px-3 py-2.5">
              <Markdown text={asked} />
            </div>
          )}
          {children.length === 0 ? null : inside(children)}
        </>
      ) : null}
    </Card>
  );
});
