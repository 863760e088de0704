import { expect, it } from 'vitest';
import type { AppError } from '@shared/errors';
import { ManualClock } from '../store/testStore';
import { RestartPolicy } from './restartPolicy';

const died: AppError = { code: 'agent.exited', exitCode: 1, signal: null, stderrTail: '' };
const never = new AbortController().signal;

function failing(times: number) {
  const clock = new ManualClock();
  const policy = new RestartPolicy(clock);
  for (let count = 0; count < times; count += 1) policy.failed('a', died);
  const seconds = (): number | null => {
    const wait = policy.waitFor('a');
    return wait === null ? null : (wait.until - clock.now()) / 1000;
  };
  return { clock, policy, seconds };
}

it.each([
  [1, null],
  [2, null],
  [3, 5],
  [4, 15],
  [5, 30],
  [6, 60],
  [7, 120],
  [30, 120],
])('after %i failures in a row the next start waits %s seconds', (times, wait) => {
  expect(failing(times).seconds()).toBe(wait);
});

it('counts for each program by itself, and is over when that opened a session', () => {
  const { policy, seconds } = failing(4);
  expect(policy.waitFor('b')).toBeNull();
  policy.succeeded('a');
  expect(seconds()).toBeNull();
  policy.failed('a', died);
  expect(seconds()).toBeNull();
});

it('does not count what is no death: a program that is not there, or one that wants a sign-in', () => {
  const { policy, seconds } = failing(0);
  for (let count = 0; count < 5; count += 1) {
    policy.failed('a', { code: 'agent.notFound', command: 'a', searched: [] });
    policy.failed('a', { code: 'agent.authRequired', message: '', methods: [] });
  }
  expect(seconds()).toBeNull();
});

it('lets go of those who wait when the time is over', async () => {
  const { clock, policy } = failing(3);
  const passed = policy.passed('a', never);
  clock.advance(5000);
  await passed;
  expect(policy.waitFor('a')).toBeNull();
});

it('lets go of all who wait when somebody wants it now, and counts on', async () => {
  const { policy, seconds } = failing(3);
  const both = [policy.passed('a', never), policy.passed('a', never)];
  policy.waitFor('a')?.tryNow();
  await Promise.all(both);
  expect(policy.waitFor('a')).toBeNull();
  policy.failed('a', died);
  expect(seconds()).toBe(15);
});

it('lets go of one who gives up, and the others wait on', async () => {
  const { clock, policy } = failing(3);
  const givenUp = new AbortController();
  const order: string[] = [];
  const other = policy.passed('a', never).then(() => order.push('other'));
  const mine = policy.passed('a', givenUp.signal).then(() => order.push('mine'));
  givenUp.abort();
  await mine;
  clock.advance(5000);
  await other;
  expect(order).toEqual(['mine', 'other']);
});
