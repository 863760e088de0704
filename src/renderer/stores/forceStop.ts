import type { SessionId } from '@shared/ids';
import type { TFunction } from 'i18next';
import { engine } from '../ipc/engine';
import { report } from './report';
import { useSessionList } from './sessionList';
import { tell } from './ui';

/** Ends the agent's process tree, and names the other sessions that went with it. */
export async function forceStop(t: TFunction, sessionId: SessionId): Promise<void> {
  const done = await report(engine.call.sessions.forceStop({ sessionId }));
  if (done === undefined || done.alsoEnded.length === 0) return;
  const { sessions } = useSessionList.getState();
  const titles = done.alsoEnded.map((id) => sessions[id]?.title ?? t('sidebar.untitled')).join(', ');
  tell(t('session.forceStopOthers', { count: done.alsoEnded.length, titles }));
}
