import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { agentName, useAgents } from '../../stores/agents';
import { chooseRecent, closeRecent, takeRecent, useRecent } from '../../stores/recent';
import { useSessionList } from '../../stores/sessionList';
import { cx } from '../../ui/cx';
import { ListDialog } from '../../ui/ListDialog';
import { listKey } from '../../ui/listKeys';
import { ListOption } from '../../ui/ListOption';
import { StatusMark } from '../../ui/StatusMark';

/**
 * Ctrl Tab: sessions in the order in which they were on screen last. Held down, each Tab goes on by one and letting go
 * opens it; asked for by name (palette, screen reader) it stays, with arrow keys and Enter.
 */
export function RecentSwitcher() {
  const switcher = useRecent((state) => state.switcher);
  // Listened to all the time: a short tap lets go before anything is drawn.
  useEffect(() => {
    const onKeyUp = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Control' && useRecent.getState().switcher?.held === true) takeRecent();
    };
    // The key may be let go where nobody tells us.
    const onBlur = () => {
      if (useRecent.getState().switcher?.held === true) closeRecent();
    };
    window.addEventListener('keyup', onKeyUp, true);
    window.addEventListener('blur', onBlur);
    return () => {
      window.removeEventListener('keyup', onKeyUp, true);
      window.removeEventListener('blur', onBlur);
    };
  }, []);
  return switcher === null ? null : <Switcher {...switcher} />;
}

function Switcher({ sessionIds, at, held }: { sessionIds: readonly string[]; at: number; held: boolean }) {
  const { t } = useTranslation();
  const list = useId();
  const box = useRef<HTMLDivElement>(null);

  const title = t('recent.title');
  return (
    <ListDialog title={title} onClose={closeRecent} focus={box} className="max-w-[440px]">
      <p aria-hidden="true" className="px-4 pt-3 pb-1 text-sm font-[560] text-muted">
        {title}
      </p>
      <div
        ref={box}
        role="listbox"
        tabIndex={0}
        aria-label={title}
        aria-activedescendant={`${list}-${at}`}
        onKeyDown={(event) =>
          listKey(event, { count: sessionIds.length, at, move: chooseRecent, take: takeRecent, wraps: true })
        }
        className="min-h-0 overflow-y-auto px-1.5 pb-1 outline-none"
      >
        {sessionIds.map((sessionId, index) => (
          <RecentRow
            key={sessionId}
            id={`${list}-${index}`}
            sessionId={sessionId}
            chosen={index === at}
            index={index}
            held={held}
          />
        ))}
      </div>
      <p className="border-t border-line px-4 py-2 text-xs text-faint">{t(held ? 'recent.hint' : 'recent.hintKeys')}</p>
    </ListDialog>
  );
}

interface RecentRowProps {
  id: string;
  sessionId: string;
  chosen: boolean;
  index: number;
  held: boolean;
}

function RecentRow({ id, sessionId, chosen, index, held }: RecentRowProps) {
  const { t } = useTranslation();
  const session = useSessionList((state) => state.sessions[sessionId]);
  const project = useSessionList((state) => state.projects[session?.projectId ?? '']?.name ?? '');
  const agent = useAgents((state) => agentName(t, state.agents, session?.agentId ?? ''));
  if (session === undefined) return null;
  const choose = () => chooseRecent(index);
  const take = () => {
    choose();
    takeRecent();
  };
  return (
    <ListOption
      id={id}
      chosen={chosen}
      onTake={take}
      // While the keys are held, they alone choose: a hand that brushes the mouse would open another session.
      onPoint={held ? undefined : choose}
      className="flex h-9 items-center gap-2"
    >
      <StatusMark mark={session.status} />
      <span className={cx('min-w-0 flex-1 truncate', session.unread && 'font-[600]')}>
        {session.title ?? t('sidebar.untitled')}
      </span>
      <span className="sr-only">{`, ${t(`status.${session.status}`)}, `}</span>
      <span className="max-w-[45%] shrink-0 truncate text-sm text-faint">
        {[project, agent].filter(Boolean).join(' · ')}
      </span>
    </ListOption>
  );
}
