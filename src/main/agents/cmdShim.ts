import type { Invocation } from './shellCommand';

/*
 * A batch file cannot be started without cmd.exe, which reads the arguments as commands twice: once on its own command
 * line, once where the batch file hands them on as `%*`. Node refuses to start one without a shell (EINVAL since
 * 18.20.2, cursor-acp.md 2.10), and escaping them once leaves the second reading open: `x" & calc` would run calc. So
 * each argument is quoted for the program's own parser, and then every character that means something to cmd.exe is
 * escaped for both readings (AC-42).
 */

const META = /[()\][%!^"`<>&|;, *?]/g;

export const isBatchFile = (program: string): boolean => /\.(?:cmd|bat)$/i.test(program);

/** How a `.cmd` or `.bat` file is started with exactly these arguments. Line ends in arguments cannot pass cmd.exe. */
export function shimInvocation(program: string, args: readonly string[], comSpec = 'cmd.exe'): Invocation {
  const words = [program.replaceAll(META, '^$&'), ...args.map(escaped)];
  // /s takes the outer quotes off again and nothing else.
  return { program: comSpec, args: ['/d', '/s', '/c', `"${words.join(' ')}"`], verbatim: true };
}

/** How any program is started with exactly these arguments: a batch file of Windows through cmd.exe, the others as they are. */
export function invocationOf(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): Invocation {
  if (platform !== 'win32' || !isBatchFile(program)) return { program, args, verbatim: false };
  return shimInvocation(program, args, env['ComSpec'] ?? env['COMSPEC']);
}

function escaped(arg: string): string {
  // Backslashes count only before a quote, and before the quote that ends the argument.
  const quoted = `"${arg.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
  return quoted.replaceAll(META, '^$&').replaceAll(META, '^$&');
}
