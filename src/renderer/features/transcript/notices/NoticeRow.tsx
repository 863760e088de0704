import type { ItemOf, Notice } from '@shared/session/item';
import type { TFunction } from 'i18next';
import { Ban, CircleAlert, GitFork, Info, RotateCcw, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkedText } from '../../markdown/LinkedText';
import { cx } from '../../../ui/cx';
import { QuietLine } from '../parts/QuietLine';
import { TurnFailed } from './TurnFailed';

/** What the session says of itself: a failure as a card with its ways out, everything else in one quiet line. */
export const NoticeRow = memo(function NoticeRow({ item }: { item: ItemOf<'notice'> }) {
  const { t, i18n } = useTranslation();
  const { notice } = item;
  if (notice.code === 'turn.failed') return <TurnFailed item={item} error={notice.error} />;
  if (notice.code === 'agent.notice') return <AgentNotice notice={notice} />;
  return (
    <QuietLine icon={iconOf(notice)} className="my-0.5">
      <span className="min-w-0 py-0.5 selectable">{sentenceOf(t, notice, i18n.language)}</span>
    </QuietLine>
  );
});

function sentenceOf(
  t: TFunction,
  notice: Exclude<Notice, { code: 'turn.failed' | 'agent.notice' }>,
  language: string,
): string {
  switch (notice.code) {
    case 'turn.stoppedBy':
      return t(`notices.turn.stoppedBy.${notice.stopReason}`);
    case 'session.modelGone':
      return t('notices.session.modelGone', { model: notice.model });
    case 'prompt.imagesLinked':
      return t('notices.prompt.imagesLinked', { count: notice.count });
    case 'session.forked':
      return t(`notices.session.forked.${notice.how}`, { title: notice.title ?? t('sidebar.untitled') });
    case 'session.imported':
      return t('notices.session.imported', {
        agent: notice.agent,
        date: new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(notice.exportedAt),
      });
    case 'agent.compaction':
      return compactionSentence(t, notice);
    default:
      return t(`notices.${notice.code}`);
  }
}

function compactionSentence(t: TFunction, notice: Extract<Notice, { code: 'agent.compaction' }>): string {
  const known = notice.status === 'completed' || notice.status === 'failed' ? notice.status : 'in_progress';
  const told = t(`notices.agent.compaction.${known}`);
  const more = notice.error ?? notice.summary;
  return more === undefined ? told : `${told} ${more}`;
}

function iconOf({ code }: Notice) {
  const props = { 'aria-hidden': true, size: 14, strokeWidth: 1.7 } as const;
  switch (code) {
    case 'turn.cancelled':
    case 'turn.interrupted':
      return <Ban {...props} />;
    case 'turn.stoppedBy':
      return <TriangleAlert {...props} className="text-need" />;
    case 'session.forked':
      return <GitFork {...props} />;
    case 'session.startedAnew':
    case 'session.historyRebuilt':
      return <RotateCcw {...props} />;
    default:
      return <Info {...props} />;
  }
}

/** The agent's own words, by its own weight. */
function AgentNotice({ notice }: { notice: Extract<Notice, { code: 'agent.notice' }> }) {
  const { t } = useTranslation();
  const bad = notice.severity === 'error';
  const warning = notice.severity === 'warning' || notice.severity === 'warn';
  return (
    <div
      className={cx(
        'grid grid-cols-[18px_1fr] gap-2 rounded-md border px-3 py-2 text-md selectable',
        bad ? 'border-stop-line bg-stop-bg' : warning ? 'border-need-line bg-need-bg' : 'border-line bg-surface',
      )}
    >
      <CircleAlert
        aria-hidden="true"
        size={14}
        strokeWidth={1.7}
        className={cx('mt-[3px]', bad ? 'text-stop' : warning ? 'text-need' : 'text-muted')}
      />
      <div className="min-w-0">
        <span className="sr-only">{t('transcript.agentSays')}</span>
        <p className="font-[560]">{notice.title}</p>
        {notice.description === undefined ? null : (
          <p className="mt-0.5 text-muted">
            <LinkedText text={notice.description} />
          </p>
        )}
      </div>
    </div>
  );
}
