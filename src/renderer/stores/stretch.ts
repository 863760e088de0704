import type { SessionId } from '@shared/ids';
import type { SessionEvent } from '@shared/session/event';
import type { Item } from '@shared/session/item';
import { reduceEvents } from '@shared/session/reduceSession';
import type { SessionState } from '@shared/session/state';
import { create } from 'zustand';
import type { EngineClient } from '../ipc/client';
import { engine } from '../ipc/engine';
import { folded, prependItems, useReplicas } from './replicas';

/**
 * A part of a session far from its end that is read instead of the end. It grows at both sides as one scrolls; once it
 * meets the replica's window it becomes a part of that (`items` null), and the transcript is the live one again.
 */
export interface Stretch {
  sessionId: SessionId;
  /** Tells the list which of two stretches it draws; stays when the stretch meets the window. */
  key: number;
  items: readonly Item[] | null;
  hasOlder: boolean;
}

/** What of the engine it reads with. */
export interface Reader {
  call: { sessions: Pick<EngineClient['call']['sessions'], 'around' | 'page' | 'pageAfter'> };
}

export const useStretch = create<{ stretch: Stretch | null }>()(() => ({ stretch: null }));

let keys = 0;
const reading = new Set<string>();

const current = (sessionId: SessionId): Stretch | null => {
  const { stretch } = useStretch.getState();
  return stretch?.sessionId === sessionId ? stretch : null;
};

/** False where there is no such item, or it could not be read. */
export async function readAround(sessionId: SessionId, ordinal: number, client: Reader = engine): Promise<boolean> {
  const page = await client.call.sessions.around({ sessionId, ordinal });
  if (!page.ok || !page.value.items.some((item) => item.ordinal === ordinal)) return false;
  keys += 1;
  useStretch.setState({
    stretch: { sessionId, key: keys, ...joined(sessionId, page.value.items, page.value.hasOlder) },
  });
  return true;
}

/** The page after the stretch; nothing where there is no stretch, or its next page is on its way. */
export async function readLater(sessionId: SessionId, client: Reader = engine): Promise<void> {
  await once(`later/${sessionId}`, async () => {
    const before = current(sessionId);
    const last = before?.items?.at(-1);
    if (before === null || last === undefined) return;
    const page = await client.call.sessions.pageAfter({ sessionId, from: last.ordinal + 1 });
    const stretch = current(sessionId);
    if (!page.ok || stretch?.items?.at(-1)?.ordinal !== last.ordinal) return;
    const items = [...stretch.items, ...page.value.items];
    useStretch.setState({ stretch: { ...stretch, ...joined(sessionId, items, stretch.hasOlder) } });
  });
}

/** The page before the stretch. */
export async function readEarlier(sessionId: SessionId, client: Reader = engine): Promise<void> {
  await once(`earlier/${sessionId}`, async () => {
    const before = current(sessionId);
    const first = before?.items?.[0];
    if (before?.hasOlder !== true || first === undefined) return;
    const page = await client.call.sessions.page({ sessionId, before: first.ordinal });
    const stretch = current(sessionId);
    if (!page.ok || stretch?.items?.[0]?.ordinal !== first.ordinal) return;
    const items = [...page.value.items, ...stretch.items];
    useStretch.setState({ stretch: { ...stretch, items, hasOlder: page.value.hasOlder } });
  });
}

/** Back to the live end. */
export function dropStretch(sessionId: SessionId): void {
  if (current(sessionId) !== null) useStretch.setState({ stretch: null });
}

/** Where the items reach the replica's window they become a part of it. */
function joined(
  sessionId: SessionId,
  items: readonly Item[],
  hasOlder: boolean,
): { items: readonly Item[] | null; hasOlder: boolean } {
  const replica = useReplicas.getState().byId[sessionId];
  const start = replica?.state.items[0]?.ordinal ?? replica?.state.nextOrdinal ?? 0;
  if (replica === undefined || (items.at(-1)?.ordinal ?? 0) + 1 < start) return { items, hasOlder };
  prependItems(sessionId, items, hasOlder);
  return { items: null, hasOlder: false };
}

async function once(name: string, read: () => Promise<void>): Promise<void> {
  if (reading.has(name)) return;
  reading.add(name);
  await read();
  reading.delete(name);
}

folded.listen(({ before, events }) => foldIntoStretch(before, events));

/** Late updates of what stands in the stretch, as the engine folds them into what it does not hold (decision 9). */
function foldIntoStretch(before: SessionState, events: readonly SessionEvent[]): void {
  const stretch = current(before.sessionId);
  if (stretch === null || stretch.items === null) return;
  let items = stretch.items;
  let head = before;
  for (const event of events) {
    if (event.type === 'transcript.cleared') return dropStretch(before.sessionId);
    for (const ordinal of targetsOf(event, head, items)) {
      const old = items.find((item) => item.ordinal === ordinal);
      // The page that it came with may have been read after this event.
      if (old === undefined || old.seq >= event.seq) continue;
      const [item] = reduceEvents({ ...head, items: [old] }, [event]).items;
      if (item !== undefined) items = items.map((other) => (other === old ? item : other));
    }
    if (event.type === 'terminal.changed') head = reduceEvents({ ...head, items: [] }, [event]);
  }
  if (items !== stretch.items) useStretch.setState({ stretch: { ...stretch, items } });
}

/** The items that the event changes although it comes after them. */
function targetsOf(event: SessionEvent, head: SessionState, items: readonly Item[]): readonly number[] {
  if ('target' in event) return event.target === undefined ? [] : [event.target];
  const tools = items.filter((item) => item.kind === 'toolCall');
  if (event.type === 'terminal.changed') {
    return tools
      .filter(({ content }) => content.some((part) => part.type === 'terminal' && part.terminalId === event.terminalId))
      .map(({ ordinal }) => ordinal);
  }
  if (event.type !== 'request.settled') return [];
  // A permission's answer also changes the tool call that it was about.
  const request = head.requests.find(({ requestId }) => requestId === event.requestId);
  const asked = request?.kind === 'permission' ? request.toolCall.toolCallId : undefined;
  const isAbout = (item: Item) => item.kind === 'toolCall' && item.toolCallId === asked;
  const tool = head.items.some(isAbout) ? undefined : tools.findLast(isAbout);
  return tool === undefined ? [] : [tool.ordinal];
}
