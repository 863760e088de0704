import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppFailure, fail, ok } from '@shared/errors';
import { contract } from '@shared/ipc/contract';
import { invoke } from '@shared/ipc/wire';
import { createRouter } from './router';

const small = {
  sums: {
    add: invoke<number>()(z.object({ a: z.number(), b: z.number() })),
    fail: invoke<null>()(z.object({})),
    refuse: invoke<null>()(z.object({})),
    break: invoke<null>()(z.object({})),
  },
};

function router() {
  const defects: string[] = [];
  const made = createRouter(
    small,
    {
      sums: {
        add: ({ a, b }) => Promise.resolve(ok(a + b)),
        fail: () => Promise.resolve(fail({ code: 'session.busy' })),
        refuse: () => Promise.reject(new AppFailure({ code: 'session.busy' })),
        break: () => {
          throw new Error('a slip');
        },
      },
    },
    (method) => defects.push(method),
  );
  return { call: (method: string, input?: unknown) => made.call(method, input), defects };
}

describe('the router', () => {
  it('parses the input and answers by the handler', async () => {
    expect(await router().call('sums.add', { a: 1, b: 2 })).toEqual({ ok: true, value: 3 });
    expect(await router().call('sums.fail', {})).toEqual({ ok: false, error: { code: 'session.busy' } });
  });

  it.each([undefined, null, 'text', {}, { a: 1 }, { a: 1, b: '2' }, { a: 1, b: Number.NaN }])(
    'refuses an input of another form: %j',
    async (input) => {
      expect(await router().call('sums.add', input)).toMatchObject({ ok: false, error: { code: 'ipc.invalidInput' } });
    },
  );

  it.each(['sums', 'sums.', 'sums.subtract', '.add', 'constructor', '__proto__.toString', 'sums.toString'])(
    'knows no method %s',
    async (method) => {
      expect(await router().call(method, {})).toEqual({ ok: false, error: { code: 'ipc.unknownMethod', method } });
    },
  );

  it('answers what a handler throws, and tells of what is a slip of ours', async () => {
    const { call, defects } = router();
    expect(await call('sums.refuse', {})).toEqual({ ok: false, error: { code: 'session.busy' } });
    expect(defects).toEqual([]);
    expect(await call('sums.break', {})).toEqual({ ok: false, error: { code: 'engine.failed', message: 'a slip' } });
    expect(defects).toEqual(['sums.break']);
  });

  it('can read an input for every call of the contract: no schema is broken', () => {
    for (const [group, calls] of Object.entries(contract)) {
      for (const [name, { input }] of Object.entries(calls)) {
        expect(
          () => input.safeParse({ answer: { kind: 'plan' }, content: [{ type: 'text' }] }),
          `${group}.${name}`,
        ).not.toThrow();
      }
    }
  });
});
