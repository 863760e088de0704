import type { WireFrame } from '@shared/ipc/views';
import { describe, expect, it } from 'vitest';
import { filterFrames, framesAsText, NO_FILTER, prettyText } from './filterFrames';
import { addFrames } from './useFrames';

const frame = (index: number, more: Partial<WireFrame> = {}): WireFrame => ({
  index,
  at: 0,
  direction: 'toAgent',
  kind: 'request',
  method: 'session/prompt',
  id: String(index),
  pair: null,
  bytes: 10,
  text: `{"n":${index}}`,
  ...more,
});

describe('frames', () => {
  const frames = [
    frame(1),
    frame(2, { direction: 'fromAgent', kind: 'response', method: null, pair: 1, id: '1' }),
    frame(3, { direction: 'fromAgent', kind: 'noise', method: null, id: null, text: 'Hello noise' }),
  ];

  it('are filtered by text in any case, by direction and by kind, all at once', () => {
    const shown = (filter: Partial<typeof NO_FILTER>) =>
      filterFrames(frames, { ...NO_FILTER, ...filter }).map((one) => one.index);
    expect(shown({})).toEqual([1, 2, 3]);
    expect(shown({ text: 'PROMPT' })).toEqual([1]);
    expect(shown({ text: 'noise' })).toEqual([3]);
    expect(shown({ text: '1' })).toEqual([1, 2]);
    expect(shown({ direction: 'fromAgent' })).toEqual([2, 3]);
    expect(shown({ direction: 'fromAgent', kind: 'response' })).toEqual([2]);
  });

  it('are the same list where nothing is filtered', () => {
    expect(filterFrames(frames, NO_FILTER)).toBe(frames);
  });

  it('note at the request which frame answered it', () => {
    const known = addFrames([], [frame(1)]);
    expect(addFrames(known, [frame(2, { kind: 'response', pair: 1 })]).map((one) => one.pair)).toEqual([2, 1]);
  });

  it('replace one that comes again', () => {
    expect(addFrames([frame(5)], [frame(5, { pair: 9 })])).toEqual([frame(5, { pair: 9 })]);
  });

  it('are indented where they are JSON and left alone where not', () => {
    expect(prettyText({ text: '{"a":1}' })).toBe('{\n  "a": 1\n}');
    expect(prettyText({ text: 'not json' })).toBe('not json');
  });

  it('are copied a line each with time and direction', () => {
    expect(framesAsText(frames.slice(0, 2))).toBe(
      '1970-01-01T00:00:00.000Z -> {"n":1}\n1970-01-01T00:00:00.000Z <- {"n":2}',
    );
  });
});
