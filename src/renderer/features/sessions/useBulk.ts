import type { SessionId } from '@shared/ids';
import type { ExportFormat } from '@shared/session/sessionFile';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { report } from '../../stores/report';
import { clearSelection, useSelection } from '../../stores/selection';
import { useSessionList } from '../../stores/sessionList';
import { openDialog, tell } from '../../stores/ui';

/** What is done with all chosen sessions at once. Each way is the one that changes anything for most of them. */
export function useBulk() {
  const { t } = useTranslation();
  const selected = useSelection((state) => state.selected);
  const sessions = useSessionList((state) => state.sessions);
  const chosen = useMemo(() => [...selected].flatMap((sessionId) => sessions[sessionId] ?? []), [selected, sessions]);
  const sessionIds: SessionId[] = chosen.map(({ sessionId }) => sessionId);
  const pinned = !chosen.every((session) => session.pinned);
  const archived = !chosen.every((session) => session.archived);
  const unread = !chosen.some((session) => session.unread);

  const mark = async (flags: { pinned?: boolean; archived?: boolean; unread?: boolean }) => {
    const done = await report(engine.call.sessions.mark({ sessionIds, ...flags }));
    if (done === undefined) return;
    if (done.busy.length > 0) tell(t('session.notArchived', { count: done.busy.length }));
    if (flags.archived !== undefined) clearSelection();
  };
  const exportAs = async (format: ExportFormat) => {
    const done = await report(engine.call.sessions.export({ sessionIds, format }));
    if (done) tell(t('session.exported', { path: done.path }));
  };
  return {
    sessionIds,
    pin: { on: pinned, run: () => void mark({ pinned }) },
    archive: { on: archived, run: () => void mark({ archived }) },
    unread: { on: unread, run: () => void mark({ unread }) },
    exportAs: (format: ExportFormat) => void exportAs(format),
    remove: () => openDialog({ kind: 'deleteSessions', sessionIds }),
  };
}
