import type { Result } from '@shared/errors';
import type { SessionSnapshot } from '@shared/ipc/views';
import type { SessionEvent } from '@shared/session/event';
import type { Item, ItemOf } from '@shared/session/item';
import { emptySession } from '@shared/session/state';
import { EMPTY_DRAFT } from '@shared/attachment';
import { beforeEach, describe, expect, it } from 'vitest';
import { foldEvents, setReplicaSnapshot, useReplicas } from './replicas';
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

  describe('takes in what changes later', () => {
    const tool = (ordinal: number, toolCallId: string, content: ItemOf<'toolCall'>['content'] = []): Item => ({
      kind: 'toolCall',
      ordinal,
      turnId: 't',
      at: 0,
      seq: 1,
      open: false,
      toolCallId,
      title: 'make',
      toolKind: 'execute',
      status: 'in_progress',
      content,
      locations: [],
    });
    /** The engine as above, with these items in place of its own. */
    const engineWith = (...others: readonly Item[]): Reader => {
      const { sessions } = engine().call;
      return {
        call: {
          sessions: {
            ...sessions,
            around: async (input) => {
              const page = await sessions.around(input);
              if (!page.ok) return page;
              const placed = page.value.items.map(
                (old) => others.find(({ ordinal }) => ordinal === old.ordinal) ?? old,
              );
              return { ok: true, value: { ...page.value, items: placed } };
            },
          },
        },
      };
    };
    const held = (ordinal: number) => useStretch.getState().stretch?.items?.find((one) => one.ordinal === ordinal);
    const updated = (seq: number, target: number): SessionEvent => ({
      seq,
      at: 5,
      sessionId: 's',
      type: 'update',
      target,
      update: { sessionUpdate: 'tool_call_update', toolCallId: 'late', status: 'completed' },
    });

    it('an update of a tool call, and touches nothing else', async () => {
      await readAround('s', 30, engineWith(tool(30, 'late')));
      const beside = held(29);
      expect(foldEvents('s', [updated(2, 30)])).toBe(true);
      expect(held(30)).toMatchObject({ status: 'completed', seq: 2 });
      expect(held(29)).toBe(beside);
      expect(ordinals()).toEqual(items(25, 35).map(({ ordinal }) => ordinal));
      // The next page is read as ever.
      await readLater('s', engine());
      expect(ordinals()?.at(-1)).toBe(44);
    });

    it('but not twice, where its page was read after it', async () => {
      await readAround('s', 30, engineWith({ ...tool(30, 'late'), seq: 7 }));
      const read = held(30);
      foldEvents('s', [updated(2, 30)]);
      expect(held(30)).toBe(read);
    });

    it('the output of a terminal that it shows, piece by piece', async () => {
      await readAround('s', 30, engineWith(tool(30, 'late', [{ type: 'terminal', terminalId: 'one' }])));
      const printed = (seq: number, append: string): SessionEvent => ({
        seq,
        at: 5,
        sessionId: 's',
        type: 'terminal.changed',
        terminalId: 'one',
        append,
      });
      foldEvents('s', [printed(2, 'built '), printed(3, 'well')]);
      expect(held(30)).toMatchObject({ content: [{ output: 'built well' }] });
      foldEvents('s', [printed(4, ', all')]);
      expect(held(30)).toMatchObject({ content: [{ output: 'built well, all' }] });
    });

    it('nothing of what comes at the end', async () => {
      await readAround('s', 30, engineWith(tool(30, 'late')));
      const before = useStretch.getState().stretch;
      foldEvents('s', [
        {
          seq: 2,
          at: 5,
          sessionId: 's',
          type: 'update',
          update: { sessionUpdate: 'tool_call_update', toolCallId: 'late', status: 'failed' },
        },
      ]);
      expect(useStretch.getState().stretch).toBe(before);
    });
  });
});
