import fc from 'fast-check';
import type { SessionUpdate } from '../../../src/shared/acp/update';
import type { SessionEvent, SessionEventBody } from '../../../src/shared/session/event';
import type { PermissionOption, Settlement } from '../../../src/shared/session/request';

/** Events of a session in any order, with ids that meet each other often: what the fold must bear. */

const id = (prefix: string): fc.Arbitrary<string> => fc.integer({ min: 1, max: 3 }).map((n) => `${prefix}${n}`);
const block = fc.oneof(
  { weight: 5, arbitrary: fc.string({ maxLength: 6 }).map((text) => ({ type: 'text' as const, text })) },
  fc.constant({ type: 'image' as const, data: 'AA==', mimeType: 'image/png' }),
  fc.constant({ type: 'raw' as const, raw: { odd: true } }),
);
const patch = fc.record(
  {
    toolCallId: id('c'),
    title: fc.string({ maxLength: 4 }),
    kind: fc.constantFrom('execute' as const, 'edit' as const),
    status: fc.constantFrom('pending' as const, 'in_progress' as const, 'completed' as const, 'failed' as const),
    content: fc.array(
      fc.oneof(
        block.map((content) => ({ type: 'content' as const, content })),
        id('x').map((terminalId) => ({ type: 'terminal' as const, terminalId })),
      ),
      { maxLength: 2 },
    ),
    rawOutput: fc.constant({ type: 'json' as const, value: 'out' }),
  },
  { requiredKeys: ['toolCallId'] },
);
export const anyUpdate: fc.Arbitrary<SessionUpdate> = fc.oneof(
  fc.record(
    {
      sessionUpdate: fc.constantFrom(
        'user_message_chunk' as const,
        'agent_message_chunk' as const,
        'agent_thought_chunk' as const,
      ),
      content: block,
      messageId: id('m'),
    },
    { requiredKeys: ['sessionUpdate', 'content'] },
  ),
  patch.map((given) => ({ sessionUpdate: 'tool_call' as const, ...given })),
  patch.map((given) => ({ sessionUpdate: 'tool_call_update' as const, ...given })),
  fc.constantFrom('pending' as const, 'completed' as const).map((status) => ({
    sessionUpdate: 'plan' as const,
    entries: [{ content: 'Do', priority: 'high' as const, status }],
  })),
  fc
    .record({ compactionId: id('k'), status: fc.constantFrom('in_progress', 'completed') })
    .map((told) => ({ sessionUpdate: 'compaction_update' as const, ...told })),
  fc.constantFrom<SessionUpdate>(
    { sessionUpdate: 'unknown', kind: 'odd', raw: null },
    { sessionUpdate: 'usage_update', used: 1 },
    { sessionUpdate: 'session_info_update', title: 'T' },
    { sessionUpdate: 'current_mode_update', currentModeId: 'code' },
    { sessionUpdate: 'config_option_update', configOptions: [] },
    { sessionUpdate: 'available_commands_update', availableCommands: [] },
    { sessionUpdate: 'notice', severity: 'info', title: 'N' },
  ),
);
const options: PermissionOption[] = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];
const settlement: fc.Arbitrary<Settlement> = fc.oneof(
  fc.constantFrom('yes', 'no').map((optionId) => ({
    kind: 'answered' as const,
    at: 1,
    answer: { kind: 'permission' as const, optionId },
  })),
  fc.constantFrom('cancelled' as const, 'withdrawn' as const, 'expired' as const).map((kind) => ({ kind, at: 1 })),
);
const body: fc.Arbitrary<SessionEventBody> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      { type: fc.constant('update' as const), update: anyUpdate, target: fc.integer({ min: -1, max: 12 }) },
      { requiredKeys: ['type', 'update'] },
    ),
  },
  fc.record(
    {
      type: fc.constant('turn.started' as const),
      turnId: id('t'),
      kind: fc.constantFrom('prompt' as const, 'agent' as const),
      prompt: fc.array(block, { maxLength: 2 }),
    },
    { requiredKeys: ['type', 'turnId', 'kind'] },
  ),
  id('t').map((turnId) => ({ type: 'turn.cancelling' as const, turnId })),
  fc.record({
    type: fc.constant('turn.ended' as const),
    turnId: id('t'),
    outcome: fc.constantFrom(
      { status: 'ended' as const, stopReason: 'end_turn' as const },
      { status: 'ended' as const, stopReason: 'cancelled' as const },
      { status: 'failed' as const, error: { code: 'agent.stopped' as const } },
      { status: 'interrupted' as const },
    ),
  }),
  fc.record({ requestId: id('r'), tool: id('c') }).map(({ requestId, tool }) => ({
    type: 'request.opened' as const,
    request: { requestId, openedAt: 0, kind: 'permission' as const, toolCall: { toolCallId: tool }, options },
  })),
  fc.record({ type: fc.constant('request.settled' as const), requestId: id('r'), settlement }),
  fc.record({ toolCallId: id('c'), status: fc.constantFrom('running' as const, 'completed' as const) }).map((told) => ({
    type: 'subtask.changed' as const,
    description: '',
    prompt: '',
    subagentType: 'explore',
    ...told,
  })),
  fc.record(
    {
      type: fc.constant('terminal.changed' as const),
      terminalId: id('x'),
      append: fc.string({ maxLength: 5 }),
      exit: fc.constant({ exitCode: 0, signal: null }),
    },
    { requiredKeys: ['type', 'terminalId'] },
  ),
  fc.constantFrom<SessionEventBody>(
    { type: 'connection.changed', connection: { status: 'none' } },
    { type: 'connection.changed', connection: { status: 'ready', connectionId: 'k' } },
    { type: 'attachment.changed', atAgent: 'attached' },
    { type: 'notice.added', notice: { code: 'session.optionsReset' } },
    { type: 'todos.set', todos: [] },
    { type: 'title.set', title: null },
    { type: 'transcript.cleared' },
    { type: 'queue.added', prompt: { queuedId: 'q1', at: 1, content: [{ type: 'text', text: 'One' }] } },
    { type: 'queue.added', prompt: { queuedId: 'q2', at: 2, content: [{ type: 'text', text: 'Two' }] } },
    { type: 'queue.edited', queuedId: 'q2', content: [{ type: 'text', text: 'Three' }] },
    { type: 'queue.moved', queuedId: 'q2', before: 'q1' },
    { type: 'queue.removed', queuedIds: ['q1'] },
    { type: 'queue.paused', pause: null },
    { type: 'queue.next', queuedId: 'q2' },
    { type: 'queue.steered', queuedId: 'q1', steer: 'sent' },
    { type: 'prompt.injected', queuedId: 'q2', prompt: [{ type: 'text', text: 'Two' }] },
    { type: 'image.generated', toolCallId: 'c1', description: '' },
  ),
);

export const anyEvents = fc.array(body, { maxLength: 60, size: 'max' }).map((bodies) => {
  const turnIds: string[] = [];
  const requestIds: string[] = [];
  return bodies.map((one, index): SessionEvent => {
    const base = { sessionId: 's', seq: index + 1, at: index };
    const event: SessionEvent = { ...base, ...one };
    // Our own ids are never used again: the numbers that came out of the generator pick an earlier one.
    const earlier = (ids: string[], picked: string): string => ids.at(-Number(picked.slice(1))) ?? 'none';
    switch (event.type) {
      case 'turn.started':
        turnIds.push(`t${index}`);
        return { ...event, turnId: `t${index}` };
      case 'turn.cancelling':
      case 'turn.ended':
        return { ...event, turnId: earlier(turnIds, event.turnId) };
      case 'request.opened':
        requestIds.push(`r${index}`);
        return { ...event, request: { ...event.request, requestId: `r${index}` } };
      case 'request.settled':
        return { ...event, requestId: earlier(requestIds, event.requestId) };
      default:
        return event;
    }
  });
});
