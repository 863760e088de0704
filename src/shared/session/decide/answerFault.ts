import { formFaults } from '../../acp/elicitation';
import type { RequestAnswer, RequestOf, SessionRequest } from '../request';

type Selected = Extract<RequestAnswer, { kind: 'question'; decision: 'answered' }>['answers'];

/**
 * Why this answer must not be sent to this request; null when it may. A malformed answer never counts as a choice
 * (AC-04), whoever sent it.
 */
export function answerFault(request: SessionRequest, answer: RequestAnswer): string | null {
  if (answer.kind === 'cancelled') return null;
  switch (request.kind) {
    case 'permission':
      if (answer.kind !== 'permission') return wrongKind(request, answer);
      return request.options.some((option) => option.optionId === answer.optionId)
        ? null
        : `no option ${answer.optionId}`;
    case 'plan':
      return answer.kind === 'plan' ? null : wrongKind(request, answer);
    case 'question':
      if (answer.kind !== 'question') return wrongKind(request, answer);
      return answer.decision === 'answered' ? selectionFault(request, answer.answers) : null;
    case 'form': {
      if (answer.kind !== 'form') return wrongKind(request, answer);
      const faults = answer.decision === 'accepted' ? formFaults(request.fields, answer.content) : [];
      return faults.length === 0 ? null : `fields: ${faults.join(', ')}`;
    }
    case 'url':
      return answer.kind === 'url' ? null : wrongKind(request, answer);
  }
}

const wrongKind = (request: SessionRequest, answer: RequestAnswer): string =>
  `a ${request.kind} cannot be answered by ${answer.kind}`;

/** Every question once, with options of its own: exactly one, or at least one where several may be chosen. */
function selectionFault(request: RequestOf<'question'>, answers: Selected): string | null {
  for (const { questionId } of answers) {
    if (!request.questions.some((question) => question.id === questionId)) return `no question ${questionId}`;
  }
  for (const { id, options, allowMultiple } of request.questions) {
    const given = answers.filter((answer) => answer.questionId === id);
    const [only] = given;
    if (only === undefined || given.length > 1) return `question ${id} needs one answer`;
    const selected = new Set(only.selectedOptionIds);
    if (selected.size !== only.selectedOptionIds.length) return `question ${id} has an option twice`;
    for (const optionId of selected) {
      if (!options.some((option) => option.id === optionId)) return `question ${id} has no option ${optionId}`;
    }
    if (selected.size === 0 || (selected.size > 1 && !allowMultiple)) return `question ${id} needs one option`;
  }
  return null;
}
