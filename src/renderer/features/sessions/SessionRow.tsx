import type { SessionId } from '@shared/ids';
import { isAsleep, type SessionSummary } from '@shared/session/summary';
import { ChevronDown, ChevronRight, Pin } from 'lucide-react';
import { memo, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useClock } from '../../stores/clock';
import { toggleOpen } from '../../stores/sessionFilter';
import { useUi } from '../../stores/ui';
import { cx } from '../../ui/cx';
import { StatusMark } from '../../ui/StatusMark';
import { rowEnd } from './age';
import { InlineRename } from './InlineRename';

export interface SessionRowProps {
  session: SessionSummary;
  projectName: string;
  /** Where nothing else on screen tells it. */
  showProject: boolean;
  /** How deep it is under others. */
  level: number;
  /** How many are right under it. */
  nested: number;
  open: boolean;
  current: boolean;
  selected: boolean;
  focusable: boolean;
  onPick: (event: MouseEvent, sessionId: SessionId) => void;
}

const endTone: Record<SessionSummary['status'], string> = {
  needsYou: 'text-need',
  failed: 'text-stop',
  interrupted: 'text-stop',
  working: 'text-faint',
  done: 'text-faint',
  idle: 'text-faint',
};

const INDENT = 14;

export const SessionRow = memo(function SessionRow(props: SessionRowProps) {
  const { session, projectName, showProject, level, nested, open, current, selected, focusable, onPick } = props;
  const { t, i18n } = useTranslation();
  const pace = session.status === 'working' ? 'second' : 'minute';
  const end = useClock((now) => rowEnd(t, i18n.language, now, session), pace);
  const renaming = useUi(({ renaming }) => renaming?.sessionId === session.sessionId && renaming.where === 'row');
  const title = session.title ?? t('sidebar.untitled');
  const asleep = isAsleep(session);
  const style = { paddingLeft: 8 + level * INDENT };
  if (renaming) {
    return (
      <div className="flex h-[30px] items-center px-1">
        <InlineRename sessionId={session.sessionId} title={title} />
      </div>
    );
  }
  return (
    <div className="relative">
      <button
        type="button"
        data-session-row={session.sessionId}
        tabIndex={focusable ? 0 : -1}
        aria-current={current ? 'page' : undefined}
        title={asleep ? t('sidebar.asleepHint') : undefined}
        onClick={(event) => onPick(event, session.sessionId)}
        style={style}
        className={cx(
          'grid h-[30px] w-full grid-cols-[16px_1fr_auto] items-center gap-[7px] rounded-sm pr-2 text-left',
          'focus-visible:outline-offset-[-2px]',
          selected ? 'bg-select shadow-[inset_2px_0_0_0_var(--focus)]' : current ? 'bg-select' : 'hover:bg-hover',
        )}
      >
        <StatusMark mark={asleep && session.status === 'idle' ? 'asleep' : session.status} />
        <span className="flex min-w-0 items-center gap-1.5">
          <span
            className={cx(
              'truncate leading-[22px]',
              session.unread && 'font-[600]',
              session.title === null && 'text-muted',
            )}
          >
            {title}
          </span>
          {showProject ? (
            <span aria-hidden="true" className="max-w-[40%] shrink-[3] truncate text-xs text-faint">
              {projectName}
            </span>
          ) : null}
          <span className="sr-only">
            {`, ${t(`status.${session.status}`)}`}
            {asleep ? `, ${t('status.asleep')}` : ''}
            {session.unread ? `, ${t('sidebar.unread')}` : ''}
            {session.pinned ? `, ${t('sidebar.pinned')}` : ''}
            {selected ? `, ${t('sidebar.selected')}` : ''}
            {nested > 0 ? `, ${t(open ? 'sidebar.nestedOpen' : 'sidebar.nested', { count: nested })}` : ''}
            {level > 0 ? `, ${t('sidebar.underOther')}` : ''}
            {`, ${t('sidebar.rowIn', { project: projectName })}, `}
          </span>
          {session.pinned ? <Pin aria-hidden="true" className="size-3 shrink-0 text-faint" strokeWidth={1.7} /> : null}
          {nested > 0 && !open ? (
            <span aria-hidden="true" className="shrink-0 rounded-full bg-hover px-1.5 text-xs text-muted tabular-nums">
              {nested}
            </span>
          ) : null}
        </span>
        <span className={cx('text-xs tabular-nums', endTone[session.status])}>{end}</span>
      </button>
      {nested > 0 ? <NestedToggle session={session} title={title} level={level} open={open} /> : null}
    </div>
  );
});

/** For the pointer; the arrow keys do the same on the row, which says how many there are. */
function NestedToggle({
  session,
  title,
  level,
  open,
}: {
  session: SessionSummary;
  title: string;
  level: number;
  open: boolean;
}) {
  const { t } = useTranslation();
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-expanded={open}
      aria-label={t(open ? 'sidebar.hideNested' : 'sidebar.showNested', { title })}
      onClick={() => toggleOpen(session.sessionId)}
      style={{ left: level * INDENT - 7 }}
      className="absolute top-[7px] grid size-4 place-items-center rounded-sm text-faint hover:bg-hover hover:text-text"
    >
      <Icon aria-hidden="true" className="size-3" strokeWidth={2} />
    </button>
  );
}
