import { describe, expect, it } from 'vitest';
import { ansiLine, ansiLines, plainLine } from './ansiLines';

const ESC = '\u001b';
const texts = (output: string) => ansiLines(output).map((line) => line.map((span) => span.text).join(''));

describe('ansiLines', () => {
  it('keeps colours and ends them where they end', () => {
    const [line] = ansiLines(`${ESC}[31mred${ESC}[0m plain ${ESC}[1;32mbold green`);
    expect(line).toMatchObject([
      { text: 'red', fg: 'red', bold: false },
      { text: ' plain ', fg: null },
      { text: 'bold green', fg: 'green', bold: true },
    ]);
  });

  it('carries a style over a line break', () => {
    const lines = ansiLines(`${ESC}[33ma\nb${ESC}[0m\nc`);
    expect(lines.map((line) => line[0]?.fg)).toEqual(['yellow', 'yellow', null]);
  });

  it('reads bright, palette and true colours, and reverse', () => {
    expect(ansiLines(`${ESC}[91mx`)[0]?.[0]?.fg).toBe('bright-red');
    expect(ansiLines(`${ESC}[38;5;208mx`)[0]?.[0]?.fg).toBe('palette-208');
    expect(ansiLines(`${ESC}[38;2;1;2;3mx`)[0]?.[0]?.fg).toBe('1, 2, 3');
    expect(ansiLines(`${ESC}[7mx`)[0]?.[0]).toMatchObject({ fg: 'reverse', bg: 'reverse' });
  });

  it('drops cursor movements, titles and bells, and keeps the text of links', () => {
    expect(
      texts(`${ESC}[2K${ESC}[1Gdone${ESC}]0;title\u0007 ${ESC}]8;;https://a.b${ESC}\\link${ESC}]8;;${ESC}\\\u0007`),
    ).toEqual(['done link']);
  });

  it.each([
    ['a progress bar', `Loading\n\r##..  50%\r#### 100%\nok\n`, ['Loading', '#### 100%', 'ok']],
    ['what is shorter than what it is written over', 'long line\rshort', ['shortline']],
    ['a line that is erased first', `one two${ESC}[2K\rthree${ESC}[K`, ['three']],
    ['a spinner', '|\b/\b-\b done', [' done']],
    [
      'layers that are pulled',
      `1: wait\n2: wait\n${ESC}[2A${ESC}[2K1: done\n${ESC}[2K2: done\n`,
      ['1: done', '2: done'],
    ],
    ['one line of many', `a\nb\nc\n${ESC}[2A\rB${ESC}[2B\rd`, ['a', 'B', 'c', 'd']],
    ['a place in a line', `abc${ESC}[1GX${ESC}[3GZ${ESC}[10G!`, ['XbZ      !']],
    ['what is erased again, with a mark that joined it', `abc${ESC}[1K\u0301${ESC}[1Kx`, ['   x']],
    ['what is written where it was erased', `abcdef${ESC}[1K\rxy${ESC}[1Kz${ESC}[8G!`, ['  z    !']],
    ['what is below', `a\nb\nc${ESC}[1A\r${ESC}[Jx`, ['a', 'x']],
    ['a screen that is cleared, which keeps what was there', `old\n${ESC}[2J${ESC}[Hnew\n${ESC}[Hnow`, ['old', 'now']],
    ['a cursor that is put back', `a${ESC}7bc${ESC}8X`, ['aXc']],
    ['wide characters', `中文\r${ESC}[2Cx`, ['中x ']],
    ['half of one', `中文\rx`, ['x 文']],
    ['marks that join', `e\u0301x\ry`, ['yx']],
    ['numbers without end', `${ESC}[99999Bx${ESC}[99999A\ry`, ['y', ...Array.from({ length: 499 }, () => ''), 'x']],
    ['more back than there is', `${ESC}[5Aa\b\b\b\bb${ESC}[9D`, ['b']],
  ])('shows what stands at the end: %s', (_, output, lines) => expect(texts(output)).toEqual(lines));

  it('writes over in the colours of each writing', () => {
    expect(ansiLines(`${ESC}[31mabc${ESC}[0m\rX`)[0]).toMatchObject([
      { text: 'X', fg: null },
      { text: 'bc', fg: 'red' },
    ]);
  });

  it('plays 64 KB of progress bars at once', () => {
    const bar = Array.from({ length: 800 }, (__, at) => `\r${'#'.repeat(at % 50).padEnd(50, '.')} ${at} of 800`).join(
      '',
    );
    expect(texts(bar)).toEqual([expect.stringMatching(/^#+\.+ 799 of 800$/)]);
  });

  it('makes no lines and no width of moves alone, however many follow each other', () => {
    expect(texts('\u001b[999Bx'.repeat(2000)).length).toBeLessThan(600);
    expect(texts(`${'\u001b[999C'.repeat(4000)}x`).join('').length).toBeLessThan(600);
    expect(texts('\u001b[2J\u001b[999Bx'.repeat(2000)).length).toBeLessThan(10_000);
    expect(texts('one\n\n\ntwo\u001b[2Jthree')).toEqual(['one', '', '', 'two', '', '', '', '   three']);
    // What is written is as long as it is.
    expect(texts(`${'line\n'.repeat(3000)}\rend`)).toHaveLength(3001);
  });

  it('shows the last writing of a line that was written over', () => {
    expect(texts('10%\r50%\r100%\nok\r\n')).toEqual(['100%', 'ok']);
  });

  it('keeps the colour that an earlier writing of the line set', () => {
    expect(ansiLines(`${ESC}[31m10%\r100%`)[0]).toMatchObject([{ text: '100%', fg: 'red' }]);
  });

  it('ends a style that began twice, and a true colour when another colour follows', () => {
    expect(ansiLines(`${ESC}[1ma${ESC}[1mb${ESC}[22mc`)[0]?.at(-1)).toMatchObject({ text: 'c', bold: false });
    expect(ansiLines(`${ESC}[38;2;9;8;7ma${ESC}[31mb`)[0]?.at(-1)).toMatchObject({ text: 'b', fg: 'red' });
    expect(ansiLines(`${ESC}[38;2;9;8;7ma${ESC}[0mb`)[0]?.at(-1)).toMatchObject({ text: 'b', fg: null });
  });

  it('reads colours that are written with colons', () => {
    const [line] = ansiLines(`${ESC}[38:2::1:2:3ma${ESC}[0m${ESC}[38:5:208mb${ESC}[0m${ESC}[4:3mc${ESC}[4:0md`);
    expect(line).toMatchObject([
      { text: 'a', fg: '1, 2, 3' },
      { text: 'b', fg: 'palette-208' },
      { text: 'c', underline: true },
      { text: 'd', underline: false },
    ]);
  });

  it('drops the choice of a character set and sequences without an end', () => {
    expect(texts(`a${ESC}(B${ESC}[mb${ESC}c${ESC}${ESC}[31mc${ESC}\nd`)).toEqual(['abc', 'd']);
  });

  it('says nothing of a sequence that is still on its way', () => {
    for (const begun of [ESC, `${ESC}[`, `${ESC}[38;5`, `${ESC}]0;tit`]) expect(texts(`a${begun}`)).toEqual(['a']);
  });

  it('does not take markup in the output for markup', () => {
    expect(texts('<b>&amp;</b>')).toEqual(['<b>&amp;</b>']);
  });

  it('keeps empty lines between and drops the one after the last break', () => {
    expect(texts('a\n\nb\n')).toEqual(['a', '', 'b']);
  });
});

describe('a line by itself', () => {
  it('is the text alone', () => {
    expect(plainLine(`${ESC}[31mred${ESC}[0m\n`)).toBe('red\n');
  });

  it('is not left for others, of which nothing is known', () => {
    for (const move of ['[2A', '[3B', '[5;1H', '[2J', '[9d', 'M', '7\u001b8']) {
      const line = `${ESC}${move}${ESC}[2K1: ${ESC}[32mdone\n`;
      expect(plainLine(line)).toBe('1: done\n');
      expect(ansiLine(line)).toMatchObject([{ text: '1: ' }, { text: 'done', fg: 'green' }]);
    }
    expect(plainLine('10%\r50%\n')).toBe('50%\n');
  });
});
