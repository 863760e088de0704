import type { Turn } from '../turn';

/** A tool call that fails while the turn goes on. */
export async function playFailure(turn: Turn): Promise<void> {
  const { script, pace, project } = turn;
  await turn.say(script.failure.before);
  const path = project.path('src/kettle.ts');
  const tool = await turn.tool({ title: script.tools.failing, kind: 'read', path, rawInput: { path } });
  await pace.pause(400);
  await tool.update({
    status: 'failed',
    content: [{ type: 'content', content: { type: 'text', text: script.failure.output } }],
  });
  await turn.say(script.failure.after);
}
