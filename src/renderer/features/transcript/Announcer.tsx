import type { RequestId, SessionId } from '@shared/ids';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReplica, useReplicas } from '../../stores/replicas';
import { useStretch } from '../../stores/stretch';
import { asked, endOf, turnOver, wordsOf } from './announce';
import { useTranscriptPlace } from './transcriptContext';
import { useMarked } from './useJumpTo';

/** Each has a node of its own: the same words a second time are something new to a screen reader. */
interface Said {
  text: string;
  count: number;
}

const NOTHING: Said = { text: '', count: 0 };
const next =
  (text: string) =>
  ({ count }: Said): Said => ({ text, count: count + 1 });

/**
 * What a screen reader is told: a finished answer once and politely, a new request at once. The log itself is silent,
 * since it would read out every piece of a text that streams.
 */
export function Announcer() {
  const { t } = useTranslation();
  const { sessionId, agentName } = useTranscriptPlace();
  const state = useReplica(sessionId, (replica) => replica.state);
  const [polite, setPolite] = useState(NOTHING);
  const [urgent, setUrgent] = useState(NOTHING);
  const before = useRef(state);
  const told = useRef(new Set<RequestId>(state?.requests.map((request) => request.requestId)));

  useEffect(() => {
    const last = before.current;
    before.current = state;
    if (state === undefined || last === undefined || state === last) return;
    const over = turnOver(last, state);
    if (over !== null) setPolite(next(endOf(t, state, over, agentName)));
    if (state.requests === last.requests) return;
    const fresh = state.requests.filter((request) => !told.current.has(request.requestId));
    for (const request of fresh) told.current.add(request.requestId);
    if (fresh.length > 0) setUrgent(next(fresh.map((request) => asked(t, request, agentName)).join(' ')));
  }, [state, t, agentName]);

  const found = useMarked(sessionId);

  return (
    <div className="sr-only">
      <div aria-live="polite">
        <p key={polite.count}>{polite.text}</p>
      </div>
      <div aria-live="polite">
        {found === null ? '' : t('transcript.announceFound', { text: textAt(sessionId, found) })}
      </div>
      <div aria-live="assertive">
        <p key={urgent.count}>{urgent.text}</p>
      </div>
    </div>
  );
}

/** The item's own words, from wherever it is on screen. */
function textAt(sessionId: SessionId, ordinal: number): string {
  const items = useStretch.getState().stretch?.items ?? useReplicas.getState().byId[sessionId]?.state.items ?? [];
  const item = items.find((one) => one.ordinal === ordinal);
  return item === undefined ? '' : wordsOf(item);
}
