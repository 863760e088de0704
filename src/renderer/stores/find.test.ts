import { ok } from '@shared/errors';
import type { FindQuery } from '@shared/ipc/reading';
import { findPattern } from '@shared/session/findText';
import type { Item } from '@shared/session/item';
import { emptySession } from '@shared/session/state';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  closeFind,
  foundIn,
  joinFound,
  lookOn,
  nearest,
  openFind,
  positionOf,
  stepped,
  totalOf,
  useFind,
  wantedText,
} from './find';
import { setReplicaSnapshot, useReplicas } from './replicas';
import { useUi } from './ui';
import { message } from '../../../tests/support/messages';

const pear = findPattern('pear', false)!;
const found = [
  { ordinal: 2, count: 1 },
  { ordinal: 5, count: 2 },
  { ordinal: 9, count: 1 },
];

function hold(items: readonly Item[]): void {
  useReplicas.setState({ byId: {} });
  const nextOrdinal = (items.at(-1)?.ordinal ?? -1) + 1;
  setReplicaSnapshot('s', {
    state: { ...emptySession('s'), items, nextOrdinal },
    hasOlder: true,
    draft: { text: '', attachments: [] },
    place: null,
    projectId: 'p',
    agentId: 'a',
    cwd: '/',
  });
}

describe('matches', () => {
  it('are counted through, and stepped through round both ends', () => {
    expect(totalOf(found)).toBe(4);
    expect(positionOf(found, { ordinal: 5, index: 1, of: 2 })).toBe(3);
    expect(positionOf(found, { ordinal: 6, index: 0, of: 1 })).toBe(0);
    expect(stepped(found, { ordinal: 5, index: 0, of: 2 }, 1)).toEqual({ ordinal: 5, index: 1, of: 2 });
    expect(stepped(found, { ordinal: 5, index: 1, of: 2 }, 1)).toEqual({ ordinal: 9, index: 0, of: 1 });
    expect(stepped(found, { ordinal: 9, index: 0, of: 1 }, 1)).toEqual({ ordinal: 2, index: 0, of: 1 });
    expect(stepped(found, { ordinal: 2, index: 0, of: 1 }, -1)).toEqual({ ordinal: 9, index: 0, of: 1 });
    expect(stepped([], { ordinal: 2, index: 0, of: 1 }, 1)).toBeNull();
  });

  it('begin with the one nearest to where one reads', () => {
    expect(nearest(found, 3)).toEqual({ ordinal: 5, index: 0, of: 2 });
    expect(nearest(found, 10)).toEqual({ ordinal: 9, index: 0, of: 1 });
    expect(nearest([], 0)).toBeNull();
  });

  it('of the window are its own, of what stands before it the engine’s', () => {
    const items = [message(7, 'Pear and pear'), message(8, 'apple'), message(9, 'a pear')];
    expect(foundIn(items, pear)).toEqual([
      { ordinal: 7, count: 2 },
      { ordinal: 9, count: 1 },
    ]);
    expect(
      joinFound(
        [
          { ordinal: 2, count: 1 },
          { ordinal: 7, count: 9 },
        ],
        items,
        pear,
      ),
    ).toEqual([
      { ordinal: 2, count: 1 },
      { ordinal: 7, count: 2 },
      { ordinal: 9, count: 1 },
    ]);
  });
});

describe('a find', () => {
  const pearOf = (sessionId: string) => useFind.setState({ sessionId, text: 'pear', isLooking: false });
  afterEach(() => useUi.setState({ view: { view: 'home' } }));

  it('belongs to its session: a key in another one does not close it', () => {
    pearOf('s');
    expect(closeFind('other', null, true)).toBe(false);
    expect(useFind.getState().sessionId).toBe('s');
    expect(closeFind('s', null, true)).toBe(true);
    expect(useFind.getState().sessionId).toBeNull();
    expect(closeFind('s', null, true)).toBe(false);
  });

  it('is not opened below the panel that lies over the transcript', () => {
    pearOf('s');
    useUi.setState({ panelOver: true });
    openFind('s');
    expect(useUi.getState().panelOver).toBe(false);
    closeFind('s', null, true);
  });

  it('gives its words to what is opened in that session alone', () => {
    pearOf('s');
    useUi.setState({ view: { view: 'session', sessionId: 'other' } });
    expect(wantedText()).toBe('');
    useUi.setState({ view: { view: 'session', sessionId: 's' } });
    expect(wantedText()).toBe('pear');
    closeFind('s', null, true);
    expect(wantedText()).toBe('');
  });
});

describe('the engine is asked', () => {
  beforeEach(() => {
    hold([message(7, 'x')]);
    useFind.setState({ sessionId: 's', text: 'pear', matchCase: false, stored: [], storedTo: 0, isLooking: true });
  });

  const finder = (asked: FindQuery[], answer: (from: number) => void = () => undefined) => ({
    call: {
      sessions: {
        find: (query: FindQuery) => {
          asked.push(query);
          answer(query.from);
          const last = query.from >= 3;
          return Promise.resolve(
            ok({ found: [{ ordinal: query.from, count: 1 }], next: last ? null : query.from + 3 }),
          );
        },
      },
    },
  });

  it('page by page for what stands before the window, and no more', async () => {
    const asked: FindQuery[] = [];
    await lookOn(finder(asked));
    expect(asked.map(({ from, before }) => [from, before])).toEqual([
      [0, 7],
      [3, 7],
    ]);
    expect(useFind.getState()).toMatchObject({ isLooking: false, storedTo: 7 });
    expect(useFind.getState().stored.map(({ ordinal }) => ordinal)).toEqual([0, 3]);
    // A window that begins later has less: only that is asked for.
    hold([message(9, 'x')]);
    await lookOn(finder(asked));
    expect(asked.at(-1)).toMatchObject({ from: 7, before: 9 });
  });

  it('anew for another text, whose answers alone count', async () => {
    const asked: FindQuery[] = [];
    let second: Promise<void> | undefined;
    await lookOn(
      finder(asked, () => {
        if (second !== undefined) return;
        useFind.setState({ text: 'apple', stored: [], storedTo: 0 });
        second = lookOn(finder([]));
      }),
    );
    await second;
    expect(useFind.getState().stored.map(({ ordinal }) => ordinal)).toEqual([0, 3]);
    expect(asked).toHaveLength(1);
  });

  it('and is known to be under way from the moment in which it is asked', async () => {
    useFind.setState({ isLooking: false });
    const looking = lookOn(finder([]));
    expect(useFind.getState().isLooking).toBe(true);
    await looking;
    expect(useFind.getState().isLooking).toBe(false);
  });

  it('reaches into the window where a part of it is over 64 KB, and believes the engine of that one', async () => {
    const large: Item = {
      ordinal: 8,
      turnId: null,
      at: 0,
      seq: 0,
      open: false,
      kind: 'message',
      role: 'agent',
      content: [{ type: 'stored', blobId: 'b', as: 'text', bytes: 99_999, head: 'a pear at its beginning' }],
    };
    const items = [message(7, 'a pear'), large, message(9, 'a pear')];
    hold(items);
    useFind.setState({ sessionId: 's', text: 'pear', matchCase: false, stored: [], storedTo: 0 });
    const asked: FindQuery[] = [];
    await lookOn({
      call: {
        sessions: {
          find: (query) => {
            asked.push(query);
            return Promise.resolve(ok({ found: [7, 8].map((ordinal) => ({ ordinal, count: 5 })), next: null }));
          },
        },
      },
    });
    expect(asked.map(({ from, before }) => [from, before])).toEqual([[0, 9]]);
    const { stored, storedTo } = useFind.getState();
    expect(joinFound(stored, items, pear, storedTo)).toEqual([
      { ordinal: 7, count: 1 },
      { ordinal: 8, count: 5 },
      { ordinal: 9, count: 1 },
    ]);
    // Before it has answered, its beginning.
    expect(joinFound([], items, pear)).toContainEqual({ ordinal: 8, count: 1 });
  });
});
