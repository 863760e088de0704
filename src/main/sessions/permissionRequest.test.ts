import { describe, expect, it } from 'vitest';
import type { PermissionOption } from '@shared/session/request';
import { shownPermission } from './permissionRequest';

const option = (optionId: string, kind: PermissionOption['kind']): PermissionOption => ({
  optionId,
  name: optionId,
  kind,
});
const shown = (...options: PermissionOption[]) =>
  shownPermission({ acpSessionId: 'a', toolCall: { toolCallId: 't', title: 'Run it' }, options }, 'r', 7);

describe('a permission request', () => {
  it('is shown as one with every option that the agent offers', () => {
    const options = [option('yes', 'allow_once'), option('always', 'allow_always'), option('odd', 'other')];
    expect(shown(...options)).toEqual({
      kind: 'permission',
      requestId: 'r',
      openedAt: 7,
      toolCallId: 't',
      toolCall: { toolCallId: 't', title: 'Run it' },
      options,
    });
  });

  it('with two ways to allow once is a question', () => {
    expect(shown(option('red', 'allow_once'), option('blue', 'allow_once'))).toMatchObject({
      kind: 'question',
      via: 'permission',
      questions: [{ id: 't', prompt: 'Run it', allowMultiple: false, options: [{ id: 'red' }, { id: 'blue' }] }],
    });
  });

  it('with Cursor’s skip option is a question that can be skipped, whose options are the others', () => {
    const asked = shown(option('red', 'allow_once'), option('__ask_question_skip__', 'reject_once'));
    expect(asked).toMatchObject({ kind: 'question', skipOptionId: '__ask_question_skip__' });
    expect(asked.kind === 'question' && asked.questions[0]?.options).toEqual([{ id: 'red', label: 'red' }]);
  });
});
