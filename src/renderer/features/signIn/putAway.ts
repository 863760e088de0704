import { signInNeed } from '@shared/acp/signInNeed';
import type { AppError } from '@shared/errors';
import type { TurnId } from '@shared/ids';
import type { SessionState } from '@shared/session/state';

/** What the person said "Not now" to. */
export interface PutAway {
  error: AppError;
  /** The turn whose prompt was refused; null where there was none. */
  turnId: TurnId | null;
}

type Seen = Pick<SessionState, 'attachError' | 'turn'>;

const turnOf = ({ turn }: Seen): TurnId | null => (turn.status === 'idle' ? null : turn.turnId);

export function putAwayNow(state: Seen): PutAway | null {
  return state.attachError === null ? null : { error: state.attachError, turnId: turnOf(state) };
}

/** The refusal to be shown. One that comes of the same prompt as what was put away was under way then, and stays away too. */
export function refusalToShow(state: Seen, putAway: PutAway | null): AppError | null {
  const { attachError } = state;
  if (signInNeed(attachError) === null) return null;
  if (putAway === null) return attachError;
  const isSame = putAway.error === attachError || (putAway.turnId !== null && putAway.turnId === turnOf(state));
  return isSame ? null : attachError;
}
