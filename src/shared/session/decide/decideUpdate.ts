import type { SessionUpdate } from '../../acp/update';
import type { TurnId } from '../../ids';
import type { SessionEventBody } from '../event';
import { isEmptyChunk } from '../reduce/reduceText';
import { indexOfToolCall } from '../reduce/reduceToolCall';
import { indexOfCompaction } from '../reduce/reduceUpdate';
import { isTurnOpen, type SessionState } from '../state';

/**
 * Updates that change the session and not its transcript. From a load until our next prompt these are applied and all
 * others are replay (DESIGN section 4).
 */
export function isStateUpdate({ sessionUpdate }: SessionUpdate): boolean {
  switch (sessionUpdate) {
    case 'available_commands_update':
    case 'current_mode_update':
    case 'config_option_update':
    case 'session_info_update':
    case 'usage_update':
      return true;
    default:
      return false;
  }
}

/** Shown where it comes, but no sign of work: it opens no turn. */
function isRemark({ sessionUpdate }: SessionUpdate): boolean {
  return sessionUpdate === 'notice' || sessionUpdate === 'compaction_update' || sessionUpdate === 'unknown';
}

/**
 * A live update (DESIGN section 4). A known tool call is always named by its ordinal, so that a page whose window does
 * not hold the item does not take the update for a new tool call.
 */
export function decideUpdate(
  state: SessionState,
  update: SessionUpdate,
  turnId: TurnId,
  target: number | undefined,
): SessionEventBody[] {
  if ('content' in update && !Array.isArray(update.content) && update.content && isEmptyChunk(update.content))
    return [];
  if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') {
    const known = state.items[indexOfToolCall(state.items, update.toolCallId)]?.ordinal ?? target;
    if (known !== undefined) return [{ type: 'update', update, target: known }];
  }
  if (update.sessionUpdate === 'compaction_update') {
    const known = state.items[indexOfCompaction(state.items, update.compactionId)]?.ordinal;
    if (known !== undefined) return [{ type: 'update', update, target: known }];
  }
  if (update.sessionUpdate === 'subagent_spawned' && target !== undefined) return [{ type: 'update', update, target }];
  if (update.sessionUpdate === 'subagent_state_update') {
    if (target !== undefined) return [{ type: 'update', update, target }];
    const raw: SessionUpdate = { sessionUpdate: 'unknown', kind: update.sessionUpdate, raw: update };
    return [{ type: 'update', update: raw }];
  }
  const event: SessionEventBody = { type: 'update', update };
  if (isTurnOpen(state.turn) || isStateUpdate(update) || isRemark(update)) return [event];
  return [{ type: 'turn.started', turnId, kind: 'agent' }, event];
}
