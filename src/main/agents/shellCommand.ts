import { basename } from 'node:path';
import { resolveCommand } from './environment';

export interface Invocation {
  program: string;
  args: readonly string[];
  /** The arguments are quoted for cmd.exe already. */
  verbatim: boolean;
}

/** Shells that understand the command lines that models write; in fish or nushell `export X=1 && y` is an error. */
const POSIX_SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh']);
const SHELL_SYNTAX = /[\s|&;<>()$`"'*?[\]{}~#=!\\]/;

/**
 * What terminal/create asks to run, or undefined when there is no such program. ACP says command and args, but many agents
 * put a whole command line into `command` and send no args. A command without args that is no program and holds shell
 * syntax is therefore run by the user's shell, the way the agent means it. It is the agent's command either way and was
 * asked for where permissions are asked, so this opens nothing that `sh -c` as command would not.
 */
export function terminalInvocation(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string,
): Invocation | undefined {
  const program = resolveCommand(command, env, cwd);
  if (program !== undefined) return { program, args, verbatim: false };
  if (args.length > 0 || !SHELL_SYNTAX.test(command)) return undefined;
  if (process.platform === 'win32') {
    const cmd = env['ComSpec'] ?? env['COMSPEC'] ?? 'cmd.exe';
    // The outer quotes are what /s takes off again; cmd.exe reads the rest as it stands.
    return { program: cmd, args: ['/d', '/s', '/c', `"${command}"`], verbatim: true };
  }
  const own = env['SHELL'] ?? '';
  const shell = POSIX_SHELLS.has(basename(own)) ? resolveCommand(own, env, cwd) : undefined;
  return { program: shell ?? '/bin/sh', args: ['-c', command], verbatim: false };
}
