/** A wrapper's or node's word for the CLI itself: a script, or its name as a command. */
const PROGRAM = /\.[cm]?js$|(?:^|[\\/])(?:cursor-)?agent(?:\.(?:exe|cmd|bat|ps1))?$/i;
/** Options of the CLI whose value may look like a program (cursor-acp.md 2.1). */
const TAKES_VALUE = /^--(?:worktree|add-dir|workspace|model|mode|sandbox|api-key|auth-token|endpoint)$|^-[eH]$/;

/**
 * What stands before another subcommand than `acp`: what starts the program itself, its endpoint (`-e`) and its TLS
 * (`-k`) options (cursor-acp.md 1.2). The rest is for a session: `--worktree` would make a folder, keys are in the
 * environment, and free words would be taken for a prompt.
 */
export function cursorOwnArgs(args: readonly string[]): string[] {
  const at = args.lastIndexOf('acp');
  const before = at < 0 ? args : args.slice(0, at);
  const programAt = before.findIndex((arg, index) => PROGRAM.test(arg) && !isValue(before, index));
  // `wsl -e cursor-agent`, `npx -y cursor-agent`, `node --use-system-ca index.js`.
  const own = before.slice(0, programAt + 1);
  for (let index = programAt + 1; index < before.length; index += 1) {
    const arg = before[index] ?? '';
    const next = before[index + 1];
    if (/^(?:-k|--insecure|--endpoint=.+)$/.test(arg)) own.push(arg);
    else if ((arg === '-e' || arg === '--endpoint') && next !== undefined) own.push(arg, next);
    // Its value is skipped with it: it may read like an option. A worktree may go without one.
    if (TAKES_VALUE.test(arg) && !(arg === '--worktree' && next?.startsWith('-'))) index += 1;
  }
  return own;
}

/** `-e` before the program is a wrapper's own (`wsl -e`), and what follows it the program. */
const isValue = (args: readonly string[], index: number): boolean =>
  args.slice(0, index).some((arg) => arg !== '-e' && TAKES_VALUE.test(arg));
