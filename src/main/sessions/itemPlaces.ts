import type { SessionUpdate } from '@shared/acp/update';
import type { ItemOf } from '@shared/session/item';
import type { SessionActor } from './sessionActor';
import type { SessionContext } from './sessionContext';
import type { Subagents } from './subagents';

type Named = 'toolCall' | 'subtask' | 'image';

/** Where the item stands that an agent names by a tool call: looked for in memory first, then in the store. */
export class ItemPlaces {
  readonly #context: SessionContext;
  readonly #actor: SessionActor;
  readonly #subagents: Subagents;

  constructor(context: SessionContext, actor: SessionActor, subagents: Subagents) {
    this.#context = context;
    this.#actor = actor;
    this.#subagents = subagents;
  }

  ordinalOf(toolCallId: string, kind: Named): number | undefined {
    const { state, journal, identity } = this.#actor;
    const held = state.items.findLast((item) => item.kind === kind && item.toolCallId === toolCallId);
    if (held !== undefined || !journal.hasOlder) return held?.ordinal;
    return this.#context.transcripts.itemByToolCall(identity.sessionId, toolCallId, kind)?.ordinal;
  }

  /** What was folded of a tool call. */
  toolCall(toolCallId: string): ItemOf<'toolCall'> | undefined {
    const { state, journal } = this.#actor;
    const held = state.items.findLast((item) => item.kind === 'toolCall' && item.toolCallId === toolCallId);
    const ordinal = held === undefined ? this.ordinalOf(toolCallId, 'toolCall') : undefined;
    const item = ordinal === undefined ? held : journal.older(ordinal);
    return item?.kind === 'toolCall' ? item : undefined;
  }

  /** The same for one inside of a subtask. */
  childOf(subtaskId: string, toolCallId: string): ItemOf<'toolCall'> | undefined {
    const { state, journal } = this.#actor;
    const ordinal = this.ordinalOf(subtaskId, 'subtask');
    if (ordinal === undefined) return undefined;
    const item = state.items.find((one) => one.ordinal === ordinal) ?? journal.older(ordinal);
    const children = item?.kind === 'subtask' ? (item.children ?? []) : [];
    const child = children.findLast((one) => one.kind === 'toolCall' && one.toolCallId === toolCallId);
    return child?.kind === 'toolCall' ? child : undefined;
  }

  /** As a part of an event: nothing where the item is not known yet. */
  target(toolCallId: string, kind: Named): { target?: number } {
    const ordinal = this.ordinalOf(toolCallId, kind);
    return ordinal === undefined ? {} : { target: ordinal };
  }

  /** The same for the item that an update is about. */
  targetOf(update: SessionUpdate): { target?: number } {
    switch (update.sessionUpdate) {
      case 'tool_call':
      case 'tool_call_update':
        return this.target(update.toolCallId, 'toolCall');
      case 'subagent_spawned':
        return this.target(update.toolCallId ?? update.subagentSessionId, 'subtask');
      case 'subagent_state_update': {
        const toolCallId = this.#subagents.toolCallOf(update.subagentSessionId);
        return toolCallId === undefined ? {} : this.target(toolCallId, 'subtask');
      }
      default:
        return {};
    }
  }
}
