import { MessageChannel } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, streams } from '../../src/shared/ipc/contract';
import { portOf } from '../support/engine/ports';
import { type TestEngine, TestProfile } from '../support/engine/testEngine';
import { FUZZ_TIME, fuzz } from '../support/fuzz/fuzz';
import { mutated, mutation, oddValue } from '../support/fuzz/oddValue';

const methods = Object.entries(contract).flatMap(([group, calls]) =>
  Object.keys(calls).map((name) => `${group}.${name}`),
);
const names = Object.keys(streams);

/** Inputs that come near to being right, so that not only the schemas are met. */
const near = fc.constantFrom<unknown>(
  { sessionId: 'nobody', content: [{ type: 'text', text: 'Hi' }] },
  { sessionId: '../../etc/passwd', path: '/etc/passwd' },
  { projectId: 'nobody', agentId: 'nobody', path: '/nowhere', name: 'x' },
  { requestId: 'none', answer: { kind: 'permission', optionId: 'yes' }, viaKeyboard: false },
  { blobId: "' or 1=1 --", offset: 0, length: 10 },
  { text: '" OR NEAR( "*', limit: 10 },
  { url: 'javascript:alert(1)' },
  { ptyId: 'none', data: 'rm', cols: 80, rows: 24 },
  { connectionId: 'none' },
  { entryId: 'nobody', kind: 'npx', force: false },
);
const input = fc.oneof(
  oddValue,
  near,
  fc.tuple(near, mutation).map(([value, change]) => mutated(value, change)),
);
const method = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...methods) },
  fc.string(),
  fc.constantFrom('__proto__', 'constructor.name', '.', 'sessions.'),
);
/** They start something that takes its time, or asks the world outside; with what comes of an input that fits, tests of their own deal. */
const SLOW = new Set([
  'agents.detect',
  'agents.test',
  'agents.refresh',
  'registry.refresh',
  'registry.install',
  'sessions.createDemo',
]);

const message: fc.Arbitrary<unknown> = fc.oneof(
  fc.record({ t: fc.constant('call'), id: fc.nat(), method, input }).filter((call) => !SLOW.has(call.method)),
  fc.record({
    t: fc.constant('subscribe'),
    sub: fc.nat({ max: 400 }),
    stream: fc.oneof(fc.constantFrom(...names), fc.string()),
    params: input,
  }),
  fc.record({ t: fc.constant('unsubscribe'), sub: fc.nat({ max: 400 }) }),
  fc.record({
    t: fc.constant('ack'),
    posts: fc.array(fc.record({ sub: fc.nat({ max: 400 }), post: fc.integer() }), { maxLength: 4 }),
  }),
  fc.record({ t: oddValue, id: oddValue, method: oddValue, input }).filter(({ t }) => t !== 'call'),
  oddValue,
);

describe('the door between page and engine', () => {
  const profile = new TestProfile();
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await profile.start();
  });
  afterAll(() => profile.dispose());

  it(
    'answers every call with a Result, whatever a page sends, and goes on serving other pages',
    (context) =>
      fuzz(context, 40, [fc.array(message, { minLength: 1, maxLength: 40 })], async (messages) => {
        const { port1, port2 } = new MessageChannel();
        engine.connect(portOf(port1));
        const sent = messages.map((one, id) => (isCall(one) ? { ...one, id } : one));
        const calls = sent.filter(isCall);
        const results: unknown[] = [];
        const answered = new Promise<void>((resolve) => {
          port2.on('message', (raw: { t: string; result: unknown }) => {
            if (raw.t === 'result') results.push(raw.result);
            if (results.length >= calls.length) resolve();
          });
          if (calls.length === 0) resolve();
        });
        for (const one of sent) port2.postMessage(one);
        await answered;
        for (const result of results) expect(result).toHaveProperty('ok');
        port2.close();
        expect((await engine.page.call.app.dismissNotice({ at: -1 })).ok).toBe(true);
      }),
    FUZZ_TIME,
  );
});

const isCall = (one: unknown): one is { t: 'call'; id: number; method: unknown } =>
  typeof one === 'object' && one !== null && 't' in one && one.t === 'call' && 'method' in one;
