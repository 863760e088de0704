import type { PromptContent } from '@shared/acp/content';
import type { SessionId } from '@shared/ids';
import type { ExportFormat } from '@shared/session/sessionFile';
import { isTurnOpen } from '@shared/session/state';
import { currentWords } from '../i18n/i18n';
import { engine } from '../ipc/engine';
import { currentProject, openSession } from './actions';
import { useReplicas } from './replicas';
import { report } from './report';
import { focusComposer, tell } from './ui';

/** What makes a second one of a session: forks, edited prompts, files. */

/** `ordinal`: of the last item that comes along; the session's last message is the whole of it, which an agent may fork. */
export function forkAfter(sessionId: SessionId, ordinal: number): Promise<void> {
  const state = useReplicas.getState().byId[sessionId]?.state;
  const hasLater = state?.items.some((item) => item.ordinal > ordinal && item.kind === 'message') ?? true;
  const isEnd = state !== undefined && !hasLater && !isTurnOpen(state.turn) && state.nextOrdinal > ordinal;
  return fork(sessionId, { before: isEnd ? null : ordinal + 1 });
}

/** All of it, as it stands now. */
export const forkWhole = (sessionId: SessionId): Promise<void> => fork(sessionId, { before: null });

/** Without this message, whose text waits in the new session's composer. */
export const forkBefore = (sessionId: SessionId, ordinal: number, draft: string): Promise<void> =>
  fork(sessionId, { before: ordinal, draft });

/** An edited prompt, sent in a new session at once. False where it could not be. */
export async function resend(sessionId: SessionId, ordinal: number, prompt: PromptContent): Promise<boolean> {
  const forked = await report(engine.call.sessions.fork({ sessionId, before: ordinal, prompt }));
  if (forked !== undefined) openSession(forked.sessionId);
  return forked !== undefined;
}

async function fork(sessionId: SessionId, how: { before: number | null; draft?: string }): Promise<void> {
  const forked = await report(engine.call.sessions.fork({ sessionId, ...how }));
  if (forked === undefined) return;
  openSession(forked.sessionId);
  focusComposer();
  // Why it failed is shown in the session itself.
  void engine.call.sessions.attach({ sessionId: forked.sessionId });
}

export async function exportSessions(sessionIds: readonly SessionId[], format: ExportFormat): Promise<void> {
  const saved = await report(engine.call.sessions.export({ sessionIds: [...sessionIds], format }));
  if (saved) tell(currentWords()('session.exported', { path: saved.path }));
}

export async function importSessions(): Promise<void> {
  const read = await report(engine.call.sessions.import({ projectId: currentProject() }));
  const [first] = read?.sessionIds ?? [];
  if (!read || first === undefined) return;
  openSession(first);
  tell(currentWords()('session.imported', { count: read.sessionIds.length }));
}
