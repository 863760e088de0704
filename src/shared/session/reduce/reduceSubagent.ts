import { given } from '../../acp/lenient';
import type { SubagentSpawned, SubagentState } from '../../acp/subagent';
import type { SessionUpdate } from '../../acp/update';
import type { ChildItem, Item, ItemOf } from '../item';
import { emptySession, type SessionState } from '../state';
import { Draft, indexOfOrdinal, type Stamp } from './draft';
import { reduceUpdate } from './reduceUpdate';
import { settledChild } from './settledItem';

type Subtask = ItemOf<'subtask'>;

/** Ordinals of what happens inside a subtask: names that no item of the session itself can have. */
const CHILD_ORDINALS = 1_000_000_000;

/** One subtask for each subagent; that of its tool call where Cursor told of the task first. */
export function reduceSpawned(draft: Draft, stamp: Stamp, spawned: SubagentSpawned, target: number | undefined): void {
  const { subagentSessionId, name, task, agentId, model } = spawned;
  const toolCallId = spawned.toolCallId ?? subagentSessionId;
  const index = indexOf(draft, target, (item) => isOf(item, subagentSessionId) || item.toolCallId === toolCallId);
  const item = draft.items[index];
  if (item?.kind === 'subtask') {
    const next: Subtask = { ...item, subagentSessionId, status: 'running', open: true, seq: stamp.seq };
    delete next.endedAt;
    return draft.put(index, next);
  }
  if (target !== undefined) return;
  const description = task.split('\n', 1)[0]?.slice(0, 200) || name;
  const told = given({ agentId, model });
  draft.add(
    {
      kind: 'subtask',
      toolCallId,
      subagentSessionId,
      description,
      prompt: task,
      subagentType: name,
      ...told,
      status: 'running',
      children: [],
      open: true,
    },
    stamp,
  );
}

export function reduceSubagentState(draft: Draft, stamp: Stamp, told: SubagentState, target: number | undefined): void {
  const index = indexOf(draft, target, (item) => isOf(item, told.subagentSessionId));
  const item = draft.items[index];
  const status = ENDS[told.state];
  // What is at work is shown so already.
  if (item?.kind !== 'subtask' || status === undefined) return;
  draft.put(index, {
    endedAt: stamp.at,
    ...item,
    ...withChildren(item, settled(item.children ?? [], stamp, status === 'failed' ? 'failed' : 'cancelled')),
    status,
    open: false,
    seq: stamp.seq,
  });
}

const ENDS: Readonly<Record<string, Exclude<Subtask['status'], 'running'>>> = {
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  disconnected: 'failed',
};

/** An update of the subagent's own session: folded as any other, into its subtask. */
export function reduceSubagentUpdate(
  draft: Draft,
  stamp: Stamp,
  subagentSessionId: string,
  update: SessionUpdate,
  target: number | undefined,
): void {
  const index = indexOf(draft, target, (item) => isOf(item, subagentSessionId));
  const item = draft.items[index];
  if (item?.kind !== 'subtask') return;
  const inner = new Draft(insideOf(item), draft);
  reduceUpdate(inner, stamp, update, undefined);
  if (inner.items === item.children) return;
  const children = inner.items.filter(isChild);
  const isRunning = item.status === 'running';
  const shown = isRunning ? children : settled(children, stamp, 'cancelled');
  draft.put(index, { ...item, ...withChildren(item, shown), seq: stamp.seq });
}

function insideOf(item: Subtask): SessionState {
  const items = item.children ?? [];
  const firstOrdinal = (item.ordinal + 1) * CHILD_ORDINALS;
  const last = items.at(-1);
  return {
    ...emptySession(''),
    items,
    nextOrdinal: last === undefined ? firstOrdinal : last.ordinal + 1,
    turn:
      item.status === 'running'
        ? { status: 'running', turnId: item.toolCallId, kind: 'agent', startedAt: item.at, firstOrdinal }
        : { status: 'idle' },
  };
}

const isChild = (item: Item): item is ChildItem =>
  item.kind !== 'subtask' && item.kind !== 'request' && item.kind !== 'image';

const withChildren = (item: Subtask, children: ChildItem[]) =>
  children.length === 0 && item.children === undefined ? {} : { children };

function settled(children: readonly ChildItem[], stamp: Stamp, status: 'cancelled' | 'failed'): ChildItem[] {
  return children.map((child) => settledChild(child, stamp, status));
}

const isOf = (item: Subtask, subagentSessionId: string): boolean => item.subagentSessionId === subagentSessionId;

function indexOf(draft: Draft, target: number | undefined, fits: (item: Subtask) => boolean): number {
  if (target !== undefined) return indexOfOrdinal(draft.items, target);
  return draft.items.findLastIndex((item) => item.kind === 'subtask' && fits(item));
}
