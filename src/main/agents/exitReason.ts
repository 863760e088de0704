import type { AppError } from '@shared/errors';

/** `#!/usr/bin/env node` where no node is on the PATH, in the words of the env and shells that we know (AC-41). */
const NODE_MISSING = /\benv: [^/\n]*\bnode\b|\bnode['’"]?: (?:command )?not found|\bnode: No such file/i;

/** Why an agent's process ended, when nobody asked it to. */
export function exitReason(exit: { exitCode: number | null; signal: string | null; stderrTail: string }): AppError {
  const { exitCode, signal, stderrTail } = exit;
  if (exitCode === 127 && NODE_MISSING.test(stderrTail)) return { code: 'agent.nodeMissing', stderrTail };
  return { code: 'agent.exited', exitCode, signal, stderrTail };
}
