import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createSessionCopies } from '../../../src/main/sessions/sessionCopies';
import { ProjectBoard } from '../../../src/main/sessions/projectBoard';
import { SessionBoard } from '../../../src/main/sessions/sessionBoard';
import { ProjectService } from '../../../src/main/projects/projectService';
import { openStore } from '../../../src/main/store/openStore';

/** Exports so many sessions and imports the file: how long, and for how long at most nothing else got its turn. */
export async function copy(
  home: string,
  sessionIds: string[],
  watch: () => () => number,
): Promise<Record<string, number>> {
  const clock = { now: () => Date.now(), setTimer: () => () => undefined };
  const newId = () => crypto.randomUUID();
  const onFailure = (error: unknown): never => {
    throw new Error(JSON.stringify(error));
  };
  const opened = openStore({ home, clock, newId, onFailure, onRecovered: () => undefined, onDamage: onFailure });
  if (!opened.ok) return onFailure(opened.error);
  const store = opened.value;
  const projectBoard = new ProjectBoard(new ProjectService({ database: store.database, clock, newId }));
  await projectBoard.refresh();
  const file = join(home, 'exported.json');
  const { exports, imports } = createSessionCopies({
    store,
    board: new SessionBoard(store.sessions),
    projectBoard,
    // Nobody is live here, and nothing is forked.
    sessions: { actors: [], find: onFailure, prompt: onFailure },
    clock,
    newId,
    locale: () => 'en',
    agentName: (agentId) => agentId,
    defaultAgent: () => null,
    pickSaveFile: () => Promise.resolve(file),
    pickOpenFile: () => Promise.resolve(file),
    onDefect: (where, thrown) => onFailure(`${where}: ${String(thrown)}`),
  });
  const timed = async (run: () => Promise<{ ok: boolean }>): Promise<{ ms: number; blocked: number }> => {
    const blocked = watch();
    const began = performance.now();
    const result = await run();
    if (!result.ok) onFailure(result);
    return { ms: Math.round(performance.now() - began), blocked: blocked() };
  };
  const out = await timed(() => exports.export(sessionIds, 'json'));
  const back = await timed(() => imports.import(null));
  store.close();
  return {
    'search.exportMb': Math.round(statSync(file).size / 1e6),
    'search.exportMs': out.ms,
    'search.exportBlockedMs': out.blocked,
    'search.importMs': back.ms,
    'search.importBlockedMs': back.blocked,
  };
}
