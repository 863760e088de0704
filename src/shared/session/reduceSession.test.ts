import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyEvents } from '../../../tests/support/fuzz/sessionEvents';
import { expectSound, openTurnOf } from '../../../tests/support/fuzz/soundSession';
import type { SessionEvent, SessionEventBody } from './event';
import type { Item } from './item';
import { reduceEvents, reduceSession } from './reduceSession';
import { trimWindow } from './replica';
import { emptySession, type SessionState } from './state';

describe('reduceSession', () => {
  it('never throws and keeps its invariants whatever the order of events', () => {
    fc.assert(
      fc.property(anyEvents, (all) => {
        let state = emptySession('s');
        for (const event of all) {
          const before = state;
          state = reduceSession(before, event);
          expectSound(state);
          expect(reduceSession(state, event)).toBe(state);
          if (event.type === 'turn.ended' && openTurnOf(before) === event.turnId) {
            expect(state.items.some((item) => item.kind === 'toolCall' && item.open)).toBe(false);
          }
        }
        expect(reduceEvents(emptySession('s'), all)).toStrictEqual(state);
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same when the state travelled as JSON between any two events', () => {
    fc.assert(
      fc.property(anyEvents, fc.nat(60), (all, cut) => {
        const whole = reduceEvents(emptySession('s'), all);
        const half: SessionState = JSON.parse(JSON.stringify(reduceEvents(emptySession('s'), all.slice(0, cut))));
        expect(reduceEvents(half, all.slice(cut))).toStrictEqual(whole);
      }),
      { numRuns: 300 },
    );
  });

  it('folds the same head and the same newest items in a window that is trimmed all the time', () => {
    // As the engine does: updates of known tool calls name their item, so that no window takes them for new ones.
    fc.assert(
      fc.property(anyEvents, (mixed) => {
        const all = mixed.filter((event) => !repeatsUnnamed(event));
        let whole = emptySession('s');
        let small = whole;
        for (const event of all) {
          const named = withTarget(whole, event);
          whole = reduceSession(whole, named);
          small = trimWindow(reduceSession(small, named), 3);
          const tail = whole.items.slice(whole.items.length - small.items.length);
          expect(small.items.map(placeOf)).toEqual(tail.map(placeOf));
          expect({ ...small, items: [] }).toEqual({ ...whole, items: [] });
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the reference of everything that an event does not touch', () => {
    const start = reduceEvents(emptySession('s'), [
      at(1, { type: 'turn.started', turnId: 't', kind: 'prompt', prompt: [{ type: 'text', text: 'Hi' }] }),
      at(2, { type: 'update', update: { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Run' } }),
      at(3, { type: 'update', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'a' } } }),
      at(4, { type: 'update', update: { sessionUpdate: 'available_commands_update', availableCommands: [command] } }),
    ]);
    const text = reduceSession(
      start,
      at(5, { type: 'update', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'b' } } }),
    );
    const { seq: seqBefore, items: itemsBefore, ...headBefore } = start;
    const { seq, items, ...head } = text;
    expect([seqBefore, seq]).toEqual([4, 5]);
    for (const [key, value] of Object.entries(headBefore)) expect(Object.entries(head)).toContainEqual([key, value]);
    expect(text.turn).toBe(start.turn);
    expect(text.commands).toBe(start.commands);
    expect(text.options).toBe(start.options);
    expect(items.map((item, index) => item === itemsBefore[index])).toEqual([true, true, false]);

    const repeated = reduceEvents(text, [
      at(6, { type: 'update', update: { sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'Run' } }),
      at(7, {
        type: 'update',
        update: { sessionUpdate: 'available_commands_update', availableCommands: [{ ...command }] },
      }),
      at(8, { type: 'turn.ended', turnId: 'other', outcome: { status: 'interrupted' } }),
      at(9, { type: 'todos.set', todos: [] }),
    ]);
    expect(repeated).toEqual({ ...text, seq: 9 });
    expect(repeated.items).toBe(text.items);
    expect(repeated.commands).toBe(text.commands);
    expect(repeated.todos).toBe(text.todos);
  });

  it('folds a batch of text into ten thousand items with one copy of them', () => {
    const items = 10_000;
    const notices = Array.from({ length: items }, (_, index) =>
      at(index + 1, { type: 'notice.added', notice: { code: 'session.optionsReset' } }),
    );
    const text = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'word ' } } as const;
    const batches = Array.from({ length: 40 }, (_, batch) =>
      Array.from({ length: 50 }, (__, index) => at(items + 1 + batch * 50 + index, { type: 'update', update: text })),
    );
    let state = reduceEvents(emptySession('s'), notices);
    const passes = wholePasses(items, () => {
      for (const batch of batches) state = reduceEvents(state, batch);
    });
    expect(state.items).toHaveLength(items + 1);
    expect(passes).toEqual({ slice: 40 });
  });
});

/** What copies an array, or goes through it from its beginning. */
const WHOLE = [
  ...([
    'slice',
    'concat',
    'map',
    'filter',
    'flatMap',
    'forEach',
    'reduce',
    'find',
    'findIndex',
    'some',
    'every',
  ] as const),
  ...(['indexOf', 'includes', 'splice', 'unshift', 'toSpliced', 'with', 'values', 'entries', Symbol.iterator] as const),
];

/** How often each of them was called on an array of so many while `work` did. */
function wholePasses(length: number, work: () => void): Record<string, number> {
  const passes: Record<string, number> = {};
  const old = WHOLE.map((name) => [name, Reflect.get(Array.prototype, name)] as const);
  for (const [name, method] of old) {
    Reflect.set(Array.prototype, name, function noted(this: unknown[], ...args: unknown[]): unknown {
      if (this.length >= length) passes[String(name)] = (passes[String(name)] ?? 0) + 1;
      return Reflect.apply(method, this, args);
    });
  }
  try {
    work();
  } finally {
    for (const [name, method] of old) Reflect.set(Array.prototype, name, method);
  }
  return passes;
}

const command = { name: 'review', description: '', input: null };
const at = (seq: number, one: SessionEventBody): SessionEvent => ({ sessionId: 's', seq, at: seq, ...one });

const placeOf = ({ ordinal, kind }: Item): unknown => [ordinal, kind];

/** Told of again after it settled, such an item is looked up by its own id: agents do not do that over pages. */
const repeatsUnnamed = (event: SessionEvent): boolean =>
  event.type === 'subtask.changed' ||
  event.type === 'image.generated' ||
  (event.type === 'update' && event.update.sessionUpdate === 'compaction_update');

function withTarget(state: SessionState, event: SessionEvent): SessionEvent {
  if (event.type !== 'update') return event;
  const { update } = event;
  if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return event;
  const known = state.items.findLast((item) => item.kind === 'toolCall' && item.toolCallId === update.toolCallId);
  return { ...event, target: known?.ordinal };
}
