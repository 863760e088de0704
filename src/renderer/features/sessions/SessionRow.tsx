import type { SessionSummary } from '@shared/session/summary';
import { Pin } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { openSession } from '../../stores/actions';
import { useClock } from '../../stores/clock';
import { useUi } from '../../stores/ui';
import { cx } from '../../ui/cx';
import { StatusMark } from '../../ui/StatusMark';
import { rowEnd } from './age';
import { InlineRename } from './InlineRename';

export interface SessionRowProps {
  session: SessionSummary;
  projectName: string;
  current: boolean;
  focusable: boolean;
}

const endTone: Record<SessionSummary['status'], string> = {
  needsYou: 'text-need',
  failed: 'text-stop',
  interrupted: 'text-stop',
  working: 'text-faint',
  done: 'text-faint',
  idle: 'text-faint',
};

export const SessionRow = memo(function SessionRow({ session, projectName, current, focusable }: SessionRowProps) {
  const { t, i18n } = useTranslation();
  const end = useClock((now) => rowEnd(t, i18n.language, now, session));
  const renaming = useUi(({ renaming }) => renaming?.sessionId === session.sessionId && renaming.where === 'row');
  const title = session.title ?? t('sidebar.untitled');
  if (renaming) {
    return (
      <div className="flex h-[30px] items-center px-1">
        <InlineRename sessionId={session.sessionId} title={title} />
      </div>
    );
  }
  return (
    <button
      type="button"
      data-session-row={session.sessionId}
      tabIndex={focusable ? 0 : -1}
      aria-current={current ? 'page' : undefined}
      onClick={() => openSession(session.sessionId)}
      className={cx(
        'grid h-[30px] w-full grid-cols-[16px_1fr_auto] items-center gap-[7px] rounded-sm px-2 text-left',
        'focus-visible:outline-offset-[-2px]',
        current ? 'bg-select' : 'hover:bg-hover',
      )}
    >
      <StatusMark mark={session.status} />
      <span className="flex min-w-0 items-center gap-1.5">
        <span
          className={cx(
            'truncate leading-[22px]',
            session.unread && 'font-[590]',
            session.title === null && 'text-muted',
          )}
        >
          {title}
        </span>
        <span className="sr-only">
          {`, ${t(`status.${session.status}`)}`}
          {session.unread ? `, ${t('sidebar.unread')}` : ''}
          {session.pinned ? `, ${t('sidebar.pinned')}` : ''}
          {`, ${t('sidebar.rowIn', { project: projectName })}, `}
        </span>
        {session.pinned ? <Pin aria-hidden="true" className="size-3 shrink-0 text-faint" strokeWidth={1.7} /> : null}
      </span>
      <span className={cx('text-xs tabular-nums', endTone[session.status])}>{end}</span>
    </button>
  );
});
