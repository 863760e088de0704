import { plainText } from '@shared/acp/content';
import type { RequestId, SessionId } from '@shared/ids';
import type { Item } from '@shared/session/item';
import type { SessionRequest } from '@shared/session/request';
import { type SessionState, isTurnOpen } from '@shared/session/state';
import { waitingRequest } from '@shared/session/summary';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../i18n/errorText';
import { useReplica, useReplicas } from '../../stores/replicas';
import { useStretch } from '../../stores/stretch';
import { useTranscriptPlace } from './transcriptContext';
import { useMarked } from './useJumpTo';

/** An answer is read out to this length; the rest is there to be read. */
const MOST_CHARACTERS = 700;

/**
 * What a screen reader is told: a finished answer once and politely, a new request at once. The log itself is silent,
 * since it would read out every piece of a text that streams.
 */
export function Announcer() {
  const { t } = useTranslation();
  const { sessionId, agentName } = useTranscriptPlace();
  const state = useReplica(sessionId, (replica) => replica.state);
  const [polite, setPolite] = useState('');
  const [urgent, setUrgent] = useState('');
  const before = useRef(state);
  const told = useRef(new Set<RequestId>(state?.requests.map((request) => request.requestId)));

  useEffect(() => {
    const last = before.current;
    before.current = state;
    if (state === undefined || last === undefined || state === last) return;
    if (isTurnOpen(last.turn) && !isTurnOpen(state.turn)) setPolite(endOf(t, state, agentName));
    if (state.requests === last.requests) return;
    const fresh = state.requests.filter((request) => !told.current.has(request.requestId));
    for (const request of fresh) told.current.add(request.requestId);
    if (fresh.length > 0) setUrgent(fresh.map((request) => asked(t, request, agentName)).join(' '));
  }, [state, t, agentName]);

  const found = useMarked(sessionId);

  return (
    <div className="sr-only">
      <div aria-live="polite">{polite}</div>
      <div aria-live="polite">
        {found === null ? '' : t('transcript.announceFound', { text: textAt(sessionId, found) })}
      </div>
      <div aria-live="assertive">{urgent}</div>
    </div>
  );
}

/** The item's own words, from wherever it is on screen. */
function textAt(sessionId: SessionId, ordinal: number): string {
  const items = useStretch.getState().stretch?.items ?? useReplicas.getState().byId[sessionId]?.state.items ?? [];
  const item = items.find((one) => one.ordinal === ordinal);
  return item === undefined ? '' : wordsOf(item).slice(0, MOST_CHARACTERS);
}

function wordsOf(item: Item): string {
  switch (item.kind) {
    case 'message':
      return item.content.map(plainText).join('').trim();
    case 'toolCall':
      return item.title;
    case 'subtask':
    case 'image':
      return item.description;
    case 'request':
      return waitingRequest(item.request).label;
    case 'plan':
      return item.entries.map(({ content }) => content).join(', ');
    case 'thought':
    case 'notice':
    case 'raw':
      return '';
  }
}

function endOf(t: TFunction, { turn, items }: SessionState, agent: string): string {
  if (turn.status !== 'done') return '';
  if (turn.outcome.status === 'failed') return `${t('notices.turn.failed')} ${errorText(t, turn.outcome.error)}`;
  if (turn.outcome.status === 'interrupted') return t('notices.turn.interrupted');
  if (turn.outcome.stopReason === 'cancelled') return t('notices.turn.cancelled');
  const answer = items.findLast(
    (item) => item.kind === 'message' && item.role === 'agent' && item.turnId === turn.turnId,
  );
  const text = answer?.kind === 'message' ? answer.content.map(plainText).join('').trim() : '';
  return t('transcript.announceAnswer', {
    agent,
    text: text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text,
  });
}

function asked(t: TFunction, request: SessionRequest, agent: string): string {
  const what = t(`requests.announce.${request.kind}`, { agent });
  const { label } = waitingRequest(request);
  return label === '' ? what : `${what} ${label}`;
}
