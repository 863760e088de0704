import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { AnsiText } from './AnsiText';
import { ansiLines } from './ansiLines';

const ESC = '\u001b';
const shown = (output: string): string => renderToStaticMarkup(<AnsiText lines={ansiLines(output)} />);

describe('the colours of an output', () => {
  test('on a ground of the theme the text is as the paper, whatever colour the program meant for it', () => {
    for (const style of ['41;97', '44', '43;30', '103;31', '48;5;4;37']) {
      expect(shown(`${ESC}[${style}m FAIL ${ESC}[0m`)).toContain('color:var(--code)');
    }
  });

  test('web addresses in it can be opened, in their colour', () => {
    const html = shown(`see ${ESC}[36mhttps://a.b/c?d=1${ESC}[0m.\nnone`);
    expect(html).toMatch(/color:var\(--ansi-cyan\)[^>]*>.*<a href="https:\/\/a\.b\/c\?d=1"/);
    expect(html.match(/<a /g)).toHaveLength(1);
  });

  test('what is struck out or underlined is', () => {
    expect(shown(`${ESC}[9mgone`)).toContain('line-through');
    expect(shown(`${ESC}[4;9mboth`)).toContain('underline line-through');
  });

  test('without a ground its colour stays', () => {
    expect(shown(`${ESC}[31mred`)).toContain('color:var(--ansi-red)');
  });

  test('on a ground of the program’s own it is what is read there: white on orange is not', () => {
    expect(shown(`${ESC}[48;5;208m${ESC}[97mwhite`)).toContain('background-color:rgb(255, 135, 0)');
    expect(shown(`${ESC}[48;5;208m${ESC}[97mwhite`)).not.toContain('color:rgb(255, 255, 255)');
    expect(shown(`${ESC}[48;2;1;2;3m${ESC}[97mwhite`)).toContain('color:rgb(255, 255, 255)');
  });
});
