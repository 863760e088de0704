import type { SessionId } from '@shared/ids';
import { useEffect } from 'react';
import { letGoWatched, useReplicas } from '../../stores/replicas';

/** How often it is looked whether too much is held, in items. */
const EVERY = 64;

/** While one watches a session's end, what is far behind it is let go of. */
export function useLetGo(sessionId: SessionId, isAtEnd: boolean): void {
  useEffect(() => {
    if (!isAtEnd) return undefined;
    let looked = 0;
    const look = () => {
      const next = useReplicas.getState().byId[sessionId]?.state.nextOrdinal ?? 0;
      // What is marked to be copied stays. One inside a diff's shadow looks collapsed from here, and is a range all the same.
      if (next - looked < EVERY || document.getSelection()?.type === 'Range') return;
      looked = next;
      letGoWatched(sessionId);
    };
    look();
    return useReplicas.subscribe(look);
  }, [sessionId, isAtEnd]);
}
