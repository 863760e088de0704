import { fail, ok, type Result } from '@shared/errors';
import type { AgentProbe } from '@shared/ipc/views';
import { type AgentConnection, probeOf } from '../agentConnection';
import type { CatalogEntry } from '../catalog';
import type { Supervisor } from '../supervisor';

export interface StartCheck {
  entry: CatalogEntry;
  /** Where it is started. */
  cwd: string;
  newId: () => string;
  signal: AbortSignal;
  /** What it writes to stderr meanwhile. */
  onLine: (line: string) => void;
}

/** A real start and initialize of an agent that is not in the settings yet; its whole tree is gone before this answers. */
export async function checkStart(supervisor: Supervisor, check: StartCheck): Promise<Result<AgentProbe>> {
  const { entry, cwd, newId, signal, onLine } = check;
  const seen: AgentConnection[] = [];
  const end = (): void => {
    for (const connection of seen) void connection.close();
  };
  signal.addEventListener('abort', end);
  const acquired = await supervisor.acquire(entry, cwd, `probe:${newId()}`, (connection) => {
    seen.push(connection);
    connection.wiretap.subscribe((frame) => {
      if (frame.kind === 'stderr') for (const line of frame.text.split('\n')) if (line.trim() !== '') onLine(line);
    });
    if (signal.aborted) end();
  });
  signal.removeEventListener('abort', end);
  const result = acquired.ok ? ok(probeOf(acquired.value.agent)) : acquired;
  await Promise.all(seen.map((connection) => connection.close()));
  return signal.aborted ? fail({ code: 'agent.stopped' }) : result;
}
