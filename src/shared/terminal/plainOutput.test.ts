import { describe, expect, it } from 'vitest';
import { plainOutput } from './plainOutput';

const ESC = '\u001b';

describe('plainOutput', () => {
  it('keeps the distance of a tab, however long the line is', () => {
    expect(plainOutput(`${'a'.repeat(600)}\tb\rA`)).toBe(`A${'a'.repeat(599)}${' '.repeat(8)}b`);
  });

  it('takes any number of carriage returns before a line’s end for one, and is not led on by half a sequence', () => {
    expect(plainOutput('a\r\r\r\nb\r\nc')).toBe('a\nb\nc');
    expect(plainOutput(`a\u001b[${'!'.repeat(5000)}`)).toBe('a');
    expect(plainOutput('a\u001b[!pb')).toBe('ab');
  });

  it('takes a sequence with a sign before its end for what it is, not for one that moves', () => {
    expect(plainOutput(`one\ntwo\rTWO${ESC}[ u${ESC}[2 q!`)).toBe('one\nTWO!');
  });

  it('is the text alone', () => {
    expect(plainOutput(`${ESC}[31mred${ESC}[0m\n`)).toBe('red\n');
  });

  it('says what stands at last where a program goes back', () => {
    expect(plainOutput('1 %\r50 %\r100 %\r\ndone')).toBe('100 %\ndone');
    expect(plainOutput('N\bNA\bAME\n\bx\b')).toBe('NAME\nx');
    expect(plainOutput('plain text\tas it is\n')).toBe('plain text\tas it is\n');
  });
});
