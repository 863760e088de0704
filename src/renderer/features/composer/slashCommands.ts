import type { AvailableCommand } from '@shared/acp/update';

/** The command name that is being written: only at the very beginning, and only up to the first blank. Null else. */
export function slashQuery(text: string): string | null {
  const match = /^\/(\S*)$/.exec(text);
  return match === null ? null : (match[1] ?? '');
}

/**
 * Does Enter put the command into the text, instead of sending what is written? Not where it is written out whole, nor where
 * only a description fits and nobody pointed at it: an unknown command is sent as text (AC-80).
 */
export const enterTakes = (query: string, { name }: AvailableCommand, isPointed: boolean): boolean =>
  name !== query && (isPointed || name.toLowerCase().includes(query.toLowerCase()));

/** Names that begin with the query first, then those that hold it; then those whose description does. */
export function matchCommands(commands: readonly AvailableCommand[], query: string): AvailableCommand[] {
  const wanted = query.toLowerCase();
  const rank = ({ name, description }: AvailableCommand): number => {
    const low = name.toLowerCase();
    if (low.startsWith(wanted)) return 0;
    if (low.includes(wanted)) return 1;
    return wanted.length > 2 && description.toLowerCase().includes(wanted) ? 2 : 3;
  };
  return commands
    .map((command) => ({ command, rank: rank(command) }))
    .filter((entry) => entry.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map((entry) => entry.command);
}
