import { Lexer } from 'marked';
import { describe, expect, it } from 'vitest';
import { tableAsCsv } from './tableText';

function csv(markdown: string): string {
  const [table] = new Lexer().lex(markdown);
  if (table?.type !== 'table') throw new Error('no table');
  return tableAsCsv({ header: table['header'], rows: table['rows'] });
}

describe('a table as CSV', () => {
  it('has the words of its cells without their marks', () =>
    expect(csv('| **a** | [b](https://c.d) |\n|---|---|\n| `x` | &lt;1&gt; |')).toBe('a,b\r\nx,<1>'));

  it('quotes what holds a comma, a quote or a line', () =>
    expect(csv('| a |\n|---|\n| 1,5 |\n| say "x" |\n| one<br>two |')).toBe('a\r\n"1,5"\r\n"say ""x"""\r\n"one\ntwo"'));
});
