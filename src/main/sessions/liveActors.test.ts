import { expect, it } from 'vitest';
import { contextWithoutAgents } from '../../../tests/support/engine/contextWithoutAgents';
import { afterKill, testStore, type TestStore, valueOf } from '../store/testStore';
import { LiveActors } from './liveActors';
import { SessionBoard } from './sessionBoard';
import type { SessionActor } from './sessionActor';

const COUNT = 40;

function actorsOf(store: TestStore): LiveActors {
  let lastId = 0;
  const context = contextWithoutAgents(store, () => `n${(lastId += 1)}`);
  return new LiveActors(context, new SessionBoard(store.sessions));
}

it('knows of one that was killed while its agent was being started that there is no process now', () => {
  const store = testStore();
  const before = valueOf(actorsOf(store).find('s1'));
  before.append([{ type: 'connection.changed', connection: { status: 'starting', connectionId: 'c1' } }]);
  before.journal.checkpoint();
  valueOf(store.transcripts.commit());
  const killed = afterKill(store);
  expect(killed.sessions.unsettled()).toEqual([]);
  expect(valueOf(actorsOf(killed).find('s1')).state.connection).toEqual({ status: 'none' });
});

it('is not kept from taking an unused one again by an update that has just come', () => {
  const actors = actorsOf(testStore());
  const unused = valueOf(actors.find('s1'));
  unused.onUpdate({ sessionUpdate: 'available_commands_update', availableCommands: [] });
  expect(unused.isBusy).toBe(true);
  expect(actors.isBusy('s1')).toBe(false);
  unused.append([{ type: 'turn.started', turnId: 't1', kind: 'prompt', prompt: [{ type: 'text', text: 'Go' }] }]);
  expect(actors.isBusy('s1')).toBe(true);
});

/** Forty sessions, each with a turn of three items that is over. */
function forty() {
  const store = testStore();
  const ids = Array.from({ length: COUNT }, (_, index) => `session${index}`);
  for (const sessionId of ids) {
    store.sessions.create({ sessionId, projectId: 'p1', agentId: 'demo', cwd: '/wood/p1' });
  }
  const actors = actorsOf(store);
  const play = (sessionId: string): SessionActor => {
    const actor = valueOf(actors.find(sessionId));
    const prompt = [{ type: 'text' as const, text: `I am ${sessionId}` }];
    actor.append([{ type: 'turn.started', turnId: `turn of ${sessionId}`, kind: 'prompt', prompt }]);
    actor.append([
      { type: 'notice.added', notice: { code: 'session.optionsReset' } },
      { type: 'notice.added', notice: { code: 'session.optionsReset' } },
    ]);
    return actor;
  };
  const end = (actor: SessionActor): void =>
    actor.append([
      {
        type: 'turn.ended',
        turnId: `turn of ${actor.identity.sessionId}`,
        outcome: { status: 'ended', stopReason: 'end_turn' },
      },
    ]);
  const hydrated = (): string[] =>
    actors.all.filter(({ state }) => state.items.length > 0).map(({ identity }) => identity.sessionId);
  return { actors, ids, play, end, hydrated };
}

it('holds the items of the newest twenty-four, and those of others only while they work or are looked at', () => {
  const { actors, ids, play, end, hydrated } = forty();
  const working = play('session0');
  const watched = play('session1');
  const stop = watched.journal.events.listen(() => undefined);
  end(watched);
  for (const sessionId of ids.slice(2)) end(play(sessionId));
  expect(hydrated()).toEqual(['session0', 'session1', ...ids.slice(COUNT - 22)]);
  stop();
  end(working);
  actors.touch(working);
  // Another one is asked for: the one that nobody looks at any more is the coldest now.
  valueOf(actors.find('session2'));
  expect(hydrated()).toEqual(['session0', ...ids.slice(COUNT - 22)]);
});

it('shows one that it let go of as it was, from one page of the store, and tells on', () => {
  const { actors, ids, play, end, hydrated } = forty();
  for (const sessionId of ids) end(play(sessionId));
  expect(hydrated()).not.toContain('session3');
  const actor = valueOf(actors.find('session3'));
  const { state, hasOlder } = actor.journal.snapshot();
  expect(state.items.map(({ kind, ordinal }) => `${ordinal} ${kind}`)).toEqual(['0 message', '1 notice', '2 notice']);
  expect(hasOlder).toBe(false);
  actor.append([{ type: 'notice.added', notice: { code: 'session.optionsReset' } }]);
  expect(actor.journal.snapshot().state.items).toHaveLength(4);
});

it('lets what happens in one without its window stand at its end, and puts the window before it', () => {
  const { actors, ids, play, end } = forty();
  const first = play('session0');
  end(first);
  for (const sessionId of ids.slice(1)) end(play(sessionId));
  expect(first.state.items).toEqual([]);
  first.append([{ type: 'notice.added', notice: { code: 'session.optionsReset' } }]);
  expect(first.state.items.map(({ ordinal }) => ordinal)).toEqual([3]);
  expect(
    valueOf(actors.find('session0'))
      .journal.snapshot()
      .state.items.map(({ ordinal }) => ordinal),
  ).toEqual([0, 1, 2, 3]);
});
