import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { goToAttention } from '../../stores/actions';
import { agentName, useAgents } from '../../stores/agents';
import { type Attention, attentionOf, useSessionList } from '../../stores/sessionList';
import { useUi } from '../../stores/ui';
import { useKeys } from '../../stores/useKeys';
import { cx } from '../../ui/cx';
import { Kbd } from '../../ui/Kbd';
import { Dot } from '../../ui/StatusMark';
import { waitingText } from './age';

/** Everything that waits for the person, above all projects, the oldest first. Not there when nothing waits. */
export function NeedsYou() {
  const { t } = useTranslation();
  const sessions = useSessionList((state) => state.sessions);
  const unrouted = useSessionList((state) => state.unrouted);
  const waiting = useMemo(() => attentionOf({ sessions, unrouted }), [sessions, unrouted]);
  const keys = useKeys('nextWaiting');
  return (
    <>
      <span role="status" className="sr-only">
        {waiting.length === 0 ? '' : t('sidebar.needsYouCount', { count: waiting.length })}
      </span>
      {waiting.length === 0 ? null : (
        <section
          aria-labelledby="needs-you"
          className="mx-2 mb-1 flex max-h-[40vh] flex-col rounded-md bg-need-bg p-0.5"
        >
          <div className="flex items-center gap-1.5 px-1.5 pt-1 pb-0.5 text-sm text-need">
            <h2 id="needs-you" className="font-[560]">
              {t('sidebar.needsYou')}
            </h2>
            <span>{waiting.length}</span>
            <span className="flex-1" />
            {keys === undefined ? null : <Kbd className="text-need">{keys.shown}</Kbd>}
          </div>
          <ul className="min-h-0 overflow-y-auto">
            {waiting.map((attention) => (
              <li key={attention.requestId}>
                <AttentionRow attention={attention} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function AttentionRow({ attention }: { attention: Attention }) {
  const { t } = useTranslation();
  const agents = useAgents((state) => state.agents);
  const current = useUi(({ view, attention: gone }) =>
    attention.kind === 'unrouted'
      ? view.view === 'request' && view.requestId === attention.requestId
      : view.view === 'session' &&
        view.sessionId === attention.session.sessionId &&
        (attention.session.waiting.length === 1 || gone?.requestId === attention.requestId),
  );
  const title =
    attention.kind === 'session'
      ? (attention.session.title ?? t('sidebar.untitled'))
      : agentName(t, agents, attention.unrouted.agentId);
  const what =
    attention.kind === 'session' ? waitingText(t, attention.waiting) : waitingText(t, unroutedWaiting(attention));
  return (
    <button
      type="button"
      aria-current={current ? 'page' : undefined}
      onClick={() => goToAttention(attention)}
      className={cx(
        'grid h-[30px] w-full grid-cols-[16px_1fr_auto] items-center gap-[7px] rounded-sm px-1.5 text-left focus-visible:outline-offset-[-2px]',
        current ? 'bg-select' : 'hover:bg-hover',
      )}
    >
      <Dot className="mx-auto text-need" />
      <span className="truncate leading-[22px]">
        {title}
        {attention.kind === 'unrouted' ? <span className="text-faint">{` · ${t('sidebar.atAgent')}`}</span> : null}
      </span>
      <span className="text-xs text-need">{what}</span>
    </button>
  );
}

function unroutedWaiting({ unrouted: { request } }: Extract<Attention, { kind: 'unrouted' }>) {
  return {
    kind: request.kind,
    toolKind: request.kind === 'permission' ? request.toolCall.kind : undefined,
    count: request.kind === 'question' ? request.questions.length : undefined,
  };
}
