import type { ItemOf, ToolItemStatus } from '@shared/session/item';
import type { TFunction } from 'i18next';

type Tool = ItemOf<'toolCall'>;

/** "Editing" while it is at work, "Edited" when it is done; what did not happen is named by what was meant ("Edit"). */
export function verbOf(t: TFunction, tool: Pick<Tool, 'toolKind' | 'status'>, asked = false): string {
  if (asked) return t(`tools.meant.${tool.toolKind}`);
  switch (tool.status) {
    case 'pending':
    case 'in_progress':
      return t(`tools.doing.${tool.toolKind}`);
    case 'completed':
      return t(`tools.done.${tool.toolKind}`);
    case 'failed':
      // A command that ended badly did run.
      return tool.toolKind === 'execute' ? t('tools.done.execute') : t(`tools.meant.${tool.toolKind}`);
    default:
      return t(`tools.meant.${tool.toolKind}`);
  }
}

/** The agent's title behind our own verb: "Read tabs.ts" is not told as "Read Read tabs.ts". */
export function titleAfterVerb(title: string, kind: Tool['toolKind']): string {
  const text = title.replace(/^`([\s\S]*)`$/, '$1');
  const verb = TITLE_VERBS[kind];
  return (verb === undefined ? '' : text.replace(verb, '')) || text;
}

const TITLE_VERBS: Partial<Record<Tool['toolKind'], RegExp>> = {
  read: /^read(?:ing)?\s+/i,
  search: /^search(?:ing|ed)?\s+(?:for\s+)?/i,
  fetch: /^fetch(?:ing|ed)?\s+/i,
};

/** The word for an end that is not the good one; null where there is nothing to say. */
export function endingOf(t: TFunction, status: ToolItemStatus): { word: string; tone: 'stop' | 'quiet' } | null {
  switch (status) {
    case 'failed':
      return { word: t('tools.failed'), tone: 'stop' };
    case 'cancelled':
      return { word: t('tools.cancelled'), tone: 'quiet' };
    case 'rejected':
      return { word: t('tools.rejected'), tone: 'quiet' };
    default:
      return null;
  }
}

export const isWorking = (status: ToolItemStatus): boolean => status === 'pending' || status === 'in_progress';

/** The file that a tool is about: as located, else as its raw input names it. */
export function pathOf(tool: Pick<Tool, 'locations' | 'rawInput'>): string | null {
  const located = tool.locations[0]?.path;
  if (located !== undefined) return located;
  return inputNamed(tool, PATH_NAMES);
}

const PATH_NAMES = new Set(['path', 'file_path', 'filePath', 'abs_path', 'target_file', 'notebook_path']);

/** What a file was moved from and to, where the input or the places tell both. */
export function movedBetween(tool: Pick<Tool, 'locations' | 'rawInput'>): { from: string; to: string } | null {
  const [first, second] = tool.locations;
  const from = inputNamed(tool, FROM_NAMES) ?? inputNamed(tool, PATH_NAMES) ?? first?.path ?? null;
  const to = inputNamed(tool, TO_NAMES) ?? (tool.locations.length === 2 ? second?.path : null) ?? null;
  return from === null || to === null || from === to ? null : { from, to };
}

const FROM_NAMES = new Set(['source', 'source_path', 'sourcePath', 'old_path', 'oldPath', 'from', 'src']);
const TO_NAMES = new Set([
  'destination',
  'destination_path',
  'destinationPath',
  'target',
  'target_path',
  'targetPath',
  'new_path',
  'newPath',
  'to',
  'dest',
]);

function inputNamed(tool: Pick<Tool, 'rawInput'>, names: ReadonlySet<string>): string | null {
  const input = tool.rawInput?.type === 'json' ? tool.rawInput.value : null;
  if (typeof input !== 'object' || input === null) return null;
  for (const [name, value] of Object.entries(input)) {
    if (names.has(name) && typeof value === 'string' && value !== '') return value;
  }
  return null;
}

/** Cursor's call that changes its todos: the todos themselves stand beside the transcript. */
export function isTodoUpdate({ toolKind, rawInput }: Pick<Tool, 'toolKind' | 'rawInput'>): boolean {
  const input = toolKind === 'other' && rawInput?.type === 'json' ? rawInput.value : null;
  return typeof input === 'object' && input !== null && '_toolName' in input && input._toolName === 'updateTodos';
}

/** What was searched for, where the input tells. */
export const queryOf = (tool: Pick<Tool, 'rawInput'>): string | null => inputNamed(tool, QUERY_NAMES);

const QUERY_NAMES = new Set([
  'pattern',
  'query',
  'searchTerm',
  'search_term',
  'regex',
  'glob_pattern',
  'globPattern',
  'search_query',
]);

/** Matches of a search, where the output counts them (Cursor's grep does). */
export function matchesOf(tool: Pick<Tool, 'rawOutput'>): number | null {
  const output = tool.rawOutput?.type === 'json' ? tool.rawOutput.value : null;
  if (typeof output !== 'object' || output === null) return null;
  const count = 'totalMatches' in output ? output.totalMatches : null;
  return typeof count === 'number' ? count : null;
}
