import { parse, quote } from 'shell-quote';

/**
 * One line as a shell would cut it into arguments, and nothing else of a shell: no variable, no pattern and no operator
 * means anything, so each stays as it was written.
 */
export function argvOf(text: string): string[] {
  return parse(text, (name) => `$${name}`).map((part) => {
    if (typeof part === 'string') return part;
    if ('comment' in part) return `#${part.comment}`;
    return 'pattern' in part ? part.pattern : part.op;
  });
}

const PLAIN = /^[\w@%+=:,./~*?[\]-]+$/;

/** The line that `argvOf` cuts into these arguments, quoted only where it must be. */
export const lineOf = (argv: readonly string[]): string =>
  argv.map((argument) => (PLAIN.test(argument) ? argument : quote([argument]))).join(' ');
