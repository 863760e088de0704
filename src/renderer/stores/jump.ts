import type { SessionId } from '@shared/ids';
import { create } from 'zustand';

/** An item that a person goes to: its transcript brings it on screen, wherever in the session it stands. */
export interface Place {
  sessionId: SessionId;
  ordinal: number;
}

export interface JumpState {
  /**
   * Not yet on screen. `at` tells two jumps apart; a quiet one takes no focus and marks nothing, and `toTop` brings the
   * item to the upper edge.
   */
  wanted: (Place & { at: number; quiet: boolean; toTop: boolean }) | null;
  /** On screen, and marked for a moment. */
  found: Place | null;
}

export const useJump = create<JumpState>()(() => ({ wanted: null, found: null }));

/** Long enough to be seen after the eyes have followed. */
const MARKED_MS = 2400;

let unmark: ReturnType<typeof setTimeout> | undefined;
let jumps = 0;

/** Returns which jump it is. */
export function wantPlace({
  quiet = false,
  toTop = false,
  ...place
}: Place & { quiet?: boolean; toTop?: boolean }): number {
  clearTimeout(unmark);
  jumps += 1;
  useJump.setState({ wanted: { ...place, quiet, toTop, at: jumps }, found: null });
  return jumps;
}

/** Once that jump is on screen, or given up for what could not be read or for another one. */
export function jumpEnds(at: number): Promise<void> {
  return new Promise((resolve) => {
    let stop: (() => void) | undefined;
    const look = ({ wanted }: JumpState) => {
      if (wanted?.at === at) return;
      stop?.();
      resolve();
    };
    stop = useJump.subscribe(look);
    look(useJump.getState());
  });
}

export function foundPlace(place: Place): void {
  clearTimeout(unmark);
  useJump.setState({ wanted: null, found: place });
  unmark = setTimeout(() => useJump.setState({ found: null }), MARKED_MS);
}

/** Someone went elsewhere, or there is no such item. */
export function dropJump(): void {
  clearTimeout(unmark);
  if (useJump.getState().wanted !== null || useJump.getState().found !== null) {
    useJump.setState({ wanted: null, found: null });
  }
}
