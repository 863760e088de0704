import { describe, expect, it } from 'vitest';
import { emptySession } from '@shared/session/state';
import { findInSession, listPrompts } from './sessionReading';
import { messageItem, testStore } from './testStore';

function long(count: number) {
  const store = testStore();
  const items = Array.from({ length: count }, (_, ordinal) => {
    const item = messageItem(ordinal, ordinal % 10 === 3 ? `Pear and pear ${ordinal}` : `Line\n${ordinal}`);
    return ordinal % 4 === 0 ? { ...item, role: 'user' as const } : item;
  });
  store.transcripts.checkpoint({ ...emptySession('s1'), seq: 1 }, items);
  store.transcripts.commit();
  return store;
}

const query = { sessionId: 's1', text: 'pear', matchCase: false, from: 0, before: 1000 };

describe('a find in a session', () => {
  it('looks through all of it, page by page, and counts', () => {
    const { found, next } = findInSession(long(450).database, query);
    expect(found).toHaveLength(45);
    expect(found[1]).toEqual({ ordinal: 13, count: 2 });
    expect(next).toBeNull();
  });

  it('keeps to the stretch and to the case that are asked for', () => {
    const { database } = long(100);
    const within = findInSession(database, { ...query, from: 13, before: 33 });
    expect(within.found.map(({ ordinal }) => ordinal)).toEqual([13, 23]);
    expect(findInSession(database, { ...query, matchCase: true, before: 10 }).found).toEqual([
      { ordinal: 3, count: 1 },
    ]);
    expect(findInSession(database, { ...query, sessionId: 'nobody' }).found).toEqual([]);
  });

  it('gives what it has after a while, with where to go on', () => {
    const { database } = long(900);
    let time = 0;
    // A millisecond for each item; an answer takes 150.
    const slow = () => (time += 1);
    const seen: number[] = [];
    let pages = 0;
    for (let from: number | null = 0; from !== null; pages += 1) {
      const page = findInSession(database, { ...query, from }, slow);
      seen.push(...page.found.map(({ ordinal }) => ordinal));
      from = page.next;
    }
    expect(pages).toBe(6);
    expect(seen).toEqual(Array.from({ length: 90 }, (_, index) => index * 10 + 3));
  });

  it('stops after a single item that took too long', () => {
    const { database } = long(900);
    let time = 0;
    expect(findInSession(database, { ...query, from: 3 }, () => (time += 200))).toEqual({
      found: [{ ordinal: 3, count: 2 }],
      next: 4,
    });
  });
});

it('lists the prompts newest first, in one line each, page by page (AC-76)', () => {
  const { database } = long(40);
  const first = listPrompts(database, { sessionId: 's1', before: 1000 }, 6);
  expect(first.prompts.map(({ ordinal }) => ordinal)).toEqual([36, 32, 28, 24, 20, 16]);
  expect(first.prompts[0]).toMatchObject({ text: 'Line 36' });
  const second = listPrompts(database, { sessionId: 's1', before: first.next! }, 6);
  expect(second.prompts.map(({ ordinal }) => ordinal)).toEqual([12, 8, 4, 0]);
  expect(second.next).toBeNull();
});
