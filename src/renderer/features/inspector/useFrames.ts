import type { ConnectionId } from '@shared/ids';
import type { ConnectionView, WireFrame } from '@shared/ipc/views';
import { useEffect, useState } from 'react';
import { engine } from '../../ipc/engine';

export interface Frames {
  status: 'loading' | 'live' | 'gone';
  connection: ConnectionView | null;
  frames: readonly WireFrame[];
}

/** More than the engine's ring holds (2,000): who watches goes on seeing what the engine has let go. Older ones go first. */
const KEPT = 5000;

/** The frames of a connection while the page is open. A request learns its answer's index when that comes. */
export function useFrames(connectionId: ConnectionId): Frames {
  const [state, setState] = useState<Frames>({ status: 'loading', connection: null, frames: [] });
  useEffect(
    () =>
      engine.subscribe(
        'inspector',
        { connectionId },
        {
          snapshot: ({ connection, frames }) => setState({ status: 'live', connection, frames }),
          frames: (news) =>
            setState((now) => {
              let { connection } = now;
              const added: WireFrame[] = [];
              for (const one of news) {
                if (one.type === 'connection') connection = one.connection;
                else added.push(one.frame);
              }
              return { ...now, connection, frames: addFrames(now.frames, added) };
            }),
          ended: () => setState((now) => ({ ...now, status: 'gone' })),
        },
      ),
    [connectionId],
  );
  return state;
}

/** A frame that is there already is replaced (it was told its pair); the pair of a new answer is noted at its request. */
export function addFrames(frames: readonly WireFrame[], added: readonly WireFrame[]): readonly WireFrame[] {
  if (added.length === 0) return frames;
  const next = [...frames];
  const offset = next[0]?.index ?? added[0]?.index ?? 1;
  for (const frame of added) {
    next[frame.index - offset] = frame;
    const asked = frame.pair === null ? undefined : next[frame.pair - offset];
    if (frame.pair !== null && asked?.pair === null) next[frame.pair - offset] = { ...asked, pair: frame.index };
  }
  // A hole can only come from frames that the ring let go before they were seen.
  return next.filter(Boolean).slice(-KEPT);
}
