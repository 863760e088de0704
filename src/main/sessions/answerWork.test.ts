// First, since it counts only what is compiled after it.
import { operations } from '../../../tests/support/work';
import { expect, it } from 'vitest';
import { contextWithoutAgents } from '../../../tests/support/engine/contextWithoutAgents';
import type { SessionEvent } from '@shared/session/event';
import { emptySession } from '@shared/session/state';
import { messageItem, testStore, type TestStore, toolItem, valueOf } from '../store/testStore';
import { LiveActors } from './liveActors';
import { SessionBoard } from './sessionBoard';

/** As an answer of 32 KB comes: 670 chunks at 200 a second. */
const CHUNKS = 670;
const CHUNK_MS = 5;

/** A session that holds so many items already, as it is when somebody opens it. */
function storeWith(items: number): TestStore {
  const store = testStore();
  const stored = Array.from({ length: items }, (_, ordinal) =>
    ordinal % 3 === 0
      ? toolItem(ordinal, `tool${ordinal}`, `Edit ${ordinal}`)
      : messageItem(ordinal, `Word ${ordinal}`),
  );
  store.transcripts.checkpoint({ ...emptySession('s1'), seq: items + 1, nextOrdinal: items }, stored);
  valueOf(store.transcripts.commit());
  return store;
}

/** Every statement that runs from here on. */
function recordStatements({ database }: TestStore): Set<string> {
  const statements = new Set<string>();
  const [run, get, all] = [database.run.bind(database), database.get.bind(database), database.all.bind(database)];
  const noted =
    <A extends unknown[], R>(call: (sql: string, ...rest: A) => R) =>
    (sql: string, ...rest: A): R => {
      statements.add(sql);
      return call(sql, ...rest);
    };
  Object.assign(database, { run: noted(run), get: noted(get), all: noted(all) });
  return statements;
}

/** It reads all rows of a table of which there are many, and so is dearer the more there are. */
function looksThroughTable({ database }: TestStore, sql: string): boolean {
  const plan = database.all<{ detail: string }>(`explain query plan ${sql}`);
  return plan.some(({ detail }) => /^SCAN (item|event|session|session_head|blob)\b/.test(detail));
}

/** An answer is streamed into it, from the agent's updates to rows on disk and what is sent to the page. */
function answerIn(items: number) {
  const store = storeWith(items);
  const context = contextWithoutAgents(store, () => 'id');
  const actor = valueOf(new LiveActors(context, new SessionBoard(store.sessions)).find('s1'));
  expect(actor.journal.snapshot().state.nextOrdinal).toBe(items);
  const told: SessionEvent[] = [];
  actor.journal.events.listen((event) => void told.push(event));
  const rowsChanged = () => store.database.get<{ count: number }>('select total_changes() as count')?.count ?? 0;
  const before = rowsChanged();
  const statements = recordStatements(store);
  const did = operations(() => {
    actor.append([{ type: 'turn.started', turnId: 't', kind: 'prompt', prompt: [{ type: 'text', text: 'Go on' }] }]);
    for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
      actor.onUpdate({
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'text', text: `forty eight characters of an answer, piece ${chunk % 10}. ` },
      });
      store.clock.advance(CHUNK_MS);
    }
    actor.flush();
    actor.append([{ type: 'turn.ended', turnId: 't', outcome: { status: 'ended', stopReason: 'end_turn' } }]);
    store.clock.advance(5_000);
  });
  const rows = rowsChanged() - before;
  return {
    operations: did,
    rows,
    statements,
    scans: [...statements].filter((sql) => looksThroughTable(store, sql)),
    events: told.length,
    bytes: JSON.stringify(told).length,
  };
}

it('does as much for an answer in a session of 10,000 items as in one of 200 and in an empty one', () => {
  // What is made once, by whoever comes first, is no part of any answer.
  answerIn(0);
  const [empty, short, long] = [answerIn(0), answerIn(200), answerIn(10_000)];
  // Flushed every 32 ms, with the turn's two events.
  expect(long.events).toBeLessThan((CHUNKS * CHUNK_MS) / 32 + 4);
  expect(long.events).toBeGreaterThan(90);
  expect([long.events, long.rows]).toEqual([short.events, short.rows]);
  expect(long.bytes / short.bytes).toBeLessThan(1.02);
  expect(long.operations).toBeGreaterThan(10_000);
  expect(long.operations / short.operations).toBeLessThan(1.02);
  // What it keeps in memory is looked through with a checkpoint, and not with each flush: one step for each of the items
  // with each of the events would be more.
  expect(short.operations - empty.operations).toBeLessThan(200 * short.events);
  expect(long.statements.size).toBeGreaterThan(5);
  expect(long.scans).toEqual([]);
});
