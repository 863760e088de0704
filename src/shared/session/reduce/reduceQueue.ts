import type { QueuedId } from '../../ids';
import type { SessionEventBody } from '../event';
import type { PromptQueueState, QueuePause, QueuedPrompt } from '../queue';
import type { TurnOutcome } from '../state';
import type { Draft, Stamp } from './draft';

type QueueEvent = Extract<SessionEventBody, { type: `queue.${string}` }>;

const EMPTY: PromptQueueState = { prompts: [], paused: null, next: null };

export function reduceQueue(draft: Draft, event: QueueEvent): void {
  const queue = draft.state.queue ?? EMPTY;
  switch (event.type) {
    case 'queue.added':
      if (queue.prompts.some(({ queuedId }) => queuedId === event.prompt.queuedId)) return;
      return put(draft, { ...queue, prompts: [...queue.prompts, event.prompt] });
    case 'queue.edited':
      return change(draft, event.queuedId, ({ queuedId, at, edits = 0 }) => ({
        queuedId,
        at,
        content: event.content,
        edits: edits + 1,
      }));
    case 'queue.moved':
      return move(draft, event.queuedId, event.before);
    case 'queue.removed':
      return removeQueued(draft, event.queuedIds);
    case 'queue.paused':
      if (queue.paused !== event.pause) put(draft, { ...queue, paused: event.pause });
      return;
    case 'queue.next':
      if (queue.prompts.some(({ queuedId }) => queuedId === event.queuedId)) {
        put(draft, { ...queue, next: event.queuedId });
      }
      return;
    case 'queue.steered':
      return change(draft, event.queuedId, (prompt) => ({ ...prompt, steer: event.steer }));
  }
}

/** They were sent, or are not wanted any more. What an empty queue was paused for is over. */
export function removeQueued(draft: Draft, queuedIds: readonly QueuedId[]): void {
  const { queue } = draft.state;
  if (queue === undefined) return;
  const prompts = queue.prompts.filter(({ queuedId }) => !queuedIds.includes(queuedId));
  if (prompts.length === queue.prompts.length) return;
  const next = queue.next !== null && queuedIds.includes(queue.next) ? null : queue.next;
  put(draft, { ...queue, prompts, next });
}

/** The agent took it into the running turn: it is said there. */
export function injectPrompt(
  draft: Draft,
  stamp: Stamp,
  { queuedId, prompt }: Extract<SessionEventBody, { type: 'prompt.injected' }>,
): void {
  removeQueued(draft, [queuedId]);
  draft.add({ kind: 'message', role: 'user', content: [...prompt], open: false }, stamp);
}

/** A stop asks what is to become of what waits; one that is stopped for the next message has its answer. */
export function pauseForStop(draft: Draft): void {
  if (draft.state.queue?.next === null) pause(draft, 'stopped');
}

/** After a turn that did not end well nothing is sent by itself. */
export function pauseAfterTurn(draft: Draft, outcome: TurnOutcome, wasStopped: boolean): void {
  switch (outcome.status) {
    case 'failed':
      forgetNext(draft);
      return pause(draft, 'failed');
    case 'interrupted':
      forgetNext(draft);
      return pause(draft, 'interrupted');
    case 'ended':
      if (outcome.stopReason === 'end_turn') return;
      if (outcome.stopReason !== 'cancelled') return pause(draft, 'failed');
      // What a stop of the person's does was decided when it began.
      if (!wasStopped) pause(draft, 'stopped');
  }
}

function pause(draft: Draft, reason: QueuePause): void {
  const { queue } = draft.state;
  if (queue !== undefined && queue.paused === null) put(draft, { ...queue, paused: reason });
}

function forgetNext(draft: Draft): void {
  const { queue } = draft.state;
  if (queue !== undefined && queue.next !== null) put(draft, { ...queue, next: null });
}

function change(draft: Draft, wanted: QueuedId, changed: (prompt: QueuedPrompt) => QueuedPrompt): void {
  const { queue } = draft.state;
  if (queue === undefined) return;
  const prompts = queue.prompts.map((prompt) => (prompt.queuedId === wanted ? changed(prompt) : prompt));
  put(draft, { ...queue, prompts });
}

function move(draft: Draft, wanted: QueuedId, before: QueuedId | null): void {
  const { queue } = draft.state;
  const moved = queue?.prompts.find(({ queuedId }) => queuedId === wanted);
  if (queue === undefined || moved === undefined || before === wanted) return;
  const others = queue.prompts.filter((prompt) => prompt !== moved);
  const at = before === null ? others.length : others.findIndex(({ queuedId }) => queuedId === before);
  if (at !== -1) put(draft, { ...queue, prompts: others.toSpliced(at, 0, moved) });
}

function put(draft: Draft, queue: PromptQueueState): void {
  if (queue.prompts.length === 0) delete draft.state.queue;
  else draft.state.queue = queue;
}
