import { signInNeed } from '@shared/acp/signInNeed';
import type { SessionState } from '@shared/session/state';
import type { SessionStatus } from '@shared/session/summary';

export type StatusWord =
  | SessionStatus
  | 'cancelling'
  | 'waiting'
  | 'starting'
  | 'unresponsive'
  | 'lost'
  | 'needsSignIn'
  | 'notConnected';

type Seen = Pick<SessionState, 'turn' | 'connection' | 'requests' | 'atAgent' | 'attachError'>;

/** What the header says: the word of the session's row, or a finer one where its connection tells more than its turn. */
export function statusWord(state: Seen, row: SessionStatus): StatusWord {
  const { turn, connection, requests, atAgent, attachError } = state;
  if (turn.status === 'cancelling') return 'cancelling';
  if (connection.status === 'unresponsive') return 'unresponsive';
  if (requests.length === 0 && (connection.status === 'starting' || connection.status === 'waiting'))
    return connection.status;
  if (atAgent === 'lost') return 'lost';
  // Refused while nothing was asked of it: no turn tells of that.
  if (attachError === null || (row !== 'idle' && row !== 'done')) return row;
  return signInNeed(attachError) === null ? 'notConnected' : 'needsSignIn';
}
