import type { ToolCallContent } from '@agentclientprotocol/sdk';
import type { ProposedEdit } from '../scratchProject';
import { TEA_FILE } from '../teaTimer';
import type { Turn } from '../turn';

/** Proposes one true edit and writes it only after the user allowed it. */
export async function playEdit(turn: Turn): Promise<void> {
  const { script, session, project, pace } = turn;
  if (session.record.choices.mode !== 'agent') {
    await turn.say(script.edit.readOnlyMode);
    return;
  }
  if (session.editsAlways === 'rejected') {
    await turn.say(script.edit.rejectedBefore);
    return;
  }
  const edit = await project.proposeEdit();
  await turn.say(script.tour.nextAnEdit(edit.tea));

  const call = {
    title: script.tools.edit(TEA_FILE),
    kind: 'edit' as const,
    rawInput: { path: edit.path, reason: script.edit.reason(edit.tea) },
    content: [diff(edit)],
  };
  const tool = await turn.tool({ ...call, status: 'pending', path: edit.path });
  const answer =
    session.editsAlways === 'allowed'
      ? 'allow_once'
      : await turn.askPermission(
          { ...call, toolCallId: tool.toolCallId, status: 'pending', locations: [{ path: edit.path }] },
          script.permissionOptions,
        );
  if (answer === 'allow_always') session.editsAlways = 'allowed';
  if (answer === 'reject_always') session.editsAlways = 'rejected';
  if (answer !== 'allow_once' && answer !== 'allow_always') {
    await tool.update({ status: 'failed', content: [diff(edit)] });
    await turn.say(script.edit.rejected);
    return;
  }

  await tool.update({ status: 'in_progress' });
  await pace.pause(300);
  const written = await project.applyEdit(edit);
  await tool.update({ status: 'completed', content: [diff(written)] });
  const changed = written.newText !== written.oldText;
  await turn.say(changed ? script.edit.done(edit.tea) : script.edit.unchanged);
}

function diff({ path, oldText, newText }: ProposedEdit): ToolCallContent {
  return { type: 'diff', path, oldText, newText };
}
