import { Dialog } from '@base-ui/react/dialog';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { agentName, useAgents } from '../../stores/agents';
import { closeRecent, stepRecent, takeRecent, useRecent } from '../../stores/recent';
import { useSessionList } from '../../stores/sessionList';
import { cx } from '../../ui/cx';
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

  useEffect(() => {
    document.getElementById(`${list}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [list, at]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') stepRecent(1, held);
    else if (event.key === 'ArrowUp') stepRecent(-1, held);
    else if (event.key === 'Enter') takeRecent();
    else return;
    event.preventDefault();
  };

  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : closeRecent())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <Dialog.Popup
          initialFocus={box}
          className="fixed top-[14vh] left-1/2 z-40 flex max-h-[70vh] w-[calc(100vw-48px)] max-w-[440px] -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-line-strong bg-raised shadow-card outline-none"
        >
          <Dialog.Title className="px-4 pt-3 pb-1 text-sm font-[560] text-muted">{t('recent.title')}</Dialog.Title>
          <div
            ref={box}
            role="listbox"
            tabIndex={0}
            aria-label={t('recent.title')}
            aria-activedescendant={`${list}-${at}`}
            onKeyDown={onKeyDown}
            className="min-h-0 overflow-y-auto px-1.5 pb-1 outline-none"
          >
            {sessionIds.map((sessionId, index) => (
              <RecentRow
                key={sessionId}
                id={`${list}-${index}`}
                sessionId={sessionId}
                chosen={index === at}
                index={index}
              />
            ))}
          </div>
          <p className="border-t border-line px-4 py-2 text-xs text-faint">
            {t(held ? 'recent.hint' : 'recent.hintKeys')}
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function RecentRow({
  id,
  sessionId,
  chosen,
  index,
}: {
  id: string;
  sessionId: string;
  chosen: boolean;
  index: number;
}) {
  const { t } = useTranslation();
  const session = useSessionList((state) => state.sessions[sessionId]);
  const project = useSessionList((state) => state.projects[session?.projectId ?? '']?.name ?? '');
  const agent = useAgents((state) => agentName(t, state.agents, session?.agentId ?? ''));
  if (session === undefined) return null;
  const take = () => {
    useRecent.setState(({ switcher }) => ({ switcher: switcher && { ...switcher, at: index } }));
    takeRecent();
  };
  return (
    // The list keeps the focus and handles the keys (aria-activedescendant).
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      onMouseDown={(event) => event.preventDefault()}
      onClick={take}
      onKeyDown={undefined}
      className={cx('flex h-9 items-center gap-2 rounded-sm px-2.5', chosen ? 'bg-select' : 'hover:bg-hover')}
    >
      <StatusMark mark={session.status} />
      <span className={cx('min-w-0 flex-1 truncate', session.unread && 'font-[590]')}>
        {session.title ?? t('sidebar.untitled')}
      </span>
      <span className="sr-only">{`, ${t(`status.${session.status}`)}, `}</span>
      <span className="max-w-[45%] shrink-0 truncate text-sm text-faint">
        {[project, agent].filter(Boolean).join(' · ')}
      </span>
    </div>
  );
}
