import { plainText } from '@shared/acp/content';
import type { Item } from '@shared/session/item';
import type { SessionRequest, Settlement } from '@shared/session/request';

/** At most so many characters of history go to an agent; the newest count. */
export const MAX_HISTORY_CHARACTERS = 120_000;

/** What was said and done in a session, for an agent that was not there. null: nothing to tell of this item. */
export function historyLine(item: Item): string | null {
  switch (item.kind) {
    case 'message': {
      const text = item.content.map(blockText).join('').trim();
      return text === '' ? null : `${item.role === 'user' ? 'User' : 'Assistant'}:\n${text}`;
    }
    case 'toolCall': {
      const paths = [...new Set(item.locations.map(({ path }) => path))].filter((path) => !item.title.includes(path));
      return `[Tool: ${item.title}${paths.length > 0 ? ` (${paths.join(', ')})` : ''} - ${item.status}]`;
    }
    case 'plan':
      return `[Plan]\n${item.entries.map(({ status, content }) => `- (${status}) ${content}`).join('\n')}`;
    case 'request':
      return requestLine(item.request, item.settlement);
    case 'subtask':
      return `[Subtask: ${item.description} - ${item.status}]`;
    case 'image':
      return `[Picture: ${item.description}${item.path === undefined ? '' : ` (${item.path})`}]`;
    case 'thought':
    case 'notice':
    case 'raw':
      return null;
  }
}

function blockText(block: Parameters<typeof plainText>[0]): string {
  if (block.type === 'image' || block.type === 'audio') return `[${block.type}]`;
  if (block.type === 'stored' && block.as !== 'text') return `[${block.as === 'json' ? 'attachment' : block.as}]`;
  if (block.type === 'resource_link') return `[${block.uri}]`;
  return plainText(block);
}

function requestLine(request: SessionRequest, settlement: Settlement | null): string | null {
  const answer = settlement?.kind === 'answered' ? settlement.answer : null;
  switch (request.kind) {
    case 'plan': {
      const decision = answer?.kind === 'plan' ? answer.decision : 'not answered';
      return `[Proposed plan - ${decision}]\n${request.plan.markdown}`;
    }
    case 'question': {
      const chosen = answer?.kind === 'question' && answer.decision === 'answered' ? answer.answers : [];
      const lines = request.questions.map((question) => {
        const ids = chosen.find(({ questionId }) => questionId === question.id)?.selectedOptionIds ?? [];
        const labels = ids.map((id) => question.options.find((option) => option.id === id)?.label ?? id);
        return `${question.prompt} - ${labels.length > 0 ? labels.join(', ') : 'not answered'}`;
      });
      return `[Asked the user: ${lines.join('; ')}]`;
    }
    case 'permission':
    case 'form':
    case 'url':
      return null;
  }
}

/** The context block in front of a prompt. In English, since it is for the agent alone. */
export function historyBlock(lines: readonly string[], isCut: boolean): string {
  const body = lines.join('\n\n').replaceAll('</conversation>', '<\\/conversation>');
  const cut = isCut ? '[Earlier parts of the conversation are left out.]\n\n' : '';
  return [
    'This session goes on from an earlier conversation that you do not have. It stands between the tags below, as ' +
      'context only: do not answer it and do not repeat what was done in it. What comes after it is what to do now.',
    `<conversation>\n${cut}${body}\n</conversation>`,
  ].join('\n\n');
}
