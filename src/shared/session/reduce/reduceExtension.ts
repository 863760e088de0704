import { given } from '../../acp/lenient';
import type { SessionEventBody } from '../event';
import type { ItemOf } from '../item';
import { sameValue } from '../sameValue';
import { type Draft, indexOfOrdinal, type Stamp } from './draft';

type EventOf<T extends SessionEventBody['type']> = Extract<SessionEventBody, { type: T }>;

/** Subtasks and images (`cursor/task`, `cursor/generate_image`): one item for each tool call, rewritten when told again. */
export function reduceSubtask(draft: Draft, stamp: Stamp, event: EventOf<'subtask.changed'>): void {
  const { toolCallId, description, prompt, subagentType, model, agentId, durationMs, status } = event;
  const told = given({ toolCallId, description, prompt, subagentType, model, agentId, durationMs, status });
  const open = status === 'running';
  const index = indexOf(draft, 'subtask', toolCallId, event.target);
  const item = draft.items[index];
  if (item?.kind !== 'subtask') {
    return event.target === undefined ? draft.add({ kind: 'subtask', ...told, open }, stamp) : undefined;
  }
  // What is told at its end may lack words that were told at its beginning.
  const words = {
    description: description || item.description,
    prompt: prompt || item.prompt,
    subagentType: subagentType || item.subagentType,
  };
  if (sameValue({ ...item, ...told, ...words }, item)) return;
  const next: ItemOf<'subtask'> = {
    ...item,
    ...told,
    ...words,
    open: open && item.turnId === draft.turnId,
    seq: stamp.seq,
  };
  if (open) delete next.endedAt;
  else next.endedAt ??= stamp.at;
  draft.put(index, next);
}

export function reduceImage(draft: Draft, stamp: Stamp, event: EventOf<'image.generated'>): void {
  const { toolCallId, description, path, image, refused } = event;
  const told = given({ toolCallId, description, path, image, refused });
  const index = indexOf(draft, 'image', toolCallId, event.target);
  const item = draft.items[index];
  if (item?.kind !== 'image') {
    return event.target === undefined ? draft.add({ kind: 'image', ...told, open: false }, stamp) : undefined;
  }
  const next: ItemOf<'image'> = { ...item, description, path, image, refused };
  if (!sameValue(next, item)) draft.put(index, given({ ...next, seq: stamp.seq }));
}

const indexOf = (draft: Draft, kind: 'subtask' | 'image', toolCallId: string, target: number | undefined): number =>
  target === undefined
    ? draft.items.findLastIndex((item) => item.kind === kind && item.toolCallId === toolCallId)
    : indexOfOrdinal(draft.items, target);
