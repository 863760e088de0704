import type { RequestAnswer, SessionRequest } from '@shared/session/request';
import { useCallback, useState } from 'react';
import { engine } from '../../ipc/engine';
import { useApp } from '../../stores/app';
import { focusComposer } from '../../stores/ui';
import { changeDraft } from './drafts';
import { isTooSoon, pressedAt } from './keyGuard';

export interface Answering {
  /** Sends the answer. A key within the guard's time sends nothing and gives false. */
  answer: (answer: RequestAnswer, viaKeyboard: boolean) => boolean;
  /** Whether a key may act at all now: also for keys that only choose. */
  keysCount: () => boolean;
}

const GUARD_MS = 500;

export function useAnswer(request: SessionRequest): Answering {
  const { requestId, openedAt } = request;
  const guardMs = useApp(({ app }) => app?.settings.durations.keyGuardMs ?? GUARD_MS);
  const [appearedAt] = useState(() => Date.now());

  const keysCount = useCallback(() => {
    const now = Date.now();
    // The key itself, or the click that it made; none where the answer comes after something that was waited for.
    const pressed = window.event ? pressedAt(window.event, now, performance.now()) : now;
    return !isTooSoon(pressed, openedAt, appearedAt, guardMs);
  }, [openedAt, appearedAt, guardMs]);

  const answer = useCallback(
    (given: RequestAnswer, viaKeyboard: boolean) => {
      if (viaKeyboard && !keysCount()) return false;
      changeDraft(requestId, { sending: true, error: null });
      void engine.call.requests.answer({ requestId, answer: given, viaKeyboard }).then((result) => {
        changeDraft(requestId, { sending: false, error: result.ok ? null : result.error });
        // The card goes with its request: the keyboard goes on where one writes.
        if (result.ok && viaKeyboard) focusComposer();
      });
      return true;
    },
    [requestId, keysCount],
  );

  return { answer, keysCount };
}
