/** What a pseudoterminal is started with; a string is a command line of Windows that is quoted already. */
export interface PtyCommand {
  file: string;
  args: string[] | string;
}

/**
 * The program as argv, or on Windows a `.cmd` or `.bat` shim through cmd.exe, which no other program can start (AC-42). What
 * is quoted here are two readings: the shim's program takes the argument apart as C programs do, and cmd.exe before it.
 */
export function ptyCommand(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): PtyCommand {
  if (platform !== 'win32' || !/\.(cmd|bat)$/i.test(program)) return { file: program, args: [...args] };
  const cmd = env['ComSpec'] ?? env['COMSPEC'] ?? 'cmd.exe';
  const line = [escaped(program), ...args.map((arg) => escaped(quoted(arg)))].join(' ');
  // The outer quotes are what /s takes off again.
  return { file: cmd, args: `/d /s /c "${line}"` };
}

/** Backslashes count only before a quote. */
const quoted = (arg: string): string => `"${arg.replaceAll(/(\\*)"/g, String.raw`$1$1\"`).replace(/(\\+)$/, '$1$1')}"`;

const escaped = (text: string): string => text.replaceAll(/[()[\]%!^"`<>&|;, *?]/g, '^$&');
