import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '@shared/clock';
import type { AppError, Result } from '@shared/errors';
import type { SessionEvent, SessionEventBody } from '@shared/session/event';
import type { ItemOf } from '@shared/session/item';
import { databasePath } from './openDatabase';
import { openStore, type Store } from './openStore';

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  private time = 1_000;
  private timers: { at: number; run: () => void }[] = [];

  now(): number {
    return this.time;
  }

  setTimer(ms: number, run: () => void): () => void {
    const timer = { at: this.time + ms, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  advance(ms: number): void {
    this.time += ms;
    for (const timer of this.timers.filter(({ at }) => at <= this.time)) {
      this.timers = this.timers.filter((other) => other !== timer);
      timer.run();
    }
  }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface TestStore extends Store {
  home: string;
  clock: ManualClock;
  failures: AppError[];
  recoveries: number;
  overflows: number;
  damages: AppError[];
}

/** A real store in a folder of its own, with project `p1` and session `s1`. */
export function testStore(home = temporaryFolder()): TestStore {
  const clock = new ManualClock();
  const failures: AppError[] = [];
  const damages: AppError[] = [];
  let lastId = 0;
  const store: TestStore = {
    ...valueOf(
      openStore({
        home,
        clock,
        newId: () => `id${(lastId += 1)}`,
        onFailure: (error) => failures.push(error),
        onRecovered: () => (store.recoveries += 1),
        onOverflow: () => (store.overflows += 1),
        onDamage: (error) => damages.push(error),
      }),
    ),
    home,
    clock,
    failures,
    damages,
    recoveries: 0,
    overflows: 0,
  };
  onTestFinished(() => store.database.close());
  if (!store.sessions.get('s1')) {
    store.database.run(`insert into project values ('p1', '/wood/p1', 'p1', 1, 0)`);
    store.sessions.create({ sessionId: 's1', projectId: 'p1', agentId: 'demo', cwd: '/wood/p1' });
  }
  return store;
}

/** The files as a kill -9 leaves them, opened anew: nothing of the running store is told to finish. */
export function afterKill(store: TestStore): TestStore {
  const home = temporaryFolder();
  for (const suffix of ['', '-wal']) {
    const file = `${databasePath(store.home)}${suffix}`;
    if (existsSync(file)) copyFileSync(file, `${databasePath(home)}${suffix}`);
  }
  return testStore(home);
}

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

export const event = (seq: number, body: SessionEventBody, sessionId = 's1'): SessionEvent => ({
  seq,
  at: seq * 10,
  sessionId,
  ...body,
});

export const text = (seq: number, words: string): SessionEvent =>
  event(seq, {
    type: 'update',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } },
  });

export const messageItem = (ordinal: number, words: string, open = false): ItemOf<'message'> => ({
  kind: 'message',
  role: 'agent',
  ordinal,
  turnId: 't1',
  at: ordinal * 10,
  seq: ordinal + 1,
  open,
  content: [{ type: 'text', text: words }],
});

export const toolItem = (ordinal: number, toolCallId: string, title: string): ItemOf<'toolCall'> => ({
  kind: 'toolCall',
  toolCallId,
  title,
  toolKind: 'edit',
  status: 'completed',
  content: [],
  locations: [{ path: '/wood/p1/src/登录.ts' }],
  ordinal,
  turnId: 't1',
  at: ordinal * 10,
  seq: ordinal + 1,
  open: false,
});
