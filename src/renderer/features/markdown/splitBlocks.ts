import type { Token } from 'marked';
import { footnoteMarksIn } from './syntax/footnoteSyntax';
import { pageLexer } from './syntax/pageLexer';

/**
 * Markdown as a list of top-level blocks. While an answer streams in, only its end is split again: what stands before the
 * last blocks cannot change any more, so those blocks keep their identity and their rows are never rendered twice.
 */
export interface MarkdownBlock {
  /** Where the block begins in the text; stable while text is appended, so it serves as the key. */
  readonly start: number;
  readonly raw: string;
  /** marked's name of the block. */
  readonly kind: string;
  /** Link definitions of the whole text that this block refers to; empty for nearly every block. */
  readonly definitions: string;
  /** The footnotes that it refers to or is, with their numbers (`label=1 other=2`); empty for nearly every block. */
  readonly notes: string;
}

export interface SplitText {
  readonly text: string;
  readonly blocks: readonly MarkdownBlock[];
}

export const emptySplit: SplitText = { text: '', blocks: [] };

/**
 * How many of the last blocks may still change when text is appended. Two are needed: a list whose next item has only
 * begun (`-`) is read as a list and a paragraph until the item has text.
 */
const OPEN_BLOCKS = 2;

/** Splits `text`, reusing what `previous` holds where `text` only continues it. */
export function splitBlocks(text: string, previous: SplitText = emptySplit): SplitText {
  if (text === previous.text) return previous;
  const old = previous.blocks;
  const kept = text.startsWith(previous.text) ? settledCount(previous) : 0;
  const start = kept > 0 ? (old[kept]?.start ?? 0) : 0;
  const fresh = lexBlocks(text.slice(start), start).map((block, index) => {
    const same = old[kept + index];
    return same && same.start === block.start && same.raw === block.raw && same.kind === block.kind ? same : block;
  });
  return { text, blocks: withNotes(withDefinitions([...old.slice(0, kept), ...fresh], old), old) };
}

/** How much of the text may still change, and is read and drawn anew with each piece of it. */
export const openLength = (split: SplitText): number =>
  split.text.length - (split.blocks[settledCount(split)]?.start ?? split.text.length);

/**
 * How many blocks nothing appended can change. Where two blocks touch without an empty line, what comes later may still
 * join them (`a` + `- ` is a paragraph and a list, until `- - b` makes it one paragraph), so settled text ends at one.
 */
function settledCount({ text, blocks }: SplitText): number {
  let count = Math.max(0, blocks.length - OPEN_BLOCKS);
  while (
    count > 0 &&
    !/\n[ \t]*\n[ \t]*$/.test(text.slice(Math.max(0, (blocks[count]?.start ?? 0) - 64), blocks[count]?.start))
  ) {
    count--;
  }
  return count;
}

function lexBlocks(text: string, offset: number): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let start = offset;
  for (const token of blockTokens(text)) {
    if (token.type !== 'space') blocks.push({ start, raw: token.raw, kind: token.type, definitions: '', notes: '' });
    start += token.raw.length;
  }
  return blocks;
}

/** Block structure only: what is inside the lines is read when a block is rendered. */
const blockTokens = (text: string): Token[] => pageLexer().blockTokens(text, []);

/** `[name]: address` may stand anywhere, so a block that names one depends on it and on nothing else. */
function withDefinitions(blocks: MarkdownBlock[], previous: readonly MarkdownBlock[]): readonly MarkdownBlock[] {
  const definitions = blocks.filter((block) => block.kind === 'def');
  const had = previous.some((block) => block.kind === 'def');
  if (definitions.length === 0 && !had) return blocks;
  const named = definitions.flatMap((block) => {
    const name = /^ {0,3}\[((?:[^\]\\]|\\.)+)\]:/.exec(block.raw)?.[1]?.toLowerCase();
    return name === undefined ? [] : [{ needle: `[${name}]`, raw: block.raw }];
  });
  return blocks.map((block) => {
    if (block.kind === 'def' || block.kind === 'code') return block;
    const raw = block.raw.toLowerCase();
    const wanted = named
      .filter(({ needle }) => raw.includes(needle))
      .map((definition) => definition.raw.trimEnd())
      .join('\n');
    return wanted === block.definitions ? block : { ...block, definitions: wanted };
  });
}

/** Footnotes are numbered in the order in which the text refers to them, wherever they are written. */
function withNotes(blocks: readonly MarkdownBlock[], previous: readonly MarkdownBlock[]): readonly MarkdownBlock[] {
  const isNote = (block: MarkdownBlock) => block.kind === 'footnote';
  if (!blocks.some(isNote) && !previous.some(isNote)) return blocks;
  const own = new Map(blocks.filter(isNote).map((block) => [block, noteLabel(block)]));
  const known = new Set(own.values());
  const referred = [...blocks.filter((block) => !isNote(block)), ...own.keys()].flatMap(marksOf);
  // What nothing refers to is not lost: it comes last.
  const order = [...new Set([...referred.filter((label) => known.has(label)), ...known])];
  const numbers = new Map(order.map((label, index) => [label, index + 1]));
  return blocks.map((block) => {
    const label = own.get(block);
    const labels = new Set([...(label === undefined ? [] : [label]), ...marksOf(block)]);
    const notes = [...labels].flatMap((name) => (numbers.has(name) ? [`${name}=${numbers.get(name)}`] : [])).join(' ');
    return notes === block.notes ? block : { ...block, notes };
  });
}

const marksOf = (block: MarkdownBlock): string[] => (block.kind === 'code' ? [] : footnoteMarksIn(block.raw));

/** The name of a block that is a footnote. */
export const noteLabel = (block: MarkdownBlock): string => /\[\^([^\]\s]+)\]/.exec(block.raw)?.[1]?.toLowerCase() ?? '';
