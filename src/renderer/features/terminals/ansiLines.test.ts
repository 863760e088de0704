import { describe, expect, it } from 'vitest';
import { ansiLines, plainOutput } from './ansiLines';

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

  it('shows the last writing of a line that was written over', () => {
    expect(texts('10%\r50%\r100%\nok\r\n')).toEqual(['100%', 'ok']);
  });

  it('does not take markup in the output for markup', () => {
    expect(texts('<b>&amp;</b>')).toEqual(['<b>&amp;</b>']);
  });

  it('keeps empty lines between and drops the one after the last break', () => {
    expect(texts('a\n\nb\n')).toEqual(['a', '', 'b']);
  });
});

describe('plainOutput', () => {
  it('is the text alone', () => {
    expect(plainOutput(`${ESC}[31mred${ESC}[0m\n`)).toBe('red\n');
  });
});
