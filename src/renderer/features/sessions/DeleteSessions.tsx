import type { SessionId } from '@shared/ids';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteSessions } from '../../stores/actions';
import { agentName, useAgents } from '../../stores/agents';
import { useSessionList } from '../../stores/sessionList';
import { closeDialog, tell } from '../../stores/ui';
import { Checkbox } from '../../ui/Checkbox';
import { ConfirmDialog } from '../../ui/ConfirmDialog';

/** Asks before sessions are deleted, and whether their agents delete them too where they can. */
export function DeleteSessions({ sessionIds }: { sessionIds: readonly SessionId[] }) {
  const { t } = useTranslation();
  const label = useId();
  const sessions = useSessionList((state) => state.sessions);
  const agents = useAgents((state) => state.agents);
  const [atAgent, setAtAgent] = useState(true);
  const there = sessionIds.flatMap((sessionId) => sessions[sessionId] ?? []);
  const [first] = there;
  if (first === undefined) return null;
  const used = new Set(there.flatMap(({ agentId, atAgent: at }) => (at === 'new' || at === 'lost' ? [] : [agentId])));
  const offering = agents.filter(({ config, probe }) => used.has(config.id) && probe?.capabilities.remove === true);
  const names = offering.map(({ config }) => agentName(t, agents, config.id)).join(', ');
  const count = there.length;

  const remove = async () => {
    const kept = await deleteSessions(
      there.map(({ sessionId }) => sessionId),
      offering.length > 0 && atAgent,
    );
    if (kept > 0) tell(t('session.keptAtAgent', { count: kept }));
  };
  return (
    <ConfirmDialog
      open
      title={count === 1 ? t('session.deleteTitle') : t('session.deleteManyTitle', { count })}
      text={
        count === 1
          ? t('session.deleteText', { title: first.title ?? t('sidebar.untitled') })
          : t('session.deleteManyText')
      }
      action={t('common.delete')}
      onConfirm={() => void remove()}
      onClose={closeDialog}
    >
      {offering.length === 0 ? null : (
        <div className="flex items-start gap-2 py-1">
          <span className="mt-[3px]">
            <Checkbox labelledBy={label} checked={atAgent} onChange={setAtAgent} />
          </span>
          <span id={label}>{t('session.deleteAtAgent', { agents: names })}</span>
        </div>
      )}
    </ConfirmDialog>
  );
}
