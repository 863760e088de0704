import type { AppError } from '@shared/errors';
import type { AgentId, SessionId } from '@shared/ids';
import type { ImportableSession, ImportList } from '@shared/ipc/imports';
import { useCallback, useEffect, useState } from 'react';
import { engine } from '../../ipc/engine';
import { report } from '../../stores/report';

export type Imports =
  | { status: 'looking' }
  | { status: 'failed'; error: AppError }
  | { status: 'listed'; list: ImportList };

/** What an agent and this machine have that we do not; asked for with each look, since others work there too. */
export function useImports(agentId: AgentId) {
  const [answered, setAnswered] = useState<{ look: number; imports: Imports } | null>(null);
  const [look, setLook] = useState(0);
  const imports: Imports = answered?.look === look ? answered.imports : { status: 'looking' };
  useEffect(() => {
    let isOver = false;
    void engine.call.imports.list({ agentId }).then((answer) => {
      if (isOver) return;
      setAnswered({
        look,
        imports: answer.ok ? { status: 'listed', list: answer.value } : { status: 'failed', error: answer.error },
      });
    });
    return () => {
      isOver = true;
    };
  }, [agentId, look]);

  /** Those that became ours leave the list. */
  const add = useCallback(
    async (
      sessions: readonly ImportableSession[],
    ): Promise<{ sessionIds: readonly SessionId[]; failed: readonly AppError[] } | undefined> => {
      const wanted = sessions.map(({ acpSessionId, cwd, title, updatedAt }) => ({
        acpSessionId,
        cwd,
        title,
        updatedAt,
      }));
      const added = await report(engine.call.imports.add({ agentId, sessions: wanted }));
      if (added === undefined || added.failed.length > 0) {
        setLook((before) => before + 1);
        return added;
      }
      const gone = new Set(wanted.map(({ acpSessionId }) => acpSessionId));
      setAnswered((before) => before && { ...before, imports: without(before.imports, gone) });
      return added;
    },
    [agentId],
  );
  return { imports, add, again: () => setLook((before) => before + 1) };
}

function without(imports: Imports, gone: ReadonlySet<string>): Imports {
  if (imports.status !== 'listed') return imports;
  const sessions = imports.list.sessions.filter(({ acpSessionId }) => !gone.has(acpSessionId));
  return { ...imports, list: { ...imports.list, sessions } };
}
