import { describe, expect, it } from 'vitest';
import { RequestAnswer } from './request';

describe('RequestAnswer', () => {
  it.each<RequestAnswer>([
    { kind: 'permission', optionId: 'allow' },
    { kind: 'plan', decision: 'accepted' },
    { kind: 'plan', decision: 'rejected', reason: 'not yet' },
    { kind: 'question', decision: 'answered', answers: [{ questionId: 'q', selectedOptionIds: ['a', 'b'] }] },
    { kind: 'question', decision: 'skipped' },
    { kind: 'form', decision: 'accepted', content: { name: 'x', count: 2, yes: true, many: ['a'] } },
    { kind: 'form', decision: 'declined' },
    { kind: 'url', decision: 'opened' },
    { kind: 'cancelled' },
  ])('reads %j as it is', (answer) => {
    expect(RequestAnswer.parse(answer)).toEqual(answer);
  });

  it.each([{}, null, 'accepted', { kind: 'plan' }, { kind: 'plan', decision: 'yes' }, { kind: 'permission' }])(
    'refuses %j',
    (value) => {
      expect(RequestAnswer.safeParse(value).success).toBe(false);
    },
  );
});
