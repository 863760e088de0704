import type { TurnId } from '@shared/ids';
import { findText } from '@shared/session/findText';
import type { Item } from '@shared/session/item';
import type { SessionRequest } from '@shared/session/request';
import { type SessionState, isTurnOpen } from '@shared/session/state';
import { waitingRequest } from '@shared/session/summary';
import type { TFunction } from 'i18next';
import { errorText } from '../../i18n/errorText';

/** An answer is read out to this length; the rest is there to be read. */
const MOST_CHARACTERS = 700;

/** The turn that is over since `last`, also where the next one has begun already (the queue, an agent's own work). */
export function turnOver(last: SessionState, state: SessionState): TurnId | null {
  const { turn } = state;
  const before = last.turn.status === 'idle' ? null : last.turn;
  if (turn.status === 'done') return before?.status === 'done' && before.turnId === turn.turnId ? null : turn.turnId;
  return before !== null && isTurnOpen(before) && isTurnOpen(turn) && before.turnId !== turn.turnId
    ? before.turnId
    : null;
}

/** How the turn ended: with its answer, or why there is none. */
export function endOf(t: TFunction, { turn, items }: SessionState, over: TurnId, agent: string): string {
  if (turn.status === 'done' && turn.turnId === over) {
    if (turn.outcome.status === 'failed') return `${t('notices.turn.failed')} ${errorText(t, turn.outcome.error)}`;
    if (turn.outcome.status === 'interrupted') return t('notices.turn.interrupted');
    if (turn.outcome.stopReason === 'cancelled') return t('notices.turn.cancelled');
  }
  const answer = items.findLast((item) => item.kind === 'message' && item.role === 'agent' && item.turnId === over);
  const text = answer === undefined ? '' : wordsOf(answer);
  return text === '' ? t('transcript.announceDone', { agent }) : t('transcript.announceAnswer', { agent, text });
}

/** What is asked, in a sentence. */
export function asked(t: TFunction, request: SessionRequest, agent: string): string {
  const what = t(`requests.announce.${request.kind}`, { agent });
  const { label } = waitingRequest(request);
  return label === '' ? what : `${what} ${label}`;
}

/** The item's own words, as they are seen: without the marks of Markdown. */
export function wordsOf(item: Item): string {
  const text = itemText(item);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

function itemText(item: Item): string {
  switch (item.kind) {
    case 'message':
      return findText(item).trim();
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
