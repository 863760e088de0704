import { plainText, type ToolCallContent } from '../acp/content';
import type { RawValue } from '../acp/update';
import type { Item } from './item';
import type { SessionRequest } from './request';

/**
 * The text of an item as the transcript shows it, for a find in the session: the same in the engine, which looks through
 * what a page does not hold, and in the page. Of a part over 64 KB the beginning, which is what the transcript shows.
 */
export function findText(item: Item): string {
  return partsOf(item)
    .filter((part) => part !== '')
    .join('\n');
}

/** Matches the words as they are written, any white space for white space. null: nothing is looked for. */
export function findPattern(text: string, matchCase: boolean): RegExp | null {
  const words = text.trim().split(/\s+/);
  if (words.length === 1 && words[0] === '') return null;
  const escaped = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(escaped.join('\\s+'), matchCase ? 'gu' : 'giu');
}

/** `pattern` is one of `findPattern`. */
export function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count += 1;
  return count;
}

function partsOf(item: Item): string[] {
  switch (item.kind) {
    case 'message': {
      const text = item.content.map(plainText).join('');
      return [item.role === 'user' ? text : shownMarkdown(text)];
    }
    case 'thought':
      return [shownMarkdown(item.content.map(plainText).join(''))];
    case 'toolCall': {
      const command = commandIn(item.rawInput);
      const title = item.title.replaceAll('`', '');
      const paths = item.locations.map(({ path }) => path).filter((path) => !title.includes(path));
      return [title, command === title ? '' : command, ...new Set(paths), ...item.content.map(toolPart)];
    }
    case 'plan':
      return item.entries.map(({ content }) => content);
    case 'request':
      return requestParts(item.request);
    case 'subtask':
      return [item.description, shownMarkdown(item.prompt), ...(item.children ?? []).flatMap(partsOf)];
    case 'image':
      return [item.path ?? '', item.description];
    case 'notice':
      return item.notice.code === 'agent.notice' ? [item.notice.title, item.notice.description ?? ''] : [];
    case 'raw':
      return [item.updateKind];
  }
}

function toolPart(part: ToolCallContent): string {
  switch (part.type) {
    case 'content':
      return plainText(part.content);
    case 'diff':
      return [part.path, goneLines(part.oldText ?? '', part.newText), part.newText].join('\n');
    case 'terminal':
      return part.output ?? '';
    case 'stored':
      return part.as === 'text' ? part.head : '';
    case 'raw':
      return '';
  }
}

/** Lines that stayed are shown once. */
function goneLines(oldText: string, newText: string): string {
  const kept = new Set(newText.split('\n'));
  return oldText
    .split('\n')
    .filter((line) => !kept.has(line))
    .join('\n');
}

function commandIn(input: RawValue | undefined): string {
  const value: unknown = input?.type === 'json' ? input.value : undefined;
  if (typeof value !== 'object' || value === null) return '';
  const command: unknown = Reflect.get(value, 'command');
  return typeof command === 'string' ? command : '';
}

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
    .replaceAll(/(^|[^\w*\\])[*_](?=\S)([^\n*_]*\S)[*_](?!\w)/gm, '$1$2')
    .replaceAll(/`+([^`\n]+)`+/g, '$1');
