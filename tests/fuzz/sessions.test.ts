import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adapterOf } from '../../src/main/agents/adapters/table';
import { decide, type SessionInput } from '../../src/shared/session/decide';
import type { SessionEvent } from '../../src/shared/session/event';
import { reduceEvents, reduceSession } from '../../src/shared/session/reduceSession';
import { emptySession, isTurnOpen, type SessionState } from '../../src/shared/session/state';
import { foldRecording } from '../support/foldRecording';
import { FUZZ_TIME, fuzz } from '../support/fuzz/fuzz';
import { mutated, mutation } from '../support/fuzz/oddValue';
import { anyEvents, anyUpdate } from '../support/fuzz/sessionEvents';
import { expectSound } from '../support/fuzz/soundSession';

const FOLDER = join(import.meta.dirname, '../fixtures');
const recordings = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => readFileSync(join(FOLDER, name), 'utf8').trim().split('\n'));

const id = (prefix: string): fc.Arbitrary<string> => fc.nat({ max: 3 }).map((n) => `${prefix}${n}`);
const at = fc.nat({ max: 10_000 });
const text = fc.string({ maxLength: 5 }).map((said) => [{ type: 'text' as const, text: said }]);
/** What a person, an agent, a process and a start of the app can do, in any order. */
const input: fc.Arbitrary<SessionInput> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('update' as const), update: anyUpdate, turnId: id('a') }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('startPrompt' as const), turnId: id('t'), prompt: text }) },
  fc.record({ type: fc.constant('cancel' as const), at }),
  fc.record({
    type: fc.constant('settleTurn' as const),
    turnId: fc.oneof(id('t'), id('a')),
    at,
    outcome: fc.constantFrom(
      { status: 'ended' as const, stopReason: 'end_turn' as const },
      { status: 'failed' as const, error: { code: 'agent.stopped' as const } },
      { status: 'interrupted' as const },
    ),
  }),
  fc.record({ requestId: id('r'), toolCallId: id('c'), at }).map(({ requestId, toolCallId, at: openedAt }) => ({
    type: 'openRequest' as const,
    at: openedAt,
    request: {
      requestId,
      openedAt,
      kind: 'permission' as const,
      toolCall: { toolCallId },
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' as const }],
    },
  })),
  fc.record({ type: fc.constant('withdrawRequest' as const), requestId: id('r'), at }),
  fc.record({
    type: fc.constant('answerRequest' as const),
    requestId: id('r'),
    answer: fc.constantFrom(
      { kind: 'permission' as const, optionId: 'yes' },
      { kind: 'permission' as const, optionId: 'never offered' },
      { kind: 'url' as const, decision: 'opened' as const },
    ),
    at,
    guardMs: fc.constantFrom(0, 500),
  }),
  fc.record({
    type: fc.constant('connectionLost' as const),
    connection: fc.constant({ status: 'none' as const }),
    error: fc.constant({ code: 'agent.stopped' as const }),
    at,
  }),
  fc.record({ type: fc.constant('reconcileAtStart' as const), at }),
);

/** `decide` asks that ids of requests and turns are new; the actor makes them so. */
const isRepeated = (known: Set<string>, one: SessionInput): boolean => {
  const newId =
    one.type === 'openRequest' ? one.request.requestId : one.type === 'startPrompt' ? one.turnId : undefined;
  if (newId === undefined) return false;
  if (known.has(newId)) return true;
  known.add(newId);
  return false;
};

describe('the session model', () => {
  it(
    'folds events in any order: never throws, and keeps what holds in every state',
    (context) =>
      fuzz(context, 100, [anyEvents], (all) => {
        let state = emptySession('s');
        for (const event of all) {
          state = reduceSession(state, event);
          expectSound(state);
        }
        expect(reduceEvents(emptySession('s'), all)).toStrictEqual(state);
      }),
    FUZZ_TIME,
  );

  it(
    'whatever a person, an agent and a process do: nothing is open after its turn, and what waits can be answered',
    (context) =>
      fuzz(context, 300, [fc.array(input, { maxLength: 40 })], (all) => {
        const known = new Set<string>();
        let turns = 0;
        let state = emptySession('s');
        for (const given of all) {
          const one: SessionInput = given.type === 'update' ? { ...given, turnId: `agent${(turns += 1)}` } : given;
          if (isRepeated(known, one)) continue;
          const decided = decide(state, one);
          if (!decided.ok) {
            expect(decided.error.code).toBeTypeOf('string');
            continue;
          }
          for (const body of decided.value) {
            const event: SessionEvent = { sessionId: 's', seq: state.seq + 1, at: 1, ...body };
            state = reduceSession(state, event);
          }
          expectSound(state);
          expectNothingSpins(state);
        }
        const end = decide(state, { type: 'reconcileAtStart', at: 1 });
        expect(end.ok).toBe(true);
        if (!end.ok) return;
        for (const body of end.value)
          state = reduceSession(state, { sessionId: 's', seq: state.seq + 1, at: 1, ...body });
        expect(isTurnOpen(state.turn)).toBe(false);
        expect(state.requests).toEqual([]);
      }),
    FUZZ_TIME,
  );

  it(
    'plays a recording of a real agent in which lines are lost, doubled, swapped or broken as a whole session',
    (context) =>
      fuzz(
        context,
        30,
        [
          fc.constantFrom(...recordings),
          fc.array(fc.record({ line: fc.nat(), how: fc.constantFrom('lose', 'double', 'swap', 'break'), mutation }), {
            minLength: 1,
            maxLength: 6,
          }),
        ],
        (recording, faults) => {
          const lines = [...recording];
          for (const { line, how, mutation: change } of faults) {
            const index = line % lines.length;
            const old = lines[index] ?? '';
            if (how === 'lose') lines.splice(index, 1);
            else if (how === 'double') lines.splice(index, 0, old);
            else if (how === 'swap') lines.splice(index, 2, lines[index + 1] ?? old, old);
            else lines[index] = broken(old, change);
          }
          for (const { state, events } of foldRecording(
            lines.join('\n'),
            (update) => adapterOf('generic').normalizeUpdate(update),
            'lenient',
          )) {
            expectSound(state);
            expect(JSON.parse(JSON.stringify(events))).toHaveLength(events.length);
          }
        },
      ),
    FUZZ_TIME,
  );
});

/** Only what an agent said is broken: our own side of the wire is ours. */
function broken(line: string, change: Parameters<typeof mutated>[1]): string {
  const frame: { t: number; dir: string; msg: Record<string, unknown> } = JSON.parse(line);
  if (frame.dir !== 'agent') return line;
  const part = 'params' in frame.msg ? 'params' : 'result';
  return JSON.stringify({ ...frame, msg: { ...frame.msg, [part]: mutated(frame.msg[part], change) } });
}

function expectNothingSpins(state: SessionState): void {
  if (isTurnOpen(state.turn)) return;
  for (const item of state.items) {
    if (item.kind === 'message' || item.kind === 'thought') expect(item.open).toBe(false);
  }
}
