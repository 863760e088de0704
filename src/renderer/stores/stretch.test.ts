import type { Result } from '@shared/errors';
import type { SessionSnapshot } from '@shared/ipc/views';
import type { Item } from '@shared/session/item';
import { emptySession } from '@shared/session/state';
import { EMPTY_DRAFT } from '@shared/attachment';
import { beforeEach, describe, expect, it } from 'vitest';
import { setReplicaSnapshot, useReplicas } from './replicas';
import { dropStretch, readAround, readEarlier, readLater, type Reader, useStretch } from './stretch';

const item = (ordinal: number): Item => ({
  kind: 'message',
  role: 'agent',
  ordinal,
  turnId: 't',
  at: 0,
  seq: 1,
  open: false,
  content: [{ type: 'text', text: String(ordinal) }],
});
const items = (from: number, before: number): Item[] =>
  Array.from({ length: before - from }, (_, at) => item(from + at));

/** An engine whose session has 100 items, of which a page has ten. */
const engine = (): Reader => ({
  call: {
    sessions: {
      around: ({ ordinal }) => {
        const from = Math.max(0, ordinal - 5);
        return given({ items: items(from, Math.min(100, ordinal + 5)), hasOlder: from > 0, hasNewer: true });
      },
      pageAfter: ({ from }) => given({ items: items(from, Math.min(100, from + 10)), hasNewer: from + 10 < 100 }),
      page: ({ before }) => {
        const from = Math.max(0, before - 10);
        return given({ items: items(from, before), hasOlder: from > 0 });
      },
    },
  },
});
const given = <T>(value: T): Promise<Result<T>> => Promise.resolve({ ok: true, value });

const snapshot: SessionSnapshot = {
  state: { ...emptySession('s'), seq: 1, nextOrdinal: 100, items: items(80, 100) },
  hasOlder: true,
  draft: EMPTY_DRAFT,
  place: null,
  projectId: 'p',
  agentId: 'a',
  cwd: '/x',
};

const ordinals = () => useStretch.getState().stretch?.items?.map(({ ordinal }) => ordinal);
const live = () => useReplicas.getState().byId['s']!;

beforeEach(() => {
  useReplicas.setState({ byId: {}, ended: {} });
  useStretch.setState({ stretch: null });
  setReplicaSnapshot('s', snapshot);
});

describe('a stretch far from the end', () => {
  it('grows at both sides, and leaves the live window as it is', async () => {
    expect(await readAround('s', 30, engine())).toBe(true);
    await readLater('s', engine());
    await readEarlier('s', engine());
    expect(ordinals()).toEqual(items(15, 45).map(({ ordinal }) => ordinal));
    expect(live().state.items).toBe(snapshot.state.items);
  });

  it('becomes a part of the window where it meets it, under the same key', async () => {
    await readAround('s', 66, engine());
    const key = useStretch.getState().stretch?.key;
    await readLater('s', engine());
    expect(useStretch.getState().stretch).toMatchObject({ key, items: null });
    expect(live().state.items.map(({ ordinal }) => ordinal)).toEqual(items(61, 100).map(({ ordinal }) => ordinal));
    expect(live().hasOlder).toBe(true);
    await readLater('s', engine());
    expect(live().state.items).toHaveLength(39);
  });

  it('that is beside the window joins it at once', async () => {
    await readAround('s', 78, engine());
    expect(ordinals()).toBeUndefined();
    expect(live().state.items[0]?.ordinal).toBe(73);
  });

  it('reads each page once, however often it is asked for', async () => {
    await readAround('s', 30, engine());
    await Promise.all([readLater('s', engine()), readLater('s', engine()), readLater('s', engine())]);
    expect(ordinals()?.at(-1)).toBe(44);
  });

  it('is dropped for the live end, also while a page is on its way', async () => {
    await readAround('s', 30, engine());
    const reading = readLater('s', engine());
    dropStretch('s');
    await reading;
    expect(useStretch.getState().stretch).toBeNull();
  });

  it('is not there where there is no such item', async () => {
    expect(await readAround('s', 500, engine())).toBe(false);
    expect(useStretch.getState().stretch).toBeNull();
  });
});
