// The product's own road: bytes -> NdjsonReader -> Connection -> parsed update.
import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { Connection } from '../../../src/main/acp/connection';
import { Wiretap } from '../../../src/main/acp/wiretap';
import { measure } from './measure.mjs';

const clock = {
  now: () => Date.now(),
  setTimer: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

type Child = ChildProcessByStdio<Writable, Readable, null>;

await measure(async (child: Child, onUpdate: (length: number) => void) => {
  const connection = new Connection({
    stdout: child.stdout,
    stdin: child.stdin,
    clock,
    wiretap: new Wiretap(clock),
    explainEnd: () => Promise.resolve({ code: 'agent.outputEnded', stderrTail: '' }),
    handlers: {
      onUpdate: (_, update) => {
        if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') {
          onUpdate(update.content.text.length);
        }
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
});
