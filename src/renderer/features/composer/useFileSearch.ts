import type { PathAttachment } from '@shared/attachment';
import type { FileRoot, FoundFiles } from '@shared/ipc/views';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { engine } from '../../ipc/engine';
import { addProblem } from '../../stores/ui';

const SHOWN = 50;
const NONE: readonly PathAttachment[] = [];
const NOTHING: FoundFiles = { files: NONE, total: 0, isCut: false };

export interface FileSearch {
  files: readonly PathAttachment[];
  /** How many more fit. */
  more: number;
  isCut: boolean;
  /** What is written now is still looked for; `files` are those of what was written before. */
  pending: boolean;
}

interface Found extends FoundFiles {
  root: string;
  query: string;
}

/** Files that fit `query`; null looks for nothing. One search at a time: whoever types fast gets the answer to the last. */
export function useFileSearch(of: FileRoot | null, query: string | null): FileSearch {
  const [found, setFound] = useState<Found | null>(null);
  const wanted = useRef<{ of: FileRoot; root: string; query: string } | null>(null);
  const running = useRef(false);
  const root = of === null ? null : rootOf(of);
  const search = async () => {
    if (running.current) return;
    running.current = true;
    let asked = wanted.current;
    while (asked !== null) {
      const { of: folder, ...question } = asked;
      const result = await engine.call.files.find({ of: folder, text: question.query.slice(0, 400), limit: SHOWN });
      if (!result.ok) addProblem(result.error);
      setFound({ ...(result.ok ? result.value : NOTHING), ...question });
      asked = wanted.current === asked ? null : wanted.current;
    }
    running.current = false;
  };
  const want = useEffectEvent((next: string | null) => {
    wanted.current = next === null || of === null ? null : { of, root: rootOf(of), query: next };
    void search();
  });
  useEffect(() => want(root === null ? null : query), [query, root]);

  if (query === null || root === null) return { files: NONE, more: 0, isCut: false, pending: false };
  if (found?.root !== root) return { files: NONE, more: 0, isCut: false, pending: true };
  const { files, total, isCut } = found;
  return { files, more: total - files.length, isCut, pending: found.query !== query };
}

const rootOf = (of: FileRoot): string => ('sessionId' in of ? of.sessionId : of.projectId);
