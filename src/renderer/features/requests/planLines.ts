import type { Token, Tokens } from 'marked';
import { lexBlock } from '../markdown/lexBlock';
import { emptySplit, splitBlocks } from '../markdown/splitBlocks';
import { type PageToken, pageTokens } from '../markdown/syntax/tokens';
import { splitInline } from './splitInline';

/** Where a part stands: how deep in lists, whether in a quotation, and what its first line is marked with. */
interface Place {
  depth: number;
  isQuoted: boolean;
  mark: PlanMark | null;
}

export type PlanMark = { kind: 'sign'; text: string } | { kind: 'task'; done: boolean };

/** A part of a plan, with the lines of its source; each line can be commented. Lines are counted from 1. */
export type PlanPart = Place & { line: number; isNext: boolean } & (
    | { kind: 'text'; tokens: readonly Token[] }
    | { kind: 'heading'; level: number; tokens: readonly Token[] }
    | { kind: 'code'; info: string; code: string; firstLine: number }
    | { kind: 'table'; table: Tokens.Table }
    | { kind: 'html'; text: string }
    | { kind: 'rule' }
  );

const TOP: Place = { depth: 0, isQuoted: false, mark: null };
const endsIn = (text: string): number => text.split('\n').length - 1;

export function planParts(markdown: string): PlanPart[] {
  let line = 1;
  let at = 0;
  return splitBlocks(markdown, emptySplit).blocks.flatMap((block) => {
    line += endsIn(markdown.slice(at, block.start));
    at = block.start;
    return partsOf(lexBlock(block, false), line, TOP);
  });
}

/** `isNext` is false where a part goes on in what the one before it began: a paragraph's second line. */
function partsOf(tokens: readonly (Token | PageToken)[], start: number, place: Place): PlanPart[] {
  let line = start;
  let { mark } = place;
  return pageTokens(tokens).flatMap((token) => {
    const parts = partsOfToken(token, line, { ...place, mark });
    if (parts.length > 0) mark = null;
    line += endsIn(token.raw);
    return parts;
  });
}

function partsOfToken(token: PageToken, line: number, place: Place): PlanPart[] {
  const next = { ...place, line, isNext: true };
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return [];
    case 'hr':
      return [{ ...next, kind: 'rule' }];
    case 'heading':
      return [{ ...next, kind: 'heading', level: token.depth, tokens: token.tokens }];
    case 'code': {
      const isFenced = /^ *(?:`{3,}|~{3,})/.test(token.raw);
      const firstLine = isFenced ? line + 1 : line;
      return [{ ...next, kind: 'code', info: token.lang ?? '', code: token.text, firstLine }];
    }
    case 'table':
      return [{ ...next, kind: 'table', table: token }];
    case 'html': {
      const rows = token.text.trimEnd().split('\n');
      return rows.map((text, index) => ({ ...at(next, index), kind: 'html', text }));
    }
    case 'footnote': {
      // A plan is commented line by line, so its notes stay where they are written.
      const rows = token.raw.trimEnd().split('\n');
      return rows.map((text, index) => ({
        ...at(next, index),
        kind: 'text',
        tokens: [{ type: 'text', raw: text, text }],
      }));
    }
    case 'blockquote':
      return partsOf(token.tokens, line, { ...place, isQuoted: true });
    case 'list':
      return items(token, line, place);
    default: {
      const inner = 'tokens' in token && token.tokens !== undefined ? token.tokens : [token];
      const words = inner.filter((one) => one.type !== 'checkbox');
      return splitInline(words)
        .slice(0, endsIn(token.raw.trimEnd()) + 1)
        .map((tokens, index) => ({ ...at(next, index), kind: 'text', tokens }));
    }
  }
}

const at = <P extends Place & { line: number }>(place: P, index: number) => ({
  ...place,
  line: place.line + index,
  isNext: index === 0,
  mark: index === 0 ? place.mark : null,
});

function items(list: Tokens.List, start: number, place: Place): PlanPart[] {
  let line = start;
  return list.items.flatMap((item, index): PlanPart[] => {
    const sign = list.ordered ? `${(list.start === '' ? 1 : list.start) + index}.` : '•';
    const mark: PlanMark = item.task ? { kind: 'task', done: item.checked === true } : { kind: 'sign', text: sign };
    const inside: Place = { ...place, depth: place.depth + 1, mark };
    const parts = partsOf(item.tokens, line, inside);
    const own: PlanPart[] = parts.length > 0 ? parts : [{ ...inside, line, isNext: true, kind: 'text', tokens: [] }];
    line += endsIn(item.raw);
    return own;
  });
}

/** Every line that can be commented, in order. */
export function linesOf(parts: readonly PlanPart[]): number[] {
  return parts.flatMap((part) => {
    if (part.kind === 'code') {
      const lines = part.code.split('\n').map((_, index) => part.firstLine + index);
      return part.line < part.firstLine ? [part.line, ...lines] : lines;
    }
    if (part.kind === 'table') return [part.line, ...part.table.rows.map((_, index) => part.line + 2 + index)];
    return [part.line];
  });
}
