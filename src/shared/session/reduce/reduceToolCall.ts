import type { ToolCallContent } from '../../acp/content';
import { mergedMeta } from '../../acp/toolMeta';
import type { RawValue, ToolCallPatch } from '../../acp/update';
import type { Item, ItemOf } from '../item';
import { isRejection, type RequestOf } from '../request';
import { sameValue } from '../sameValue';
import { type Draft, indexOfOrdinal, type Stamp } from './draft';
import { isUnfinished } from './settledItem';
import { withTerminalOutput } from './reduceTerminal';

type ToolCallItem = ItemOf<'toolCall'>;

/**
 * The newest tool call with this id; -1 when the window holds none. Updates nearly always mean a recent item, so this
 * looks from the end; a bare loop, since a new tool call looks through the whole window.
 */
export function indexOfToolCall(items: readonly Item[], toolCallId: string): number {
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index];
    if (item?.kind === 'toolCall' && item.toolCallId === toolCallId) return index;
  }
  return -1;
}

/**
 * `tool_call` and `tool_call_update` are one upsert: either may come first, and either may come again (real-agents.md).
 * With a `target` the item exists; where the window does not hold it there is nothing to do.
 */
export function reduceToolCall(draft: Draft, stamp: Stamp, patch: ToolCallPatch, target: number | undefined): void {
  const { items } = draft;
  const index = target === undefined ? indexOfToolCall(items, patch.toolCallId) : indexOfOrdinal(items, target);
  const item = items[index];
  if (item?.kind === 'toolCall' && item.toolCallId === patch.toolCallId) {
    const next = patched(draft, stamp, item, patch);
    if (next === item) return;
    draft.put(index, next);
    // What the agent says after a result is a new message, unless the message ids say otherwise.
    const ended = isUnfinished(item.status) && !isUnfinished(next.status) && next.turnId === draft.turnId;
    if (ended && draft.openText?.messageId === undefined) draft.closeText(stamp);
  } else if (target === undefined) {
    create(draft, stamp, patch);
  }
}

function create(draft: Draft, stamp: Stamp, patch: ToolCallPatch): void {
  // A permission may come before its tool call, or instead of one: it tells what the tool call leaves out.
  const asked = lastPermission((draft.outer ?? draft).items, patch.toolCallId);
  const known: ToolCallPatch = asked?.request.toolCall ?? { toolCallId: patch.toolCallId };
  const blank: ToolCallItem = {
    kind: 'toolCall',
    toolCallId: patch.toolCallId,
    title: known.title || patch.title || patch.name || known.name || '',
    toolKind: known.kind ?? 'other',
    status: asked?.rejected === true ? 'rejected' : 'pending',
    // What was asked about is no result; it is kept where there will be none.
    content: asked?.rejected === true ? (known.content ?? []) : [],
    locations: known.locations ?? [],
    ...(known.rawInput === undefined ? {} : { rawInput: known.rawInput }),
    ordinal: draft.state.nextOrdinal,
    turnId: draft.turnId,
    at: stamp.at,
    seq: stamp.seq,
    open: true,
  };
  const item = patched(draft, stamp, blank, patch);
  draft.add({ ...item, open: isUnfinished(item.status) }, stamp);
}

function patched(draft: Draft, stamp: Stamp, item: ToolCallItem, patch: ToolCallPatch): ToolCallItem {
  const changes: Partial<ToolCallItem> = {};
  if (patch.title && patch.title !== item.title) changes.title = patch.title;
  if (patch.kind !== undefined && patch.kind !== item.toolKind) changes.toolKind = patch.kind;
  if (patch.content !== undefined) {
    const content = withTerminalOutput(patch.content, draft.state.terminals, item.content);
    if (!sameValue(content, item.content)) changes.content = content;
  }
  if (patch.locations !== undefined && !sameValue(patch.locations, item.locations)) changes.locations = patch.locations;
  if (patch.rawInput !== undefined && !sameValue(patch.rawInput, item.rawInput)) changes.rawInput = patch.rawInput;
  if (patch.rawOutput !== undefined && !sameValue(patch.rawOutput, item.rawOutput)) changes.rawOutput = patch.rawOutput;
  if (patch.meta !== undefined) {
    const meta = mergedMeta(item.meta, patch.meta);
    if (!sameValue(meta, item.meta)) changes.meta = meta;
  }
  const status = statusAfter(item, patch, changes.content);
  if (status !== item.status) changes.status = status;
  if (Object.keys(changes).length === 0) return item;
  return timed(Object.assign({}, item, changes, { seq: stamp.seq }), draft.turnId, stamp.at);
}

/**
 * Agents report a tool that the person rejected as at work, failed, or even completed (AC-20; Cursor always does).
 * Only a result that is really there outweighs the rejection.
 */
function statusAfter(item: ToolCallItem, patch: ToolCallPatch, content: ToolCallContent[] | undefined) {
  const status = patch.status ?? item.status;
  if (item.status !== 'rejected') return status;
  const hasResult = isOutput(patch.rawOutput) || (content !== undefined && content.length > 0);
  return status === 'completed' && hasResult ? status : item.status;
}

const isOutput = (raw: RawValue | undefined): boolean =>
  raw !== undefined && (raw.type === 'stored' || ![null, undefined, ''].some((nothing) => raw.value === nothing));

/**
 * An unfinished tool is open in its own turn only (or in a replay, which has no turn): what is told of it after its
 * turn is shown as told, but nothing waits for it any more.
 */
function timed(item: ToolCallItem, turnId: string | null, at: number): ToolCallItem {
  if (!isUnfinished(item.status)) return { endedAt: at, ...item, open: false };
  if (item.turnId !== turnId) return { ...item, open: false };
  const running: ToolCallItem = { ...item, open: true };
  // Only where it is there: V8 keeps an object that lost a member in a slow form.
  if ('endedAt' in running) delete running.endedAt;
  return running;
}

function lastPermission(items: readonly Item[], toolCallId: string) {
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index];
    if (item?.kind !== 'request' || item.request.kind !== 'permission') continue;
    if (item.request.toolCall.toolCallId !== toolCallId) continue;
    return { request: item.request, rejected: isRejection(item.request, item.settlement) };
  }
  return undefined;
}

/** The person's answer to a permission, as far as it concerns the tool call that it was about. */
export function reducePermissionAnswer(
  draft: Draft,
  stamp: Stamp,
  request: RequestOf<'permission'>,
  rejected: boolean,
): void {
  const { toolCallId } = request.toolCall;
  const index = indexOfToolCall(draft.items, toolCallId);
  const item = draft.items[index];
  if (item?.kind === 'toolCall') {
    const next = answered(item, draft.turnId, stamp, rejected);
    if (next !== item) draft.put(index, next);
    return;
  }
  // A subagent's tool asks in the session, and stands in its subtask.
  draft.items.forEach((around, at) => {
    if (around.kind !== 'subtask' || around.children === undefined) return;
    const children = around.children.map((child) =>
      child.kind === 'toolCall' && child.toolCallId === toolCallId
        ? answered(child, child.turnId, stamp, rejected)
        : child,
    );
    if (children.some((child, place) => child !== around.children?.[place])) {
      draft.put(at, { ...around, children, seq: stamp.seq });
    }
  });
}

function answered(item: ToolCallItem, turnId: string | null, { seq, at }: Stamp, rejected: boolean): ToolCallItem {
  if (rejected && isUnfinished(item.status)) return { endedAt: at, ...item, status: 'rejected', open: false, seq };
  // Asked again after a rejection, and allowed.
  if (!rejected && item.status === 'rejected') return timed({ ...item, status: 'pending', seq }, turnId, at);
  return item;
}
