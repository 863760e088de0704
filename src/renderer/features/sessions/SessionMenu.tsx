import type { SessionSummary } from '@shared/session/summary';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { showInspector, useConnectionId } from '../../stores/connections';
import { report } from '../../stores/report';
import { signOutName, useAgents } from '../../stores/agents';
import { openDialog, useUi } from '../../stores/ui';
import { useKeys } from '../../stores/useKeys';
import { MenuItem, MenuSeparator } from '../../ui/Menu';
import { SessionCopyItems } from './SessionCopyItems';

/** The items of a session's menu, for its row and for its header. */
export function SessionMenu({ session, where }: { session: SessionSummary; where: 'row' | 'header' }) {
  const { t } = useTranslation();
  const { sessionId } = session;
  const connectionId = useConnectionId(sessionId);
  const renameKeys = useKeys('rename');
  const inspectorKeys = useKeys('inspector');
  const signOut = useAgents((state) => signOutName(state.agents, session.agentId));
  const { call } = engine;
  return (
    <>
      <MenuItem keys={renameKeys?.shown} onSelect={() => useUi.setState({ renaming: { sessionId, where } })}>
        {t('session.rename')}
      </MenuItem>
      <MenuItem onSelect={() => void report(call.sessions.mark({ sessionIds: [sessionId], pinned: !session.pinned }))}>
        {session.pinned ? t('session.unpin') : t('session.pin')}
      </MenuItem>
      <MenuItem onSelect={() => void report(call.sessions.mark({ sessionIds: [sessionId], unread: !session.unread }))}>
        {session.unread ? t('session.markRead') : t('session.markUnread')}
      </MenuItem>
      <MenuItem
        onSelect={() => void report(call.sessions.mark({ sessionIds: [sessionId], archived: !session.archived }))}
      >
        {session.archived ? t('session.unarchive') : t('session.archive')}
      </MenuItem>
      <SessionCopyItems sessionId={sessionId} />
      <MenuSeparator />
      <MenuItem
        disabled={connectionId === undefined}
        keys={where === 'header' ? inspectorKeys?.shown : undefined}
        onSelect={() => showInspector(sessionId)}
      >
        {t('session.inspector')}
      </MenuItem>
      <MenuItem disabled={!session.live} onSelect={() => openDialog({ kind: 'forceStop', sessionId })}>
        {t('session.forceStop')}
      </MenuItem>
      {signOut === undefined ? null : (
        <MenuItem onSelect={() => openDialog({ kind: 'signOut', agentId: session.agentId })}>
          {t('signIn.signOut', { agent: signOut })}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        danger
        keys={where === 'row' ? 'Del' : undefined}
        onSelect={() => openDialog({ kind: 'deleteSessions', sessionIds: [sessionId] })}
      >
        {t('session.delete')}
      </MenuItem>
    </>
  );
}
