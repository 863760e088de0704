// First, since it counts only what is compiled after it.
import { operationsUntil } from '../support/work';
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { SessionUpdate } from '@shared/acp/update';
import { decideUpdate } from '@shared/session/decide/decideUpdate';
import { reduceSession } from '@shared/session/reduceSession';
import { emptySession, type SessionState } from '@shared/session/state';
import { Connection } from '../../src/main/acp/connection';
import { Wiretap } from '../../src/main/acp/wiretap';
import { UpdateBatch } from '../../src/main/sessions/updateBatch';
import { ManualClock } from '../../src/main/store/testStore';
import { message } from '../support/messages';

const baseline: Record<'engine.stepsAnUpdate', number> = JSON.parse(
  readFileSync('scripts/bench/baseline.json', 'utf8'),
);
/** Loose: what merely varies passes, a road that takes twice the steps does not. */
const TWICE = 2;
/** As scripts/bench/ingest: a pipe gives 64 KB at a time, and what comes within a frame is one flush. */
const LINES = 400;
const READS = 10;

const line = (text: string): string =>
  `${JSON.stringify({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 'a', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
  })}\n`;

/** Bytes of an agent to a session of so many items: read, parsed, batched, decided and folded, as `scripts/bench/ingest/ours.ts`. */
async function stepsOf(reads: number, items = 0): Promise<number> {
  const clock = new ManualClock();
  const stdout = new PassThrough();
  const batch = new UpdateBatch();
  const before = Array.from({ length: items }, (_, ordinal) => message(ordinal, `Message ${ordinal}`));
  let state: SessionState = { ...emptySession('s'), items: before, nextOrdinal: items };
  let updates = 0;
  const flush = (): void => {
    for (const update of batch.drain()) {
      for (const body of decideUpdate(state, update, 'turn', undefined)) {
        state = reduceSession(state, { seq: state.seq + 1, at: 0, sessionId: 's', ...body });
      }
    }
  };
  const connection = new Connection({
    stdout,
    stdin: new PassThrough(),
    clock,
    wiretap: new Wiretap(clock),
    explainEnd: () => Promise.resolve({ code: 'agent.outputEnded', stderrTail: '' }),
    handlers: {
      onUpdate: (_, update: SessionUpdate) => {
        batch.push(update);
        if ((updates += 1) % LINES === 0) flush();
      },
      onRequest: () => Promise.reject(new Error('unexpected')),
      onNotification: () => undefined,
      onFault: (error) => {
        throw new Error(JSON.stringify(error));
      },
    },
  });
  const bytes = Buffer.from(Array.from({ length: LINES }, (_, number) => line(`word ${number % 1_000} `)).join(''));
  const steps = await operationsUntil(async () => {
    for (let read = 0; read < reads; read += 1) stdout.write(bytes);
    stdout.end();
    await connection.closed;
  });
  expect(updates).toBe(reads * LINES);
  expect(state.items).toHaveLength(items + 1);
  return steps;
}

describe('what the engine does for an answer, against scripts/bench/baseline.json', () => {
  it('takes as many steps for an update, from its bytes to the session, as it took', async () => {
    // What is done once, by whoever comes first, is no part of it.
    const some = await stepsOf(READS);
    const perUpdate = ((await stepsOf(3 * READS)) - some) / (2 * READS * LINES);
    expect(perUpdate).toBeLessThan(baseline['engine.stepsAnUpdate'] * TWICE);
    // A count that shrank by so much counts something else.
    expect(perUpdate).toBeGreaterThan(baseline['engine.stepsAnUpdate'] / TWICE);
  });

  it.each([200, 10_000])('takes hardly more of them among %i items than among none', async (items) => {
    expect((await stepsOf(READS, items)) / (await stepsOf(READS))).toBeLessThan(1.1);
  });
});
