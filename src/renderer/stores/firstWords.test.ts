import { expect, it, vi } from 'vitest';
import { FirstWords } from './firstWords';

function twoStreams() {
  const first = new FirstWords();
  const said: string[] = [];
  const sink = (name: string) =>
    first.of<string, string>({
      snapshot: (snapshot) => said.push(`${name} ${snapshot}`),
      frames: (frames) => said.push(...frames.map((frame) => `${name} ${frame}`)),
    });
  return { first, said, a: sink('a'), b: sink('b') };
}

it('says nothing until every stream has spoken, then all of it in its order', async () => {
  const { first, said, a, b } = twoStreams();
  a.snapshot('one');
  a.frames(['two']);
  // Of an engine that was started again meanwhile.
  a.snapshot('three');
  expect(said).toEqual([]);
  b.snapshot('four');
  expect(said).toEqual(['a one', 'a two', 'a three', 'b four']);
  await first.told;
  b.frames(['five']);
  a.snapshot('six');
  expect(said.slice(4)).toEqual(['b five', 'a six']);
});

it('holds nothing back any more where there will be no engine, nor when one comes after all', async () => {
  const { first, said, a, b } = twoStreams();
  a.snapshot('one');
  first.close();
  await first.told;
  expect(said).toEqual(['a one']);
  b.snapshot('two');
  a.frames(['three']);
  expect(said).toEqual(['a one', 'b two', 'a three']);
});

it('does not wait for a stream that is refused, and one that fails keeps nobody else', async () => {
  const { first, said, a } = twoStreams();
  const ended: string[] = [];
  const refused = first.of<string, string>({
    snapshot: () => undefined,
    frames: () => undefined,
    ended: ({ code }) => ended.push(code),
  });
  const failing = first.of<string, string>({
    snapshot: () => {
      throw new Error('a sink that fails');
    },
    frames: () => undefined,
  });
  const thrown: string[] = [];
  vi.stubGlobal('queueMicrotask', (run: () => void) => {
    try {
      run();
    } catch (error) {
      thrown.push(String(error));
    }
  });
  failing.snapshot('one');
  refused.ended?.({ code: 'session.archived' });
  a.snapshot('two');
  first.close();
  vi.unstubAllGlobals();
  expect([said, ended, thrown]).toEqual([['a two'], ['session.archived'], ['Error: a sink that fails']]);
  await first.told;
});
