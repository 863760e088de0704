import { given } from '../../acp/lenient';
import type { SessionEventBody } from '../event';
import type { ItemOf } from '../item';
import { sameValue } from '../sameValue';
import type { Draft, Stamp } from './draft';

type EventOf<T extends SessionEventBody['type']> = Extract<SessionEventBody, { type: T }>;

/** Subtasks and images (`cursor/task`, `cursor/generate_image`): one item for each tool call, rewritten when told again. */
export function reduceSubtask(draft: Draft, stamp: Stamp, event: EventOf<'subtask.changed'>): void {
  const { toolCallId, description, prompt, subagentType, model, agentId, durationMs, status } = event;
  const told = given({ toolCallId, description, prompt, subagentType, model, agentId, durationMs, status });
  const open = status === 'running';
  const index = indexOf(draft, 'subtask', toolCallId);
  const item = draft.items[index];
  if (item?.kind !== 'subtask') return draft.add({ kind: 'subtask', ...told, open }, stamp);
  if (sameValue({ ...item, ...told }, item)) return;
  const next: ItemOf<'subtask'> = { ...item, ...told, open: open && item.turnId === draft.turnId, seq: stamp.seq };
  if (open) delete next.endedAt;
  else next.endedAt ??= stamp.at;
  draft.put(index, next);
}

export function reduceImage(draft: Draft, stamp: Stamp, event: EventOf<'image.generated'>): void {
  const { toolCallId, description, path, image, refused } = event;
  const told = given({ toolCallId, description, path, image, refused });
  const index = indexOf(draft, 'image', toolCallId);
  const item = draft.items[index];
  if (item?.kind !== 'image') return draft.add({ kind: 'image', ...told, open: false }, stamp);
  const next: ItemOf<'image'> = { ...item, description, path, image, refused };
  if (!sameValue(next, item)) draft.put(index, given({ ...next, seq: stamp.seq }));
}

const indexOf = (draft: Draft, kind: 'subtask' | 'image', toolCallId: string): number =>
  draft.items.findLastIndex((item) => item.kind === kind && item.toolCallId === toolCallId);
