import type { Turn } from '../turn';

/** A bare permission request for a command. It also forgets an earlier "always", so that every answer can be tried. */
export async function playPermission(turn: Turn): Promise<void> {
  const { script, session, project } = turn;
  session.editsAlways = undefined;
  await turn.say(script.permission.before);
  const call = {
    title: `\`${script.permission.command}\``,
    kind: 'execute' as const,
    rawInput: { command: script.permission.command, cwd: project.folder },
  };
  const tool = await turn.tool({ ...call, status: 'pending' });
  const answer = await turn.askPermission(
    {
      ...call,
      toolCallId: tool.toolCallId,
      status: 'pending',
      content: [{ type: 'content', content: { type: 'text', text: script.permission.reason } }],
    },
    script.permissionOptions,
  );
  const allowed = answer === 'allow_once' || answer === 'allow_always';
  if (answer === 'allow_always') session.editsAlways = 'allowed';
  if (answer === 'reject_always') session.editsAlways = 'rejected';
  const output = { type: 'content' as const, content: { type: 'text' as const, text: script.run.scripted } };
  await tool.update(allowed ? { status: 'completed', content: [output] } : { status: 'failed' });
  await turn.say(script.permission.answer[answer]);
}
