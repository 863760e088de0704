// The product's own road: bytes -> NdjsonReader -> Connection -> parsed update -> batch of a flush -> decided -> reduced.
import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { SessionUpdate } from '../../../src/shared/acp/update';
import { plainText } from '../../../src/shared/acp/content';
import { decideUpdate } from '../../../src/shared/session/decide/decideUpdate';
import { reduceSession } from '../../../src/shared/session/reduceSession';
import { emptySession } from '../../../src/shared/session/state';
import { Connection } from '../../../src/main/acp/connection';
import { Wiretap } from '../../../src/main/acp/wiretap';
import { UpdateBatch } from '../../../src/main/sessions/updateBatch';
import { measure } from './measure.mjs';

/** As in the session actor. */
const FLUSH_MS = 16;

const clock = {
  now: () => Date.now(),
  setTimer: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

class ReducedSession {
  #state = emptySession('bench');
  readonly #batch = new UpdateBatch();
  #stopFlush: (() => void) | undefined;
  flushes = 0;

  onUpdate(update: SessionUpdate): void {
    this.#batch.push(update);
    this.#stopFlush ??= clock.setTimer(FLUSH_MS, () => this.flush());
  }

  flush(): void {
    this.#stopFlush?.();
    this.#stopFlush = undefined;
    this.flushes += 1;
    const at = clock.now();
    for (const update of this.#batch.drain()) {
      for (const body of decideUpdate(this.#state, update, 'turn', undefined)) {
        this.#state = reduceSession(this.#state, {
          seq: this.#state.seq + 1,
          at,
          sessionId: 'bench',
          ...body,
        });
      }
    }
  }

  get characters(): number {
    let total = 0;
    for (const item of this.#state.items) {
      if (item.kind === 'message') for (const block of item.content) total += plainText(block).length;
    }
    return total;
  }
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

await measure(async (child: Child, onUpdate: (length: number) => void, count: number) => {
  const session = new ReducedSession();
  let updates = 0;
  let sent = 0;
  const connection = new Connection({
    stdout: child.stdout,
    stdin: child.stdin,
    clock,
    wiretap: new Wiretap(clock),
    explainEnd: () => Promise.resolve({ code: 'agent.outputEnded', stderrTail: '' }),
    handlers: {
      onUpdate: (_, update) => {
        session.onUpdate(update);
        updates += 1;
        if (updates === count) session.flush();
        const length =
          'content' in update && update.content && !Array.isArray(update.content)
            ? plainText(update.content).length
            : 0;
        sent += length;
        onUpdate(length);
      },
      onRequest: () => Promise.reject(new Error('unexpected')),
      onNotification: () => undefined,
      onNoise: () => undefined,
      onFault: (error) => {
        throw new Error(JSON.stringify(error));
      },
    },
  });
  await connection.closed;
  if (session.characters !== sent) throw new Error(`${session.characters} of ${sent} characters were reduced`);
  return { flushes: session.flushes };
});
