import { createHighlighterCore, type GrammarState, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { languageLoaders } from './languages';
import { kindOf, tokenTheme } from './tokenTheme';

/** Coloured pieces, four numbers each: line, start and end column (UTF-16 units), kind. Plain text is left out. */
export type PackedTokens = Uint32Array<ArrayBuffer>;
export const TOKEN_WIDTH = 4;

/** Where an open code block stands: whole lines are done, the last one is done anew each time. */
interface Progress {
  language: string;
  /** The text of the finished lines, with its last line break. */
  done: string;
  lines: number;
  numbers: number[];
  state: GrammarState | undefined;
}

/** Blocks that may still grow; more than this stream at once nowhere. */
const KEPT = 24;

/** Longer lines are data, not code: they stay plain. */
const LONGEST_LINE = 2000;
/**
 * Time for one line. With the default of half a second the first line of a language was cut short on a busy machine,
 * while its grammar was compiled, and stayed wrongly coloured. This thread has nobody to wait for it.
 */
const LINE_TIME_MS = 10_000;

export interface Tokenizer {
  /** `block` names one code block for its life: what of it was done before is not done again. Null: no such language. */
  tokenize(block: string, language: string, code: string): Promise<PackedTokens | null>;
}

export async function createTokenizer(): Promise<Tokenizer> {
  const highlighter = await createHighlighterCore({
    themes: [tokenTheme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  const progress = new Map<string, Progress>();

  return {
    async tokenize(block, language, code) {
      const loader = languageLoaders[language];
      if (loader === undefined) return null;
      await highlighter.loadLanguage(loader);
      const known = progress.get(block);
      const before: Progress =
        known && known.language === language && code.startsWith(known.done)
          ? known
          : { language, done: '', lines: 0, numbers: [], state: undefined };
      const after = advance(highlighter, before, code);
      progress.delete(block);
      progress.set(block, after);
      for (const oldest of progress.keys()) {
        if (progress.size <= KEPT) break;
        progress.delete(oldest);
      }
      const tail: number[] = [];
      run(highlighter, after, code.slice(after.done.length), tail);
      return new Uint32Array([...after.numbers, ...tail]);
    },
  };
}

function advance(highlighter: HighlighterCore, from: Progress, code: string): Progress {
  const end = code.lastIndexOf('\n') + 1;
  if (end <= from.done.length) return from;
  const fresh = code.slice(from.done.length, end - 1);
  const numbers = [...from.numbers];
  const state = run(highlighter, from, fresh, numbers);
  return {
    language: from.language,
    done: code.slice(0, end),
    lines: from.lines + fresh.split('\n').length,
    numbers,
    state,
  };
}

function run(highlighter: HighlighterCore, from: Progress, code: string, into: number[]): GrammarState | undefined {
  const rows = highlighter.codeToTokensBase(code, {
    lang: from.language,
    theme: 'signalbox',
    tokenizeMaxLineLength: LONGEST_LINE,
    tokenizeTimeLimit: LINE_TIME_MS,
    ...(from.state === undefined ? {} : { grammarState: from.state }),
  });
  for (const [index, row] of rows.entries()) {
    let column = 0;
    for (const token of row) {
      const kind = kindOf(token.color);
      const end = column + token.content.length;
      if (kind > 0) into.push(from.lines + index, column, end, kind);
      column = end;
    }
  }
  return highlighter.getLastGrammarState(rows);
}
