import { expect, it } from 'vitest';
import { JumpClock } from '../../tests/support/engine/jumpClock';
import { AfterFirstLook } from './afterFirstLook';

function started() {
  const clock = new JumpClock();
  let done = 0;
  const after = new AfterFirstLook(clock, () => (done += 1));
  return { after, clock, done: () => done };
}

it('waits until a page that came has had its lists, and is done once', () => {
  const { after, clock, done } = started();
  clock.jump(900);
  after.pageCame();
  clock.jump(150);
  expect(done()).toBe(0);
  after.pageCame();
  clock.jump(51);
  expect(done()).toBe(1);
  after.pageCame();
  clock.jump(60_000);
  expect(done()).toBe(1);
});

it('is done without a page too, though not when the engine ends first', () => {
  const without = started();
  without.clock.jump(1000);
  expect(without.done()).toBe(1);
  // A page that comes late finds it done.
  without.after.pageCame();
  without.clock.jump(1000);
  expect(without.done()).toBe(1);
  const ended = started();
  ended.after.close();
  ended.clock.jump(60_000);
  expect(ended.done()).toBe(0);
});
