import { type ContentBlock, parseToolCallContent, plainText, StoredPart, type ToolCallContent } from '../acp/content';
import { type Printed, printedByTerminal } from '../acp/printed';
import type { RawValue } from '../acp/update';
import { commandOf, printedOnlyInMeta } from './commandFacts';
import { decodeEntities } from './entityTable';
import { inputChanges, isEdit } from './inputChanges';
import type { Item, ItemOf } from './item';
import { plainOutput } from '../terminal/plainOutput';
import type { SessionRequest } from './request';

/**
 * The text of an item as the transcript shows it, for a find in the session: the same in the engine, which looks through
 * what a page does not hold, and in the page. Of a part over 64 KB what `read` knows of it: the page only its beginning.
 */
export function findText(item: Item, read: ReadStored = headOf): string {
  return partsOf(item, read)
    .filter((part) => part !== '')
    .join('\n');
}

/** `shown`: the end of it, where that is what its card shows. */
export type ReadStored = (part: StoredPart, shown?: Printed) => string;

const headOf: ReadStored = ({ as, head }, shown) => shown?.text ?? (as === 'text' || as === 'json' ? head : '');

const printedIn = (printed: Printed | null, read: ReadStored): string =>
  printed?.stored === undefined ? (printed?.text ?? '') : read(printed.stored, printed);

/** Whether a page knows only the beginning of a part of it. */
export function holdsStored(item: Item): boolean {
  let isFound = false;
  findText(item, (part) => {
    isFound ||= part.as === 'text' || part.as === 'json';
    return '';
  });
  return isFound;
}

/** The text of a part over 64 KB, as its card shows it, from all of it. */
export function storedFindText({ as }: StoredPart, whole: string): string {
  if (as === 'text') return whole;
  if (as !== 'json') return '';
  try {
    const value: unknown = JSON.parse(whole);
    const part = parseToolCallContent(value);
    return part.type === 'raw' ? leaves(value, headOf).join('\n') : toolPart(part, headOf);
  } catch {
    // Whatever it is, it is shown as it is.
    return whole;
  }
}

/**
 * Matches the words as they are written, any white space for white space, and a letter with a mark in both of its spellings:
 * as one character, and as two, which is how macOS writes names of files. null: nothing is looked for.
 */
export function findPattern(text: string, matchCase: boolean): RegExp | null {
  const words = text.trim().split(/\s+/);
  if (words.length === 1 && words[0] === '') return null;
  const escaped = words.map((word) => word.normalize('NFC').replaceAll(/./gsu, inBothSpellings));
  return new RegExp(escaped.join('\\s+'), matchCase ? 'gu' : 'giu');
}

function inBothSpellings(letter: string): string {
  const apart = letter.normalize('NFD');
  return apart === letter ? letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&') : `(?:${letter}|${apart})`;
}

/** `pattern` is one of `findPattern`. */
export function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count += 1;
  return count;
}

function partsOf(item: Item, read: ReadStored): string[] {
  const blockText = (block: ContentBlock) => (block.type === 'stored' ? read(block) : plainText(block));
  switch (item.kind) {
    case 'message': {
      const text = item.content.map(blockText).join('');
      return [item.role === 'user' ? text : shownMarkdown(text)];
    }
    case 'thought':
      return [shownMarkdown(item.content.map(blockText).join(''))];
    case 'toolCall':
      return toolParts(item, read);
    case 'plan':
      return item.entries.map(({ content }) => content);
    case 'request':
      return requestParts(item.request);
    case 'subtask':
      return [
        item.description,
        shownMarkdown(item.prompt),
        ...(item.children ?? []).flatMap((child) => partsOf(child, read)),
      ];
    case 'image':
      return [item.path ?? '', item.description];
    case 'notice':
      return item.notice.code === 'agent.notice' ? [item.notice.title, item.notice.description ?? ''] : [];
    case 'raw':
      return [item.updateKind];
  }
}

function toolPart(part: ToolCallContent, read: ReadStored): string {
  switch (part.type) {
    case 'content':
      return part.content.type === 'stored' ? read(part.content) : plainText(part.content);
    case 'diff':
      return `${part.path}\n${bothTexts(part.oldText ?? '', part.newText)}`;
    case 'terminal':
      return printedIn(printedByTerminal(part), read);
    case 'stored':
      return read(part);
    case 'raw':
      return '';
  }
}

/** Lines that stayed are shown once. */
function bothTexts(oldText: string, newText: string): string {
  const kept = new Set(newText.split('\n'));
  const gone = oldText.split('\n').filter((line) => !kept.has(line));
  return [...gone, newText].join('\n');
}

/** What the tool was given and what it said; what stands only in its raw input or output (AC-85) once, too. */
function toolParts(item: ItemOf<'toolCall'>, read: ReadStored): string[] {
  const title = item.title.replaceAll('`', '');
  const command = item.toolKind === 'execute' ? commandOf(item) : '';
  const paths = item.locations.map(({ path }) => path).filter((path) => !title.includes(path));
  const parts = [
    title,
    command === title ? '' : command,
    ...new Set(paths),
    ...item.content.map((part) => toolPart(part, read)),
  ];
  const printed = leaf(printedIn(printedOnlyInMeta(item), read));
  const raw = [...inputTexts(item, read), ...textsIn(item.rawOutput, read), ...printed];
  for (const text of raw) if (!parts.some((part) => part.includes(text))) parts.push(text);
  return parts.map(plainOutput);
}

function inputTexts(tool: ItemOf<'toolCall'>, read: ReadStored): string[] {
  const { content, rawInput, locations } = tool;
  if (content.some(({ type }) => type === 'diff')) return [];
  const changes = isEdit(tool) ? inputChanges(tool, locations[0]?.path ?? '') : [];
  if (changes.length === 0) return textsIn(rawInput, read);
  return changes
    .map((change) => (change.kind === 'patch' ? change.patch : bothTexts(change.before ?? '', change.after)))
    .filter((text) => text.trim() !== '');
}

/** The texts in a raw value, at any depth. */
function textsIn(raw: RawValue | undefined, read: ReadStored): string[] {
  if (raw?.type === 'stored') return leaf(read(raw));
  return raw === undefined ? [] : leaves(raw.value, read);
}

function leaves(value: unknown, read: ReadStored): string[] {
  if (typeof value === 'string') return leaf(value);
  if (typeof value !== 'object' || value === null) return [];
  const stored = Reflect.get(value, 'type') === 'stored' ? StoredPart.safeParse(value) : undefined;
  return stored?.success === true
    ? leaf(read(stored.data))
    : Object.values(value).flatMap((inner) => leaves(inner, read));
}

const leaf = (text: string): string[] => (text.trim() === '' ? [] : [text]);

function requestParts(request: SessionRequest): string[] {
  switch (request.kind) {
    // Its tool call is an item of its own.
    case 'permission':
      return [];
    case 'plan':
      return [request.plan.name ?? '', request.plan.overview ?? '', shownMarkdown(request.plan.markdown)];
    case 'question':
      return [
        request.title ?? '',
        ...request.questions.flatMap(({ prompt, options }) => [prompt, ...options.map(({ label }) => label)]),
      ];
    case 'form':
    case 'url':
      return [request.message];
  }
}

/** Marks of Markdown that nobody sees on the page. What is inside of fences stays as it is. */
function shownMarkdown(text: string): string {
  return text
    .split(/^(\s*(?:```|~~~)[^\n]*)$/m)
    .map((piece, index, all) => {
      // Fences stand at odd places, code between an odd and the next.
      if (index % 2 === 1) return '';
      return index % 4 === 2 && index < all.length ? piece : shownLine(piece);
    })
    .join('');
}

const shownLine = (text: string): string =>
  text
    .replaceAll(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+[.)])[ \t]+/gm, '')
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\s]*(?:\s+"[^"\n]*")?\)/g, '$1')
    .replaceAll(/(\*\*|__|~~)(?=\S)([^\n]*?\S)\1/g, '$2')
    // Stars also in the middle of a word.
    .replaceAll(/(^|[^*\\])\*(?![*\s])([^\n*]*[^\s*\\])\*(?!\*)/gm, '$1$2')
    .replaceAll(/(^|[^\w*\\])_(?=\S)([^\n*_]*\S)_(?!\w)/gm, '$1$2')
    .split(/(`+[^`\n]+`+)/)
    .map((piece, index) => (index % 2 === 1 ? piece.replaceAll('`', '') : plainSigns(piece)))
    .join('');

/** Escapes of Markdown, and characters that are written by their names. */
const plainSigns = (text: string): string => decodeEntities(text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'));
