import type { QueuedId, SessionId } from '@shared/ids';
import { engine } from '../../ipc/engine';
import type { WaitingMessage } from '../../stores/queueEdits';
import { useReplicas } from '../../stores/replicas';
import { report } from '../../stores/report';
import { queuedAttachments } from './attachments/queuedAttachments';

/** The whole of a message that waits; undefined where it does not any more, which the person is told. */
export async function readWaiting(sessionId: SessionId, queuedId: QueuedId): Promise<WaitingMessage | undefined> {
  const read = await report(engine.call.queue.read({ sessionId, queuedId }));
  const { queue } = useReplicas.getState().byId[sessionId]?.state ?? {};
  const prompt = queue?.prompts.find((one) => one.queuedId === queuedId);
  if (read === undefined || prompt === undefined) return undefined;
  return { text: read.text, attached: await queuedAttachments(prompt), edits: prompt.edits ?? 0 };
}
