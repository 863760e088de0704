import type { SessionId } from '@shared/ids';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useSession } from '../../stores/replicas';

/** For each session that is not read at its end: the ordinal of what was next when one left it. */
const useLeft = create<Readonly<Record<SessionId, number>>>()(() => ({}));

/**
 * How many items came since one left the session's end; it is kept while one looks at other sessions. `isComing`: the end is
 * where the list begins, and one is on the way back to where one was reading.
 */
export function useNewSince(sessionId: SessionId, isAtEnd: boolean, isComing: boolean): number {
  const next = useSession(sessionId, (state) => state.nextOrdinal) ?? 0;
  const left = useLeft((state) => state[sessionId]);
  useEffect(() => {
    if (isComing) return;
    const known = useLeft.getState()[sessionId];
    if (isAtEnd && known !== undefined) {
      const { [sessionId]: _left, ...others } = useLeft.getState();
      useLeft.setState(others, true);
    } else if (!isAtEnd && known === undefined) useLeft.setState({ [sessionId]: next });
  }, [sessionId, isAtEnd, isComing, next]);
  return isAtEnd || left === undefined ? 0 : Math.max(0, next - left);
}
