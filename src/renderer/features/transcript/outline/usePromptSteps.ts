import type { SessionId } from '@shared/ids';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { wantPlace } from '../../../stores/jump';
import { promptBeside, promptSteps } from '../../../stores/prompts';
import { readingOrdinal } from '../find/readingOrdinal';

/** The prompt that was last stepped to: near the end it cannot stand at the upper edge, and still is where one is. */
let last: { sessionId: SessionId; ordinal: number } | null = null;

/** From prompt to prompt, from where one reads; after the last one the end. */
export function usePromptSteps(
  sessionId: SessionId,
  scroller: Readonly<RefObject<HTMLElement | null>>,
  toEnd: () => void,
): void {
  const isStepping = useRef(false);
  const step = useEffectEvent(async (by: 1 | -1) => {
    if (isStepping.current) return;
    isStepping.current = true;
    const here = last?.sessionId === sessionId && isInView(scroller.current, last.ordinal) ? last.ordinal : null;
    const ordinal = await promptBeside(sessionId, here ?? readingOrdinal() ?? 0, by);
    isStepping.current = false;
    if (ordinal !== null) {
      last = { sessionId, ordinal };
      wantPlace({ sessionId, ordinal, toTop: true });
    } else if (by === 1) {
      last = null;
      toEnd();
    }
  });
  useEffect(() => promptSteps.listen((by) => void step(by)), []);
}

function isInView(scroller: HTMLElement | null, ordinal: number): boolean {
  const row = scroller?.querySelector(`[data-ordinal="${ordinal}"]`)?.getBoundingClientRect();
  const view = scroller?.getBoundingClientRect();
  return row !== undefined && view !== undefined && row.bottom > view.top && row.top < view.bottom;
}
