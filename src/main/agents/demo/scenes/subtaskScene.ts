import type { Turn } from '../turn';

const DURATION_MS = 1200;

/** A subagent: a tool call while it works, and at its end the request that tells the client about it, as Cursor does. */
export async function playSubtask(turn: Turn): Promise<void> {
  const { script, pace, session } = turn;
  const { description, prompt, result } = script.subtask;
  await turn.say(script.subtask.before);
  const tool = await turn.tool({
    title: script.tools.task(description),
    kind: 'other',
    rawInput: { _toolName: 'task', description, prompt, subagentType: 'explore' },
  });
  await pace.pause(DURATION_MS);
  await tool.update({
    status: 'completed',
    rawOutput: { durationMs: DURATION_MS, isBackground: false },
    content: [{ type: 'content', content: { type: 'text', text: result } }],
  });
  await turn.tellTask({
    toolCallId: tool.toolCallId,
    description,
    prompt,
    subagentType: 'explore',
    model: script.models[session.record.choices.model].name,
    agentId: `demo-subagent-${tool.toolCallId}`,
    durationMs: DURATION_MS,
  });
  await turn.say(script.subtask.after);
}
