import { parse } from 'shell-quote';

/**
 * One line as a shell would cut it into arguments, and nothing else of a shell: no variable, no pattern and no operator
 * means anything, so each stays as it was written.
 */
export function argvOf(text: string): string[] {
  return parse(withPlainBackslashes(text), (name) => `$${name}`).map((part) => {
    if (typeof part === 'string') return part;
    if ('comment' in part) return `#${part.comment}`;
    return 'pattern' in part ? part.pattern : part.op;
  });
}

/**
 * Outside of quotes a backslash protects a blank or a quote only: in `C:\work` and `\\host\share` it stands for itself, which
 * a shell would take away.
 */
function withPlainBackslashes(text: string): string {
  let quote = '';
  let result = '';
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? '';
    const next = text[index + 1] ?? '';
    if (char === '\\' && quote === '') {
      const protects = /[\s"']/.test(next);
      result += protects ? char + next : '\\\\';
      if (protects) index += 1;
      continue;
    }
    if (char === '\\' && quote === '"') {
      result += char + next;
      index += 1;
      continue;
    }
    if (char === quote) quote = '';
    else if (quote === '' && (char === '"' || char === "'")) quote = char;
    result += char;
  }
  return result;
}

const PLAIN = /^[\w@%+=:,./~*?[\]-]+$/;

/** The line that `argvOf` cuts into these arguments, quoted only where it must be. */
export const lineOf = (argv: readonly string[]): string =>
  argv
    .map((argument) => (PLAIN.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ');
