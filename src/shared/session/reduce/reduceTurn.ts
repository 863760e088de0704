import type { SessionEventBody } from '../event';
import type { Notice } from '../item';
import { isTurnOpen, type TurnOutcome } from '../state';
import { promptTitle } from '../titleLine';
import type { Draft, Stamp } from './draft';
import { pauseAfterTurn, pauseForStop, removeQueued } from './reduceQueue';
import { forgetEndedTerminals } from './reduceTerminal';
import { settledItem } from './settledItem';

type Started = Extract<SessionEventBody, { type: 'turn.started' }>;

export function startTurn(draft: Draft, stamp: Stamp, { turnId, kind, prompt, queuedId }: Started): void {
  const { state } = draft;
  // One turn at a time: an actor never starts a second, but a fold must not leave one running for ever.
  if (isTurnOpen(state.turn)) endTurn(draft, stamp, state.turn.turnId, { status: 'interrupted' });
  settleOpen(draft, stamp);
  state.turn = { status: 'running', turnId, kind, startedAt: stamp.at, firstOrdinal: state.nextOrdinal };
  if (queuedId !== undefined) removeQueued(draft, [queuedId]);
  if (prompt === undefined) return;
  draft.add({ kind: 'message', role: 'user', content: [...prompt], open: false }, stamp);
  if (state.title === null) {
    const text = promptTitle(prompt);
    if (text !== null) state.title = { text, source: 'prompt' };
  }
}

export function cancelTurn(draft: Draft, stamp: Stamp, turnId: string): void {
  const { turn } = draft.state;
  if (turn.status !== 'running' || turn.turnId !== turnId) return;
  draft.state.turn = { ...turn, status: 'cancelling', stoppedAt: stamp.at };
  pauseForStop(draft);
}

/**
 * Nothing of the turn is at work after this. A tool that the agent left unfinished is `failed` when the turn failed and
 * `cancelled` otherwise, also after `end_turn`: its result will not come in this turn. If it does come (background
 * work), the update names the item and its status counts.
 */
export function endTurn(draft: Draft, stamp: Stamp, turnId: string, outcome: TurnOutcome): void {
  const { turn } = draft.state;
  if (!isTurnOpen(turn) || turn.turnId !== turnId) return;
  const status = outcome.status === 'failed' ? 'failed' : 'cancelled';
  for (let index = draft.items.length - 1; index >= 0; index -= 1) {
    const item = draft.items[index];
    if (item === undefined || item.ordinal < turn.firstOrdinal) break;
    const settled = item.turnId === turnId ? settledItem(item, stamp, status) : item;
    if (settled !== item) draft.put(index, settled);
  }
  const notice = outcomeNotice(outcome);
  if (notice !== null) draft.add({ kind: 'notice', notice, open: false }, stamp);
  const { kind, startedAt, firstOrdinal } = turn;
  draft.state.turn = { status: 'done', turnId, kind, startedAt, endedAt: stamp.at, firstOrdinal, outcome };
  forgetEndedTerminals(draft);
  pauseAfterTurn(draft, outcome, turn.status === 'cancelling');
}

function outcomeNotice(outcome: TurnOutcome): Notice | null {
  switch (outcome.status) {
    case 'failed':
      return { code: 'turn.failed', error: outcome.error };
    case 'interrupted':
      return { code: 'turn.interrupted' };
    case 'ended':
      switch (outcome.stopReason) {
        case 'end_turn':
          return null;
        case 'cancelled':
          return { code: 'turn.cancelled' };
        default:
          return { code: 'turn.stoppedBy', stopReason: outcome.stopReason };
      }
  }
}

/** What a replay left open: its last text, and tools that the agent's history shows unfinished. */
function settleOpen(draft: Draft, stamp: Stamp): void {
  draft.items.forEach((item, index) => {
    const settled = item.open ? settledItem(item, stamp, 'cancelled') : item;
    if (settled !== item) draft.put(index, settled);
  });
}

/** The process is gone, so nothing outside a turn is at work either, whatever was told of it last. */
export function settleBackground(draft: Draft, stamp: Stamp): void {
  const { turnId } = draft;
  draft.items.forEach((item, index) => {
    const settled = turnId === null || item.turnId !== turnId ? settledItem(item, stamp, 'cancelled') : item;
    if (settled !== item) draft.put(index, settled);
  });
}
