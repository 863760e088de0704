import { plainText } from '@shared/acp/content';
import type { Item } from '@shared/session/item';
import type { SessionRequest } from '@shared/session/request';

/** Indexing costs about 150 ms a megabyte and runs on the engine's thread, so one item gives at most this. */
const MAX_CHARACTERS = 131_072;

/** What people search of an item: prompts, answers, what was asked, tool titles and paths. Empty: nothing to find. */
export function searchText(item: Item): string {
  return searchParts(item)
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, MAX_CHARACTERS);
}

function searchParts(item: Item): string[] {
  switch (item.kind) {
    case 'message':
      return item.content.map(plainText);
    case 'toolCall': {
      const paths = item.locations.map((location) => location.path);
      const diffs = item.content.flatMap((part) => (part.type === 'diff' ? [part.path] : []));
      return [item.title, ...new Set([...paths, ...diffs])];
    }
    case 'plan':
      return item.entries.map((entry) => entry.content);
    case 'request':
      return requestParts(item.request);
    case 'subtask':
      return [item.description, item.prompt, ...(item.children ?? []).flatMap(searchParts)];
    case 'image':
      return [item.description, item.path ?? ''];
    case 'thought':
    case 'notice':
    case 'raw':
      return [];
  }
}

function requestParts(request: SessionRequest): string[] {
  switch (request.kind) {
    // Its tool call is an item of its own.
    case 'permission':
      return [];
    case 'plan':
      return [request.plan.name ?? '', request.plan.overview ?? '', request.plan.markdown];
    case 'question':
      return [request.title ?? '', ...request.questions.map((question) => question.prompt)];
    case 'form':
    case 'url':
      return [request.message];
  }
}
