import type { RequestId } from '@shared/ids';
import type { SessionRequest } from '@shared/session/request';
import { useTranslation } from 'react-i18next';
import { RequestCard } from './features/requests/RequestCard';
import { agentName, useAgents } from './stores/agents';
import { useSessionList } from './stores/sessionList';
import { PageHeader } from './ui/PageHeader';

/** A request that belongs to no session that we know: answered here, at its agent. */
export function UnroutedView({ requestId }: { requestId: RequestId }) {
  const { t } = useTranslation();
  const unrouted = useSessionList((state) => state.unrouted[requestId]);
  const agent = useAgents((state) => agentName(t, state.agents, unrouted?.agentId ?? ''));
  if (unrouted === undefined) {
    return <p className="m-auto p-6 text-lg text-muted">{t('errors.request.unknown')}</p>;
  }
  return (
    <>
      <PageHeader>
        <h1 className="font-[600]">{agent}</h1>
        <span className="text-sm text-faint">{t('sidebar.atAgent')}</span>
      </PageHeader>
      <div className="flex min-h-0 flex-1 justify-center overflow-y-auto">
        <div className="w-full max-w-[776px] px-6 py-5">
          <WithoutSession kind={unrouted.request.kind} agent={agent} />
          <RequestCard request={unrouted.request} agentName={agent} sessionId={null} />
        </div>
      </div>
    </>
  );
}

/** What the person must know of an answer that no session hears of: nobody carries a plan out that was accepted here. */
export function WithoutSession({ kind, agent }: { kind: SessionRequest['kind']; agent: string }) {
  const { t } = useTranslation();
  return kind === 'plan' ? <p className="pb-3 text-muted">{t('requests.planWithoutSession', { agent })}</p> : null;
}
