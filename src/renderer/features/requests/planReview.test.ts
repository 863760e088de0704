import { RequestAnswer } from '@shared/session/request';
import { describe, expect, it } from 'vitest';
import { planReply } from './planReply';

const say = {
  line: (line: number) => `Line ${line}:`,
  edited: 'Propose it so:',
};

describe('what goes back with a rejected plan', () => {
  it('is the comments quoted with their lines, in the plan’s order', () => {
    const answer = planReply(
      {
        words: ' Smaller, please. ',
        comments: [
          { line: 9, quote: '- inner', text: 'Why?' },
          { line: 3, quote: 'First line.', text: 'Leave it out.\n' },
          { line: 5, quote: 'x', text: '  ' },
        ],
        edited: null,
      },
      say,
    );
    expect(answer).toEqual({
      kind: 'plan',
      decision: 'rejected',
      reason: 'Smaller, please.\n\nLine 3:\n> First line.\n\nLeave it out.\n\nLine 9:\n> - inner\n\nWhy?',
      comments: [
        { line: 3, quote: 'First line.', text: 'Leave it out.' },
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
