import { RequestAnswer } from '@shared/session/request';
import { describe, expect, it } from 'vitest';
import { planPieces } from './planPieces';
import { planReply } from './planReply';

const say = {
  line: (line: number) => `Line ${line}:`,
  lines: (from: number, to: number) => `Lines ${from} to ${to}:`,
  edited: 'Propose it so:',
};

describe('the pieces of a plan', () => {
  it('are its blocks and the items of its lists, each with its lines', () => {
    const plan =
      '# Plan\n\nFirst\nparagraph.\n\n1. one\n   more of one\n2. two\n   - inner\n\n```ts\n- no item\n```\n- last\n';
    const pieces = planPieces(plan);
    expect(pieces.map(({ line, endLine, raw, depth }) => [line, endLine, raw, depth])).toEqual([
      [1, 1, '# Plan', 0],
      [3, 4, 'First\nparagraph.', 0],
      [6, 7, '1. one\n   more of one', 0],
      [8, 8, '2. two', 0],
      [9, 9, '- inner', 1],
      [11, 13, '```ts\n- no item\n```', 0],
      [14, 14, '- last', 0],
    ]);
  });

  it('do not part a fence inside an item', () => {
    expect(planPieces('- run\n\n  ```\n  - x\n  ```\n- next').map(({ line, raw }) => [line, raw])).toEqual([
      [1, '- run\n\n  ```\n  - x\n  ```'],
      [6, '- next'],
    ]);
  });

  it('together are the whole plan', () => {
    const plan = 'a\n\n- b\n  - c\n- d\n\n| x | y |\n|---|---|\n| 1 | 2 |';
    const lines = plan.split('\n');
    for (const { line, endLine, raw } of planPieces(plan)) {
      expect(lines.slice(line - 1, endLine).map((text) => text.trim())).toEqual(raw.split('\n').map((t) => t.trim()));
    }
  });
});

describe('what goes back with a rejected plan', () => {
  it('is the comments quoted with their lines, in the plan’s order', () => {
    const answer = planReply(
      {
        words: ' Smaller, please. ',
        comments: [
          { line: 9, endLine: 9, quote: '- inner', text: 'Why?' },
          { line: 3, endLine: 4, quote: 'First\nparagraph.', text: 'Leave it out.\n' },
          { line: 5, endLine: 5, quote: 'x', text: '  ' },
        ],
        edited: null,
      },
      say,
    );
    expect(answer).toEqual({
      kind: 'plan',
      decision: 'rejected',
      reason: 'Smaller, please.\n\nLines 3 to 4:\n> First\n> paragraph.\n\nLeave it out.\n\nLine 9:\n> - inner\n\nWhy?',
      comments: [
        { line: 3, quote: 'First\nparagraph.', text: 'Leave it out.' },
        { line: 9, quote: '- inner', text: 'Why?' },
      ],
    });
    expect(RequestAnswer.parse(answer)).toEqual(answer);
  });

  it('is the plan as it was rewritten, whole', () => {
    const answer = planReply({ words: '', comments: [], edited: '# Mine\n' }, say);
    expect(answer).toEqual({
      kind: 'plan',
      decision: 'rejected',
      reason: 'Propose it so:\n\n# Mine',
      edited: '# Mine\n',
    });
    expect(RequestAnswer.parse(answer)).toEqual(answer);
  });

  it('is nothing where nothing was said', () => {
    expect(planReply({ words: '', comments: [], edited: null }, say)).toEqual({ kind: 'plan', decision: 'rejected' });
  });
});
