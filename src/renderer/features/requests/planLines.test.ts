import type { Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { linesOf, type PlanPart, planParts } from './planLines';

const PLAN = `# Refactor the tabs

First **line, still
bold** and \`code
over\` lines.

1. one
   more of one
2. two
   - inner
   - [x] done

     deep paragraph

   \`\`\`ts
   const a = 1;

   - no item
   \`\`\`
10) other list

> quoted
> twice

| x | y |
|---|---|
| 1 | 2 |
| 3 | 4 |

    indented code
    more

---

<div>
  raw
</div>

See [the
page](https://example.com).

[ref]: https://example.com
`;

const wordsOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => ('tokens' in token && token.tokens ? wordsOf(token.tokens) : 'text' in token ? token.text : ''))
    .join('');

function shown(part: PlanPart): [number, string, string][] {
  switch (part.kind) {
    case 'code':
      return part.code.split('\n').map((text, index) => [part.firstLine + index, 'code', text]);
    case 'table':
      return [
        [part.line, 'table', part.table.header.map(({ text }) => text).join(' ')],
        ...part.table.rows.map((row, index): [number, string, string] => [
          part.line + 2 + index,
          'table',
          row.map(({ text }) => text).join(' '),
        ]),
      ];
    case 'rule':
      return [[part.line, 'rule', '']];
    case 'html':
      return [[part.line, 'html', part.text]];
    default:
      return [[part.line, part.kind, wordsOf(part.tokens)]];
  }
}

describe('the lines of a plan', () => {
  it('are each there with the words of its source, also in items, code, tables and quotations', () => {
    expect(planParts(PLAN).flatMap(shown)).toEqual([
      [1, 'heading', 'Refactor the tabs'],
      [3, 'text', 'First line, still'],
      [4, 'text', 'bold and code'],
      [5, 'text', 'over lines.'],
      [7, 'text', 'one'],
      [8, 'text', 'more of one'],
      [9, 'text', 'two'],
      [10, 'text', 'inner'],
      [11, 'text', 'done'],
      [13, 'text', 'deep paragraph'],
      [16, 'code', 'const a = 1;'],
      [17, 'code', ''],
      [18, 'code', '- no item'],
      [20, 'text', 'other list'],
      [22, 'text', 'quoted'],
      [23, 'text', 'twice'],
      [25, 'table', 'x y'],
      [27, 'table', '1 2'],
      [28, 'table', '3 4'],
      [30, 'code', 'indented code'],
      [31, 'code', 'more'],
      [33, 'rule', ''],
      [35, 'html', '<div>'],
      [36, 'html', '  raw'],
      [37, 'html', '</div>'],
      [39, 'text', 'See the'],
      [40, 'text', 'page.'],
    ]);
  });

  it('that can be commented are all of them, and the head of a fence', () => {
    expect(linesOf(planParts(PLAN)).join(' ')).toBe(
      '1 3 4 5 7 8 9 10 11 13 15 16 17 18 20 22 23 25 27 28 30 31 33 35 36 37 39 40',
    );
  });

  it('know where they stand: depth, mark and quotation', () => {
    const places = planParts('- a\n  - [ ] b\n\n> c\n\n3. d\n4. e\n   f').map(({ depth, mark, isQuoted, isNext }) => [
      depth,
      mark?.kind === 'sign' ? mark.text : mark?.kind,
      isQuoted,
      isNext,
    ]);
    expect(places).toEqual([
      [1, '•', false, true],
      [2, 'task', false, true],
      [0, undefined, true, true],
      [1, '3.', false, true],
      [1, '4.', false, true],
      [1, undefined, false, false],
    ]);
  });

  it('keep a mark that goes over a line’s end on both lines', () => {
    const [, second] = planParts('**bold\nstill** plain');
    expect(second?.kind === 'text' ? second.tokens.map(({ type }) => type) : []).toEqual(['strong', 'text']);
  });
});
