import type { ContentBlock, StoredPart, ToolCallContent } from '@shared/acp/content';
import { plainText } from '@shared/acp/content';
import { type Printed, printedByTerminal, restOf } from '@shared/acp/printed';
import { outputOf, printedOnlyInMeta, storedOf } from '@shared/session/commandFacts';
import { inputChanges, isEdit } from '@shared/session/inputChanges';
import { plainOutput } from '@shared/terminal/plainOutput';
import type { ChildItem, Item, ItemOf } from '@shared/session/item';
import type { MarkdownWords } from './markdownWords';
import type { StoredSession } from './storedSession';

export type { MarkdownWords } from './markdownWords';

/** Sessions as one Markdown text, in pieces. What has no text (pictures, sounds) is named; the JSON has all of it. */
export async function* sessionsAsMarkdown(
  sessions: Iterable<StoredSession>,
  words: MarkdownWords,
): AsyncGenerator<string> {
  let isFirst = true;
  for (const session of sessions) {
    yield `${isFirst ? '' : '\n---\n\n'}${heading(session, words)}`;
    isFirst = false;
    for await (const items of session.pages()) {
      for (const item of items) yield* itemLines(item, session, words);
    }
  }
}

function heading({ facts }: StoredSession, words: MarkdownWords): string {
  const rows = [
    [words.agent, facts.agent.name],
    [words.project, `${facts.project.name} (${code(facts.project.path)})`],
    [words.created, new Date(facts.createdAt).toISOString()],
    [words.updated, new Date(facts.updatedAt).toISOString()],
  ];
  return `# ${oneLine(facts.title?.text ?? words.untitled)}\n\n${rows.map(([name, value]) => `- ${name}: ${value}`).join('\n')}\n`;
}

export function* itemLines(item: Item, session: StoredSession, words: MarkdownWords): Generator<string> {
  switch (item.kind) {
    case 'request':
      yield `\n${requestText(item, words)}\n`;
      return;
    case 'subtask':
      yield `\n> **${words.subtask}** ${oneLine(item.description)} - ${words.status[item.status]}\n`;
      if (item.prompt !== '') yield `\n${quote(item.prompt)}\n`;
      for (const child of item.children ?? []) yield* indented(childLines(child, session, words));
      return;
    case 'image':
      yield `\n> **${words.picture}** ${oneLine(item.description)}${item.path === undefined ? '' : ` ${code(item.path)}`}\n`;
      return;
    default:
      yield* childLines(item, session, words);
  }
}

function* childLines(item: ChildItem, session: StoredSession, words: MarkdownWords): Generator<string> {
  switch (item.kind) {
    case 'message':
      yield `\n## ${item.role === 'user' ? words.you : session.facts.agent.name}\n\n`;
      yield* blocksText(item.content, session, words);
      yield '\n';
      return;
    case 'thought': {
      const text = item.content.map(plainText).join('').trim();
      if (text !== '') yield `\n${quote(`*${words.thought}*\n\n${text}`)}\n`;
      return;
    }
    case 'toolCall': {
      const paths = [...new Set(item.locations.map(({ path }) => path))].filter((path) => !item.title.includes(path));
      const where = paths.length === 0 ? '' : ` (${paths.map(code).join(', ')})`;
      yield `\n> **${words.tool}** ${oneLine(item.title)}${where} - ${words.status[item.status]}\n`;
      for (const part of item.content) yield* toolText(part, session, words);
      if (!item.content.some(isTold)) yield* rawText(item, session, words);
      return;
    }
    case 'plan': {
      const lines = item.entries.map(
        ({ status, content }) => `- [${status === 'completed' ? 'x' : ' '}] ${oneLine(content)}`,
      );
      yield `\n**${words.plan}**\n\n${lines.join('\n')}\n`;
      return;
    }
    case 'notice':
      yield* noticeText(item, words);
      return;
    case 'raw':
      yield `\n${fence(JSON.stringify(item.raw, null, 2), 'json')}\n`;
  }
}

function* noticeText({ notice }: ItemOf<'notice'>, words: MarkdownWords): Generator<string> {
  if (notice.code === 'agent.notice') {
    yield `\n${quote([notice.title, notice.description ?? ''].join('\n\n').trim())}\n`;
    return;
  }
  const said = words.notice[notice.code];
  if (said !== undefined) yield `\n> *${said}*\n`;
}

function* blocksText(blocks: readonly ContentBlock[], session: StoredSession, words: MarkdownWords): Generator<string> {
  for (const block of blocks) {
    switch (block.type) {
      case 'text':
        yield block.text;
        break;
      case 'stored':
        yield* storedText(block, session, words);
        break;
      case 'resource_link':
        yield `\n[${oneLine(block.title ?? block.name)}](<${block.uri}>)\n`;
        break;
      case 'resource':
        yield `\n${code(block.resource.uri)}\n`;
        if (block.resource.text !== undefined) yield `\n${fence(block.resource.text)}\n`;
        break;
      case 'image':
      case 'audio':
        yield `\n*[${words[block.type === 'image' ? 'picture' : 'sound']}: ${block.mimeType}]*\n`;
        break;
      case 'raw':
        yield `\n${fence(JSON.stringify(block.raw, null, 2), 'json')}\n`;
    }
  }
}

const LONGEST_LINE = 1_000_000;
/** Around a text that is not looked through for fences of its own. */
const LONG_FENCE = '``````';

/** The whole text of a large part; of a picture only that there is one. */
function* storedText(part: StoredPart, session: StoredSession, words: MarkdownWords): Generator<string> {
  if (part.as === 'image' || part.as === 'audio') {
    yield `\n*[${words[part.as === 'image' ? 'picture' : 'sound']}: ${part.mimeType ?? ''}]*\n`;
    return;
  }
  if (part.as === 'json') yield `\n${LONG_FENCE}json\n`;
  yield* blobLines(session.blob(part.blobId), part.bytes);
  if (part.as === 'json') yield `\n${LONG_FENCE}\n`;
}

/** Its first `left` bytes, then `rest`, by whole lines: no sequence of a terminal goes over their ends. */
function* blobLines(pieces: Iterable<Uint8Array>, left: number, rest = ''): Generator<string> {
  const decoder = new TextDecoder();
  let begun = '';
  for (const piece of pieces) {
    const bytes = piece.subarray(0, left);
    left -= bytes.byteLength;
    const text = begun + decoder.decode(bytes, { stream: true });
    const end = text.length > LONGEST_LINE ? text.length : text.lastIndexOf('\n') + 1;
    begun = text.slice(end);
    yield plainOutput(text.slice(0, end));
  }
  yield plainOutput(begun + rest);
}

const isTold = (part: ToolCallContent): boolean => {
  if (part.type === 'content') return part.content.type !== 'text' || part.content.text !== '';
  // A terminal that only is named says nothing yet.
  return part.type !== 'terminal' || part.output !== undefined;
};

/** What only the raw input or output says of a tool, as its card shows it (AC-85). */
function* rawText(tool: ItemOf<'toolCall'>, session: StoredSession, words: MarkdownWords): Generator<string> {
  for (const change of isEdit(tool) ? inputChanges(tool, tool.locations[0]?.path ?? '') : []) {
    if (change.kind === 'patch') yield `\n${code(change.path)}\n\n${fence(change.patch, 'diff')}\n`;
    else yield diffText(change.path, change.before, change.after);
  }
  const stored = storedOf({ rawOutput: tool.rawOutput });
  if (stored !== undefined) yield* storedText(stored, session, words);
  const { text } = outputOf({ rawOutput: tool.rawOutput });
  if (text.trim() !== '') yield `\n${fence(plainOutput(text))}\n`;
  yield* printedText(printedOnlyInMeta(tool), session);
}

/** All of what a command printed. */
function* printedText(printed: Printed | null, session: StoredSession): Generator<string> {
  if (printed?.stored === undefined) {
    if (printed !== null && printed.text !== '') yield `\n${fence(plainOutput(printed.text))}\n`;
    return;
  }
  const { stored, text, rest } = printed;
  // Nobody knows which fences stand in it before it is read.
  yield `\n${LONG_FENCE}\n`;
  yield* blobLines(session.blob(stored.blobId), stored.bytes, restOf(text, rest));
  yield `\n${LONG_FENCE}\n`;
}

function diffText(path: string, before: string | null | undefined, after: string): string {
  const minus = before ? prefixed(before, '-') : '';
  const plus = after === '' ? '' : prefixed(after, '+');
  return `\n${code(path)}\n\n${fence([minus, plus].filter((side) => side !== '').join('\n'), 'diff')}\n`;
}

function* toolText(part: ToolCallContent, session: StoredSession, words: MarkdownWords): Generator<string> {
  switch (part.type) {
    case 'content': {
      const text = part.content.type === 'text' ? part.content.text : null;
      if (text === null) yield* blocksText([part.content], session, words);
      else if (text !== '') yield `\n${fence(plainOutput(text))}\n`;
      return;
    }
    case 'diff':
      yield diffText(part.path, part.oldText, part.newText);
      return;
    case 'terminal':
      yield* printedText(printedByTerminal(part), session);
      return;
    case 'stored':
      yield* storedText(part, session, words);
      return;
    case 'raw':
      yield `\n${fence(JSON.stringify(part.raw, null, 2), 'json')}\n`;
  }
}

function requestText({ request, settlement }: ItemOf<'request'>, words: MarkdownWords): string {
  const answer = settlement?.kind === 'answered' ? settlement.answer : null;
  const none = words.notAnswered;
  switch (request.kind) {
    case 'permission': {
      const chosen = answer?.kind === 'permission' ? answer.optionId : null;
      const option = request.options.find(({ optionId }) => optionId === chosen)?.name ?? none;
      return `> **${words.permission}** ${oneLine(request.toolCall.title ?? '')} - ${oneLine(option)}`;
    }
    case 'plan': {
      const decided = answer?.kind === 'plan' ? words[answer.decision] : none;
      return `> **${words.proposedPlan}** ${oneLine(request.plan.name ?? '')} - ${decided}\n\n${request.plan.markdown}`;
    }
    case 'question': {
      const chosen = answer?.kind === 'question' && answer.decision === 'answered' ? answer.answers : [];
      const lines = request.questions.map((question) => {
        const ids = chosen.find(({ questionId }) => questionId === question.id)?.selectedOptionIds ?? [];
        const labels = ids.map((id) => question.options.find((option) => option.id === id)?.label ?? id);
        return `> **${words.question}** ${oneLine(question.prompt)} - ${labels.length > 0 ? labels.map(oneLine).join(', ') : none}`;
      });
      return lines.join('\n>\n');
    }
    case 'form':
    case 'url':
      return `> **${words.question}** ${oneLine(request.message)}`;
  }
}

/** What a subagent said, as a quotation inside of the session. */
function* indented(pieces: Iterable<string>): Generator<string> {
  yield `\n${quote([...pieces].join('').trim())}\n`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const quote = (text: string): string => prefixed(text, '> ');
const prefixed = (text: string, mark: string): string =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${mark}${line}`)
    .join('\n');

function code(text: string): string {
  const plain = oneLine(text);
  return plain.includes('`') ? `\`\` ${plain} \`\`` : `\`${plain}\``;
}

/** Longer than any run of backticks inside. */
function fence(text: string, language = ''): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const marks = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${marks}${language}\n${text.replace(/\n$/, '')}\n${marks}`;
}
