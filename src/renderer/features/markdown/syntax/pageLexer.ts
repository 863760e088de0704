import { Lexer, Marked, type MarkedOptions } from 'marked';
import { CjkTokenizer, maskCjk } from './cjkEmphasis';
import { footnote, footnoteMark } from './footnoteSyntax';
import { blockMath, inlineMath, maskFormulas } from './mathSyntax';

/** GitHub's markdown with formulas, footnotes and emphasis that works between CJK characters. */
const { defaults } = new Marked({
  gfm: true,
  extensions: [footnote, blockMath, footnoteMark, inlineMath],
  hooks: { emStrongMask: (text) => maskCjk(maskFormulas(text)) },
});

/** A lexer keeps what it has seen, so each text has its own. */
export const pageLexer = (): Lexer => new Lexer(options());

const options = (): MarkedOptions => ({ ...defaults, tokenizer: new CjkTokenizer() });
