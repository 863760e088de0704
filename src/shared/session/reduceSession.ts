import type { SessionEvent } from './event';
import { Draft, type Stamp } from './reduce/draft';
import { reduceImage, reduceSubtask } from './reduce/reduceExtension';
import { setOptions } from './reduce/reduceOptions';
import { injectPrompt, reduceQueue } from './reduce/reduceQueue';
import { openRequest, settleRequest } from './reduce/reduceRequest';
import { reduceSpawned, reduceSubagentState, reduceSubagentUpdate } from './reduce/reduceSubagent';
import { reduceTerminal } from './reduce/reduceTerminal';
import { cancelTurn, endTurn, settleBackground, startTurn } from './reduce/reduceTurn';
import { reduceUpdate } from './reduce/reduceUpdate';
import { sameValue } from './sameValue';
import { isTurnOpen, type SessionState } from './state';

/**
 * The one fold of Signalbox: the engine, the page and the tests use it alike. It never throws. An event that was folded
 * already (`seq` not above the state's) gives the same state; any other moves `seq`, and what it does not touch keeps
 * its reference, down to the single item and its parts.
 */
export function reduceSession(state: SessionState, event: SessionEvent): SessionState {
  return reduceEvents(state, [event]);
}

/** The same for a batch (a flush, a frame), with one copy of the items array for all of it. */
export function reduceEvents(state: SessionState, events: readonly SessionEvent[]): SessionState {
  let draft: Draft | undefined;
  for (const event of events) {
    if (event.seq <= (draft?.state ?? state).seq) continue;
    draft ??= new Draft(state);
    reduceEvent(draft, event);
    draft.state.seq = event.seq;
  }
  return draft?.state ?? state;
}

function reduceEvent(draft: Draft, event: SessionEvent): void {
  const { state } = draft;
  const stamp: Stamp = event;
  switch (event.type) {
    case 'turn.started':
      return startTurn(draft, stamp, event);
    case 'turn.cancelling':
      return cancelTurn(draft, stamp, event.turnId);
    case 'turn.ended':
      return endTurn(draft, stamp, event.turnId, event.outcome);
    case 'update':
      // They change an item by another name than a tool call's.
      if (event.update.sessionUpdate === 'subagent_spawned') {
        return reduceSpawned(draft, stamp, event.update, event.target);
      }
      if (event.update.sessionUpdate === 'subagent_state_update') {
        return reduceSubagentState(draft, stamp, event.update, event.target);
      }
      return reduceUpdate(draft, stamp, event.update, event.target);
    case 'subagent.updated':
      return reduceSubagentUpdate(draft, stamp, event.subagentSessionId, event.update, event.target);
    case 'request.opened':
      return openRequest(draft, stamp, event.request);
    case 'request.settled':
      return settleRequest(draft, stamp, event.requestId, event.settlement);
    case 'todos.set':
      if (!sameValue(state.todos, event.todos)) state.todos = event.todos;
      return;
    case 'subtask.changed':
      return reduceSubtask(draft, stamp, event);
    case 'image.generated':
      return reduceImage(draft, stamp, event);
    case 'terminal.changed':
      return reduceTerminal(draft, stamp, event);
    case 'options.changed':
      return setOptions(draft, event.options);
    case 'connection.changed':
      if (!sameValue(state.connection, event.connection)) state.connection = event.connection;
      if (event.connection.status === 'exited' || event.connection.status === 'none') {
        settleBackground(draft, stamp);
        if (Object.keys(state.terminals).length > 0) state.terminals = {};
      }
      return;
    case 'attachment.changed':
      state.atAgent = event.atAgent;
      if (event.acpSessionId !== undefined) state.acpSessionId = event.acpSessionId;
      if (event.error !== undefined) state.attachError = event.error;
      else if (event.atAgent === 'attached') state.attachError = null;
      return;
    case 'mcp.given': {
      const { given, leftOut } = event.mcp;
      if (given.length + leftOut.length === 0) delete state.mcp;
      else if (!sameValue(state.mcp, event.mcp)) state.mcp = event.mcp;
      return;
    }
    case 'history.told':
      delete state.untoldBefore;
      return;
    case 'title.set':
      if (!sameValue(state.title, event.title)) state.title = event.title;
      return;
    case 'notice.added':
      return draft.add({ kind: 'notice', notice: event.notice, open: false }, stamp);
    case 'queue.added':
    case 'queue.edited':
    case 'queue.moved':
    case 'queue.removed':
    case 'queue.paused':
    case 'queue.next':
    case 'queue.steered':
      return reduceQueue(draft, event);
    case 'prompt.injected':
      return injectPrompt(draft, stamp, event);
    case 'transcript.cleared':
      draft.clearItems();
      if (!isTurnOpen(state.turn)) state.turn = { status: 'idle' };
      return;
  }
}
