import { given } from '../../acp/lenient';
import type { SessionUpdate, UpdateOf } from '../../acp/update';
import type { Item, ItemOf, Notice } from '../item';
import { sameValue } from '../sameValue';
import { isTurnOpen } from '../state';
import { titleLine } from '../titleLine';
import { type Draft, indexOfOrdinal, type Stamp } from './draft';
import { setCurrentMode, setOptions } from './reduceOptions';
import { reduceText } from './reduceText';
import { reduceToolCall } from './reduceToolCall';

/** One ACP session/update (acp.md 3.5). `target`: see event.ts. */
export function reduceUpdate(draft: Draft, stamp: Stamp, update: SessionUpdate, target: number | undefined): void {
  const { state } = draft;
  switch (update.sessionUpdate) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return reduceText(draft, stamp, update);
    case 'tool_call':
    case 'tool_call_update':
      return reduceToolCall(draft, stamp, update, target);
    case 'plan':
      return reducePlan(draft, stamp, update);
    case 'available_commands_update':
      if (!sameValue(state.commands, update.availableCommands)) state.commands = update.availableCommands;
      return;
    case 'current_mode_update':
      return setCurrentMode(draft, update.currentModeId);
    case 'config_option_update':
      return setOptions(draft, { configOptions: update.configOptions });
    case 'session_info_update':
      return reduceTitle(draft, update.title);
    case 'usage_update': {
      const { used, size, cost } = update;
      const usage = { ...state.usage, ...given({ used, size, cost }) };
      if (!sameValue(state.usage, usage)) state.usage = usage;
      return;
    }
    case 'notice': {
      // What has no title begins with what it says; what says nothing is no card.
      const [title, description] = [update.title, update.description].filter((text) => text?.trim());
      if (title === undefined) return;
      const notice: Notice = given({ code: 'agent.notice', severity: update.severity, title, description });
      return draft.add({ kind: 'notice', notice, open: false }, stamp);
    }
    case 'compaction_update':
      return reduceCompaction(draft, stamp, update, target);
    // Folded by reduceSession; inside a subagent there are none, since the actor tells them of the session itself.
    case 'subagent_spawned':
    case 'subagent_state_update':
      return undefined;
    case 'unknown': {
      const raw = { type: 'json' as const, value: update.raw };
      return draft.add({ kind: 'raw', updateKind: update.kind, raw, open: false }, stamp);
    }
  }
}

/** One plan a turn, rewritten whole. Where no turn is open (a replay), one since the last thing that a person said. */
function reducePlan(draft: Draft, stamp: Stamp, { entries }: UpdateOf<'plan'>): void {
  const { turn } = draft.state;
  for (let index = draft.items.length - 1; index >= 0; index -= 1) {
    const item = draft.items[index];
    if (item === undefined || (isTurnOpen(turn) ? item.ordinal < turn.firstOrdinal : isBoundary(item))) break;
    if (item.kind !== 'plan' || !item.open) continue;
    if (!sameValue(item.entries, entries)) draft.put(index, { ...item, entries, seq: stamp.seq });
    return;
  }
  draft.add({ kind: 'plan', entries, open: true }, stamp);
}

/** In a replay: what a person said, or a turn of ours. */
const isBoundary = (item: Item): boolean => item.turnId !== null || (item.kind === 'message' && item.role === 'user');

/** A person's title is never overwritten (issue 2, section 6). */
function reduceTitle(draft: Draft, given: string | null | undefined): void {
  const { title } = draft.state;
  if (given === undefined || title?.source === 'user') return;
  if (given === null) {
    if (title?.source === 'agent') draft.state.title = null;
    return;
  }
  const text = titleLine(given, 200);
  if (text === null || (title?.source === 'agent' && title.text === text)) return;
  draft.state.title = { text, source: 'agent' };
}

function reduceCompaction(
  draft: Draft,
  stamp: Stamp,
  update: UpdateOf<'compaction_update'>,
  target: number | undefined,
): void {
  const { compactionId, status, summary, error } = update;
  const told: Notice = given({ code: 'agent.compaction', compactionId, status, summary, error });
  const open = status === 'in_progress';
  const index =
    target === undefined ? indexOfCompaction(draft.items, compactionId) : indexOfOrdinal(draft.items, target);
  const item = draft.items[index];
  if (
    item?.kind !== 'notice' ||
    item.notice.code !== 'agent.compaction' ||
    (target === undefined && isPast(draft, item))
  ) {
    return target === undefined ? draft.add({ kind: 'notice', notice: told, open }, stamp) : undefined;
  }
  const notice: Notice = { ...item.notice, ...told };
  if (sameValue(notice, item.notice)) return;
  const next: ItemOf<'notice'> = { ...item, notice, open: open && item.turnId === draft.turnId, seq: stamp.seq };
  if (next.open) delete next.endedAt;
  else next.endedAt ??= stamp.at;
  draft.put(index, next);
}

/**
 * Settled before the open turn. Whoever decided that the update has no target did not hold such an item; a window that
 * reaches further back must not find it either.
 */
const isPast = ({ state: { turn } }: Draft, item: Item): boolean =>
  !item.open && !(isTurnOpen(turn) && item.ordinal >= turn.firstOrdinal);

export const indexOfCompaction = (items: readonly Item[], compactionId: string): number =>
  items.findLastIndex(
    (item) =>
      item.kind === 'notice' && item.notice.code === 'agent.compaction' && item.notice.compactionId === compactionId,
  );
