import { z } from 'zod';
import { type Fields, fieldsOf, given, optionalString } from './lenient';

/**
 * Cursor's subagents (cursor-acp.md 2.7), which it tells of where the client declares `_meta.subagents`: it says on the
 * parent's session that one was spawned and what became of it, and everything between comes with the subagent's own
 * session id. Read leniently; without that id there is nothing to tie it to, and it stays raw.
 */
export const SubagentSpawned = z.object({
  sessionUpdate: z.literal('subagent_spawned'),
  subagentSessionId: z.string(),
  name: z.string(),
  task: z.string(),
  /** The tool call on the parent's session that it belongs to. */
  toolCallId: z.string().optional(),
  agentId: z.string().optional(),
  model: z.string().optional(),
});
export type SubagentSpawned = z.infer<typeof SubagentSpawned>;

export const SubagentState = z.object({
  sessionUpdate: z.literal('subagent_state_update'),
  subagentSessionId: z.string(),
  /** `completed`, `failed`, `cancelled`, `disconnected`; anything else means that it is at work. */
  state: z.string(),
});
export type SubagentState = z.infer<typeof SubagentState>;

export function parseSubagentSpawned(value: Fields): SubagentSpawned | undefined {
  const subagentSessionId = optionalString(value['subagentSessionId']);
  if (subagentSessionId === undefined) return undefined;
  const own = fieldsOf(fieldsOf(value['_meta'])['cursor']);
  return given<SubagentSpawned>({
    sessionUpdate: 'subagent_spawned',
    subagentSessionId,
    name: optionalString(value['name']) ?? '',
    task: optionalString(value['task']) ?? '',
    toolCallId: optionalString(own['toolCallId']) ?? optionalString(value['toolCallId']),
    agentId: optionalString(own['agentId']),
    model: optionalString(own['model']),
  });
}

export function parseSubagentState(value: Fields): SubagentState | undefined {
  const subagentSessionId = optionalString(value['subagentSessionId']);
  const state = optionalString(value['state']);
  if (subagentSessionId === undefined || state === undefined) return undefined;
  return { sessionUpdate: 'subagent_state_update', subagentSessionId, state };
}
