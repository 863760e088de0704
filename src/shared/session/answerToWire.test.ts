import { describe, expect, it } from 'vitest';
import { PermissionResponse } from '../acp/clientMethods';
import { AskQuestionOutcome, CreatePlanOutcome } from '../acp/cursor';
import { ElicitationAnswer } from '../acp/elicitation';
import { answerToWire, cancelledToWire, settlementToWire } from './answerToWire';
import type { RequestOf } from './request';

const base = { requestId: 'r', openedAt: 0 };
const permission: RequestOf<'permission'> = {
  ...base,
  kind: 'permission',
  toolCall: { toolCallId: 'c' },
  options: [{ optionId: 'proceed_once', name: 'Allow', kind: 'allow_once' }],
};
const plan: RequestOf<'plan'> = {
  ...base,
  kind: 'plan',
  plan: { markdown: '# Plan', todos: [], phases: [], isProject: false },
};
const question: RequestOf<'question'> = {
  ...base,
  kind: 'question',
  via: 'cursor',
  questions: [{ id: 'q', prompt: '?', allowMultiple: false, options: [{ id: '1', label: 'One' }] }],
};
const viaPermission: RequestOf<'question'> = { ...question, via: 'permission', skipOptionId: '__ask_question_skip__' };
const form: RequestOf<'form'> = { ...base, kind: 'form', message: '', fields: [] };
const url: RequestOf<'url'> = { ...base, kind: 'url', message: '', url: 'https://example.org', elicitationId: 'e' };
const answers = [{ questionId: 'q', selectedOptionIds: ['1'] }];

describe('the answer on the wire', () => {
  it('selects the option that the agent named, nested as ACP wants it', () => {
    const wire = answerToWire(permission, { kind: 'permission', optionId: 'proceed_once' });
    expect(PermissionResponse.parse(wire)).toEqual({ outcome: { outcome: 'selected', optionId: 'proceed_once' } });
  });

  it('nests the outcome of a plan, with a reason only where one was given', () => {
    expect(answerToWire(plan, { kind: 'plan', decision: 'accepted' })).toStrictEqual({
      outcome: { outcome: 'accepted' },
    });
    expect(answerToWire(plan, { kind: 'plan', decision: 'rejected', reason: 'Too long' })).toStrictEqual({
      outcome: { outcome: 'rejected', reason: 'Too long' },
    });
    const bare = answerToWire(plan, { kind: 'plan', decision: 'rejected', reason: '' });
    expect(bare).toStrictEqual({ outcome: { outcome: 'rejected' } });
    expect('outcome' in bare && CreatePlanOutcome.safeParse(bare.outcome).success).toBe(true);
  });

  it('answers or skips a question of Cursor', () => {
    const answered = answerToWire(question, { kind: 'question', decision: 'answered', answers });
    expect(answered).toStrictEqual({ outcome: { outcome: 'answered', answers } });
    expect('outcome' in answered && AskQuestionOutcome.safeParse(answered.outcome).success).toBe(true);
    expect(answerToWire(question, { kind: 'question', decision: 'skipped' })).toStrictEqual({
      outcome: { outcome: 'skipped' },
    });
  });

  it('answers a question that came as a permission by one option id', () => {
    expect(answerToWire(viaPermission, { kind: 'question', decision: 'answered', answers })).toEqual({
      outcome: { outcome: 'selected', optionId: '1' },
    });
    expect(answerToWire(viaPermission, { kind: 'question', decision: 'skipped' })).toEqual({
      outcome: { outcome: 'selected', optionId: '__ask_question_skip__' },
    });
    const { skipOptionId, ...noSkip } = viaPermission;
    expect(skipOptionId).toBeDefined();
    expect(answerToWire(noSkip, { kind: 'question', decision: 'skipped' })).toEqual({
      outcome: { outcome: 'cancelled' },
    });
  });

  it('accepts, declines and cancels an elicitation', () => {
    const content = { name: 'x', tags: ['a'] };
    const accepted = answerToWire(form, { kind: 'form', decision: 'accepted', content });
    expect(ElicitationAnswer.parse(accepted)).toStrictEqual({ action: 'accept', content });
    expect(answerToWire(form, { kind: 'form', decision: 'declined' })).toStrictEqual({ action: 'decline' });
    expect(answerToWire(url, { kind: 'url', decision: 'opened' })).toStrictEqual({ action: 'accept' });
    expect(answerToWire(url, { kind: 'url', decision: 'declined' })).toStrictEqual({ action: 'decline' });
  });

  it('says cancelled in the words of each request, also for an answer of the wrong kind', () => {
    for (const request of [permission, plan, question, viaPermission]) {
      expect(cancelledToWire(request)).toStrictEqual({ outcome: { outcome: 'cancelled' } });
      expect(answerToWire(request, { kind: 'url', decision: 'opened' })).toStrictEqual(cancelledToWire(request));
    }
    for (const request of [form, url]) {
      expect(answerToWire(request, { kind: 'cancelled' })).toStrictEqual({ action: 'cancel' });
      expect(answerToWire(request, { kind: 'permission', optionId: 'x' })).toStrictEqual({ action: 'cancel' });
    }
  });

  it('writes nothing where nobody is left to hear it', () => {
    expect(settlementToWire(permission, { kind: 'expired', at: 1 })).toBeNull();
    expect(settlementToWire(permission, { kind: 'cancelled', at: 1 })).toEqual({ outcome: { outcome: 'cancelled' } });
    expect(settlementToWire(permission, { kind: 'withdrawn', at: 1 })).toEqual({ outcome: { outcome: 'cancelled' } });
  });
});
