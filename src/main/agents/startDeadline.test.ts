import { describe, expect, it } from 'vitest';
import { fetchesFirst, StartDeadline } from './startDeadline';

/** A clock moved by hand, with one timer at a time. */
function handClock() {
  let now = 0;
  let timer: { at: number; run: () => void } | null = null;
  return {
    now: () => now,
    setTimer(ms: number, run: () => void) {
      const mine = { at: now + ms, run };
      timer = mine;
      return () => {
        if (timer === mine) timer = null;
      };
    },
    advance(seconds: number) {
      now += seconds * 1000;
      if (timer !== null && timer.at <= now) timer.run();
    },
  };
}

/** The seconds after which it passed; null while it has not. */
function watched(clock: ReturnType<typeof handClock>, seconds: number) {
  const deadline = new StartDeadline(clock, seconds);
  const seen: { passed: number | null } = { passed: null };
  void deadline.passed.then((after) => {
    seen.passed = after;
  });
  return { deadline, passed: async () => (await Promise.resolve(), seen.passed) };
}

describe('the time of a start', () => {
  it('passes once, after what the settings say', async () => {
    const clock = handClock();
    const { passed } = watched(clock, 60);
    clock.advance(59);
    expect(await passed()).toBeNull();
    clock.advance(1);
    expect(await passed()).toBe(60);
  });

  it('begins anew with each sign of life, for ten minutes at most', async () => {
    const clock = handClock();
    const { deadline, passed } = watched(clock, 60);
    for (let minute = 0; minute < 11; minute += 1) {
      clock.advance(55);
      deadline.extend();
    }
    expect(await passed()).toBe(605);
  });

  it('is what the settings say where they give more than ten minutes', async () => {
    const clock = handClock();
    const { deadline, passed } = watched(clock, 1200);
    clock.advance(1199);
    deadline.extend();
    expect(await passed()).toBeNull();
    clock.advance(1);
    expect(await passed()).toBe(1200);
  });

  it('does not pass once it was stopped', async () => {
    const clock = handClock();
    const { deadline, passed } = watched(clock, 1);
    deadline.stop();
    clock.advance(5);
    expect(await passed()).toBeNull();
  });
});

describe('a program that fetches first', () => {
  it('is known by its name, on every system', () => {
    expect(
      ['npx', '/usr/bin/npx', 'C:\\Program Files\\nodejs\\npx.cmd', 'bunx', 'uvx.exe'].filter(fetchesFirst),
    ).toHaveLength(5);
    expect(['npx-agent', 'cursor-agent', '/opt/npx/agent', 'node'].filter(fetchesFirst)).toEqual([]);
  });
});
