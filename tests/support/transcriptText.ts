import { plainText } from '@shared/acp/content';
import type { Item } from '@shared/session/item';
import type { SessionState } from '@shared/session/state';

/** A session as a person can check it: its head, then one line for each item. */
export function transcriptText(state: SessionState): string {
  const { options, usage, turn } = state;
  const values = options.configOptions.map((option) => `${option.id}=${String(option.currentValue)}`);
  return [
    `title    ${state.title === null ? '-' : `${state.title.text} (${state.title.source})`}`,
    `agent    ${state.atAgent}`,
    `turn     ${turn.status}${turn.status === 'done' ? ` ${JSON.stringify(turn.outcome)}` : ''}`,
    `mode     ${options.modes?.currentModeId ?? '-'}   model ${options.models?.currentModelId ?? '-'}`,
    `options  ${values.join(' ') || '-'}`,
    `usage    ${JSON.stringify(usage)}   commands ${state.commands.length}   waiting ${state.requests.length}`,
    '',
    ...state.items.map(itemText),
    '',
  ].join('\n');
}

function itemText(item: Item): string {
  const place = `${String(item.ordinal).padStart(3)} ${(item.turnId ?? '-').padEnd(3)} ${item.open ? 'open ' : '     '}`;
  return `${place}${words(item)}`;
}

function words(item: Item): string {
  switch (item.kind) {
    case 'message':
      return `${item.role.padEnd(8)} ${JSON.stringify(item.content.map(plainText).join('|'))}`;
    case 'thought':
      return `thought  ${JSON.stringify(item.content.map(plainText).join('|'))}`;
    case 'toolCall': {
      const content = item.content.map((part) =>
        part.type === 'content' ? JSON.stringify(plainText(part.content)) : part.type,
      );
      const parts = [
        item.locations.map((location) => location.path).join(' '),
        content.join(', '),
        item.rawOutput === undefined ? '' : 'output',
      ];
      return `tool     ${item.status} ${item.toolKind} ${JSON.stringify(item.title)} [${parts.filter(Boolean).join('; ')}]`;
    }
    case 'plan':
      return `plan     ${item.entries.map((entry) => `${entry.content} (${entry.status})`).join(', ')}`;
    case 'request': {
      const { settlement } = item;
      const answer = settlement?.kind === 'answered' ? ` ${JSON.stringify(settlement.answer)}` : '';
      const title = item.request.kind === 'permission' ? JSON.stringify(item.request.toolCall.title) : '';
      return `request  ${item.request.kind} ${title} ${settlement?.kind ?? 'waits'}${answer}`;
    }
    case 'subtask':
      return `subtask  ${item.status} ${item.description}`;
    case 'image':
      return `image    ${item.path ?? item.refused ?? ''}`;
    case 'notice':
      return `notice   ${JSON.stringify(item.notice)}`;
    case 'raw':
      return `raw      ${item.updateKind}`;
  }
}
