import type { PermissionRequest } from '@shared/acp/clientMethods';
import type { RequestId } from '@shared/ids';
import type { SessionRequest } from '@shared/session/request';

const SKIP = '__ask_question_skip__';

/**
 * A permission request as it is shown. One with several `allow_once` options, or with Cursor's skip option, is really a
 * question and is shown as one: whoever took it for a permission would pick an answer unread (cursor-acp.md 2.7, AC-07).
 */
export function shownPermission(
  { toolCall, options }: PermissionRequest,
  requestId: RequestId,
  openedAt: number,
): SessionRequest {
  const base = { requestId, openedAt, toolCallId: toolCall.toolCallId };
  const skip = options.find((option) => option.optionId === SKIP);
  const isQuestion = skip !== undefined || options.filter((option) => option.kind === 'allow_once').length > 1;
  if (!isQuestion) return { ...base, kind: 'permission', toolCall, options };
  const choices = options.filter((option) => option !== skip);
  return {
    ...base,
    kind: 'question',
    via: 'permission',
    ...(skip === undefined ? {} : { skipOptionId: skip.optionId }),
    questions: [
      {
        id: toolCall.toolCallId,
        prompt: toolCall.title ?? '',
        options: choices.map(({ optionId, name }) => ({ id: optionId, label: name })),
        allowMultiple: false,
      },
    ],
  };
}
