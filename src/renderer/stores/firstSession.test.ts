import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterComposer, holdFirstSession, sessionIsShown } from './firstSession';

const frames: (() => void)[] = [];
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  frames.splice(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const frame = (): void => frames.splice(0).forEach((run) => run());

function session(name: string, said: string[]) {
  return afterComposer<string, string>({
    snapshot: (snapshot) => said.push(`${name} ${snapshot}`),
    frames: (all) => said.push(...all.map((one) => `${name} ${one}`)),
    ended: () => said.push(`${name} ended`),
  });
}

it('draws the first session after the frame with its composer, with all that came meanwhile, and no other one later', () => {
  holdFirstSession();
  const said: string[] = [];
  const first = session('a', said);
  const gone = session('b', said);
  first.snapshot('whole');
  first.frames(['one', 'two']);
  gone.ended?.({ code: 'session.unknown', sessionId: 'b' });
  sessionIsShown();
  frame();
  expect(said).toEqual([]);
  frame();
  // Not within the second frame either: that one would be painted with the transcript only.
  expect(said).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(said).toEqual(['a whole', 'a one', 'a two', 'b ended']);
  first.frames(['three']);
  const later = session('c', said);
  later.snapshot('whole');
  sessionIsShown();
  expect(said.slice(4)).toEqual(['a three', 'c whole']);
});

it('holds nothing for long where no frame is drawn, nor for a session that is opened after the start', () => {
  holdFirstSession();
  const said: string[] = [];
  session('a', said).snapshot('whole');
  sessionIsShown();
  vi.advanceTimersByTime(100);
  expect(said).toEqual(['a whole']);
  frame();
  frame();
  vi.advanceTimersByTime(1);
  expect(said).toEqual(['a whole']);
  holdFirstSession();
  vi.advanceTimersByTime(2000);
  session('b', said).snapshot('whole');
  expect(said.slice(1)).toEqual(['b whole']);
});
