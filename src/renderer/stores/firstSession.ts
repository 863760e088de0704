import type { StreamSink } from '../ipc/client';
import { HeldWords } from './heldWords';

/** Where no frame is drawn (a window that is hidden), a transcript waits no longer than this. */
const NO_FRAME_MS = 100;
/** A start that shows something else: whatever is opened later is no part of it. */
const START_MS = 2000;

let held: HeldWords | null = null;

/** From the page's start on: the first session's transcript is drawn when what one writes in is painted, not before. */
export function holdFirstSession(): void {
  const words = new HeldWords();
  held = words;
  setTimeout(() => {
    if (held !== words) return;
    held = null;
    words.release();
  }, START_MS);
}

export const afterComposer = <S, F>(sink: StreamSink<S, F>): StreamSink<S, F> => held?.of(sink) ?? sink;

/** A session's view is there, with its composer: it is painted with the next frame. */
export function sessionIsShown(): void {
  const words = held;
  if (words === null) return;
  held = null;
  const release = (): void => words.release();
  setTimeout(release, NO_FRAME_MS);
  // The first says that a frame is about to be painted, the second that it was. Drawn in a task of its own after that, the
  // transcript holds up no frame, and a key that came meanwhile is answered first.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(release)));
}
