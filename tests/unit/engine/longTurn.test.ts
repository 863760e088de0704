import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionUpdate } from '@shared/acp/update';
import type { SessionEvent } from '@shared/session/event';
import { type Item } from '@shared/session/item';
import { isUnfinished } from '@shared/session/reduce/settledItem';
import { reduceSession } from '@shared/session/reduceSession';
import { applyEvents, applySnapshot } from '@shared/session/replica';
import { sameValue } from '@shared/session/sameValue';
import { emptySession, type SessionState } from '@shared/session/state';
import { Journal } from '../../../src/main/sessions/journal';
import { SessionActor } from '../../../src/main/sessions/sessionActor';
import { contextWithoutAgents } from '../../support/engine/contextWithoutAgents';
import { afterKill, testStore, type TestStore, valueOf } from '../../../src/main/store/testStore';

/*
 * A page's snapshot is trimmed, and so is what the engine itself holds between turns. Whatever comes after, a page's copy
 * must equal the whole truth on its window, and the store must hold the whole truth: for every kind of event that rewrites
 * an item, however far back it stands.
 */

const chunk = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
});

/** What an agent may do next; `n` names an older thing by its number, from the first to one that is new. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ do: 'say' as const }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('newTool' as const), done: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('changeTool' as const), n: fc.nat(), done: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('plan' as const), n: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('compact' as const), n: fc.nat(3), done: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('subtask' as const), n: fc.nat(6), done: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('image' as const), n: fc.nat(6), m: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('ask' as const), n: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('answer' as const), allow: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('terminal' as const), n: fc.nat(2), ends: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'notice' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'endTurn' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** An actor over a real store, played by hand: nothing of it reaches an agent. */
class Played {
  readonly actor: SessionActor;
  readonly store: TestStore;
  #lastId = 0;
  #endedTerminals = 0;
  #tools: string[] = [];

  constructor(store = testStore()) {
    this.store = store;
    const context = contextWithoutAgents(store, () => `n${(this.#lastId += 1)}`);
    const identity = { sessionId: 's1', projectId: 'p1', agentId: 'demo', cwd: '/wood/p1' };
    this.actor = new SessionActor(identity, context, valueOf(Journal.open(context, 's1')));
  }

  play(next: Step): void {
    const { actor, store } = this;
    store.clock.advance(20);
    switch (next.do) {
      case 'say':
        actor.onUpdate(chunk(`word ${this.#lastId} `));
        break;
      case 'newTool': {
        const toolCallId = `tool${this.#tools.length}`;
        this.#tools.push(toolCallId);
        actor.onUpdate({
          sessionUpdate: 'tool_call',
          toolCallId,
          title: toolCallId,
          status: next.done ? 'completed' : 'pending',
        });
        break;
      }
      case 'changeTool':
        if (this.#tools.length === 0) break;
        actor.onUpdate({
          sessionUpdate: 'tool_call_update',
          toolCallId: this.#tool(next.n),
          title: `changed ${this.#lastId}`,
          status: next.done ? 'completed' : 'in_progress',
        });
        break;
      case 'plan':
        actor.onUpdate({
          sessionUpdate: 'plan',
          entries: [{ content: `entry ${next.n}`, status: 'pending', priority: 'low' }],
        });
        break;
      case 'compact':
        actor.onUpdate({
          sessionUpdate: 'compaction_update',
          compactionId: `compaction${next.n}`,
          status: next.done ? 'completed' : 'in_progress',
        });
        break;
      case 'subtask': {
        const told = { description: `${this.#lastId}`, prompt: '', subagentType: 'explore' };
        const status = next.done ? 'completed' : 'running';
        actor.record({ type: 'subtask.changed', toolCallId: `subtask${next.n}`, ...told, status });
        break;
      }
      case 'image':
        actor.record({
          type: 'image.generated',
          toolCallId: `image${next.n}`,
          description: `${next.m}`,
          refused: 'noPath',
        });
        break;
      case 'ask': {
        const requestId = `request${(this.#lastId += 1)}`;
        const toolCallId = this.#tools.length === 0 ? 'unknown' : this.#tool(next.n);
        const options = [
          { optionId: 'yes', name: 'Yes', kind: 'allow_once' as const },
          { optionId: 'no', name: 'No', kind: 'reject_once' as const },
        ];
        const request = { requestId, openedAt: store.clock.now(), toolCallId, kind: 'permission' as const, options };
        const context = { signal: new AbortController().signal, jsonrpcId: 0, answered: Promise.resolve() };
        void actor.open({ ...request, toolCall: { toolCallId, title: 'May I?' } }, context);
        break;
      }
      case 'answer': {
        const open = actor.state.requests[0];
        if (open === undefined) break;
        actor.answer(open.requestId, { kind: 'permission', optionId: next.allow ? 'yes' : 'no' }, 0);
        break;
      }
      case 'terminal': {
        // One that has ended says no more: the next one has another id.
        const terminalId = `terminal${next.n}-${this.#endedTerminals}`;
        const toolCallId = `shows-${terminalId}`;
        actor.onTerminal(terminalId, `line ${this.#lastId}\n`);
        actor.onUpdate({ sessionUpdate: 'tool_call_update', toolCallId, content: [{ type: 'terminal', terminalId }] });
        if (!next.ends) break;
        for (const other of [0, 1, 2]) {
          actor.onTerminalExit(`terminal${other}-${this.#endedTerminals}`, { exitCode: 0, signal: null });
        }
        this.#endedTerminals += 1;
        break;
      }
      case 'notice':
        actor.append([{ type: 'notice.added', notice: { code: 'session.optionsReset' } }]);
        break;
      case 'endTurn':
        actor.flush();
        this.endTurn();
        break;
    }
  }

  startTurn(): void {
    const turnId = `turn${(this.#lastId += 1)}`;
    this.actor.append([{ type: 'turn.started', turnId, kind: 'prompt', prompt: [{ type: 'text', text: turnId }] }]);
  }

  endTurn(): void {
    const { turn } = this.actor.state;
    if (turn.status !== 'running') return;
    // With nothing open the engine lets go of what is older than its window.
    for (const { requestId } of this.actor.state.requests) this.actor.answer(requestId, { kind: 'cancelled' }, 0);
    this.actor.append([
      { type: 'turn.ended', turnId: turn.turnId, outcome: { status: 'ended', stopReason: 'end_turn' } },
    ]);
    // As a session does that nobody looked at for long; the next turn may begin without its window.
    if (this.#lastId % 2 === 0) this.actor.journal.cool();
    this.startTurn();
  }

  /** All items as the store has them. */
  stored(): Item[] {
    const { transcripts } = this.store;
    let page = valueOf(transcripts.page('s1', { before: Number.MAX_SAFE_INTEGER }));
    let { items } = page;
    while (page.hasOlder) {
      page = valueOf(transcripts.page('s1', { before: items[0]?.ordinal ?? 0 }));
      items = [...page.items, ...items];
    }
    return items;
  }

  #tool(n: number): string {
    return this.#tools[n % this.#tools.length] ?? '';
  }
}

/**
 * What both tell must be the same, on the window of the copy. With `seq` only what that event touched is looked at, since
 * two windows of a thousand items take long to compare.
 */
function expectSame(copy: SessionState, truth: SessionState, seq?: number): void {
  const { items: held, ...head } = copy;
  const { items: all, ...trueHead } = truth;
  const before = all.length - held.length;
  const touched = ({ seq: last }: Item): boolean => seq === undefined || last === seq;
  const isSame = held.every((item, index) => {
    const truly = all[before + index];
    return (
      truly !== undefined && (touched(item) || touched(truly) ? sameValue(item, truly) : item.ordinal === truly.ordinal)
    );
  });
  if (isSame && sameValue(head, trueHead)) return;
  expect(head).toEqual(trueHead);
  expect(held).toEqual(all.slice(before));
}

/** Plays the steps and gives the number of items at the end. */
function playAll(steps: readonly Step[], everyStep: (step: number, copy: () => void) => void): number {
  const played = new Played();
  let truth = emptySession('s1');
  let copy: SessionState | undefined;
  const end = played.actor.journal.events.listen((event: SessionEvent) => {
    truth = reduceSession(truth, event);
    if (copy === undefined) return;
    const applied = applyEvents(copy, [event]);
    expect(applied.status).toBe('applied');
    copy = applied.state;
    expectSame(copy, truth, event.seq);
  });
  const takeSnapshot = (): void => {
    copy = applySnapshot(copy, played.actor.journal.snapshot().state);
    expectSame(copy, truth);
  };
  played.startTurn();
  steps.forEach((step, index) => {
    played.play(step);
    everyStep(index, takeSnapshot);
  });
  played.actor.flush();
  if (copy !== undefined) expectSame(copy, truth);
  expectSame(played.actor.journal.snapshot().state, truth);
  end();
  expectRecovered(played, truth);
  played.actor.close();
  const stored = played.stored();
  if (!sameValue(stored, truth.items)) expect(stored).toEqual(truth.items);
  return truth.items.length;
}

/** As after kill -9: the same state comes back, and once it is brought to rest nothing of it is at work any more. */
function expectRecovered(played: Played, truth: SessionState): void {
  valueOf(played.store.transcripts.commit());
  const again = new Played(afterKill(played.store));
  expectSame(again.actor.state, truth);
  again.actor.reconcile();
  again.actor.close();
  const stored = again.stored();
  expect(stored.length).toBeGreaterThanOrEqual(truth.items.length);
  const atWork = stored.filter(
    (item) => item.open || (item.kind === 'toolCall' && item.turnId === turnIdOf(truth) && isUnfinished(item.status)),
  );
  expect(atWork).toEqual([]);
}

const turnIdOf = ({ turn }: SessionState): string | null => (turn.status === 'idle' ? null : turn.turnId);

describe('a long session', () => {
  it('is told by a trimmed snapshot and the events after it as the engine knows it, and is stored whole', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 350, maxLength: 450, size: 'max' }),
        fc.integer({ min: 7, max: 60 }),
        (steps, every) => {
          const items = playAll(steps, (index, takeSnapshot) => index % every === 0 && takeSnapshot());
          expect(items).toBeGreaterThan(100);
        },
      ),
      { numRuns: 12, endOnFailure: true },
    );
  }, 60_000);

  it('is so too within one turn of a thousand items', () => {
    fc.assert(
      fc.property(
        fc.array(
          step.filter(({ do: kind }) => kind !== 'endTurn'),
          { minLength: 900, maxLength: 1000, size: 'max' },
        ),
        (steps) => {
          const items = playAll(steps, (index, takeSnapshot) => index % 150 === 149 && takeSnapshot());
          // Beyond the window of 200.
          expect(items).toBeGreaterThan(300);
        },
      ),
      { numRuns: 3, endOnFailure: true },
    );
  }, 60_000);

  it('holds no more of large answers between turns than a first look needs', () => {
    const played = new Played();
    const { actor, store } = played;
    for (let turn = 0; turn < 40; turn += 1) {
      const turnId = `turn${turn}`;
      actor.append([{ type: 'turn.started', turnId, kind: 'prompt', prompt: [{ type: 'text', text: turnId }] }]);
      actor.onUpdate(chunk('x'.repeat(32_768)));
      actor.flush();
      actor.append([{ type: 'turn.ended', turnId, outcome: { status: 'ended', stopReason: 'end_turn' } }]);
    }
    actor.journal.checkpoint();
    expect(actor.state.nextOrdinal).toBe(80);
    expect(actor.state.items.length).toBeLessThan(20);
    valueOf(store.transcripts.commit());
    expect(played.stored().length).toBe(80);
  });
});
