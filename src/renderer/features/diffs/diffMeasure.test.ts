import { describe, expect, it } from 'vitest';
import { diffMeasure } from './diffMeasure';
import { diffTexts } from './fileDiff';

const changed = (line: string) => diffTexts('a.ts', `one\ntwo\n`, `one\n${line}\n`);

describe('the width of a card of changes', () => {
  it('is the column while all lines fit into it, and that of code for longer ones', () => {
    expect(diffMeasure([changed('x'.repeat(90))], 'unified')).toBe('column');
    expect(diffMeasure([changed('x'.repeat(91))], 'unified')).toBe('code');
    expect(diffMeasure([changed('short'), changed('x'.repeat(200))], 'unified')).toBe('code');
    expect(diffMeasure([changed('x'.repeat(5000))], 'unified')).toBe('code');
    expect(diffMeasure([], 'split')).toBe('column');
  });

  it('counts what a tab and Han take', () => {
    expect(diffMeasure([changed(`\t\t${'x'.repeat(83)}`)], 'unified')).toBe('code');
    expect(diffMeasure([changed('字'.repeat(45))], 'unified')).toBe('column');
    expect(diffMeasure([changed('字'.repeat(46))], 'unified')).toBe('code');
  });

  it('is that of two columns side by side, where one of them is too narrow and there is something on both sides', () => {
    expect(diffMeasure([changed('x'.repeat(42))], 'split')).toBe('column');
    expect(diffMeasure([changed('x'.repeat(43))], 'split')).toBe('pair');
    expect(diffMeasure([diffTexts('a.ts', null, `${'x'.repeat(60)}\n`)], 'split')).toBe('column');
    expect(diffMeasure([diffTexts('a.ts', null, `${'x'.repeat(91)}\n`)], 'split')).toBe('code');
  });
});
