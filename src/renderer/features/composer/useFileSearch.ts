import type { PathAttachment } from '@shared/attachment';
import type { FileRoot, FoundFiles } from '@shared/ipc/views';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { engine } from '../../ipc/engine';
import { addProblem } from '../../stores/ui';

const SHOWN = 50;
const NONE: readonly PathAttachment[] = [];

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
  const wanted = useRef<string | null>(null);
  const running = useRef(false);
  const search = useEffectEvent(async () => {
    if (running.current || of === null) return;
    running.current = true;
    for (let text = wanted.current; text !== null;) {
      const asked = { root: rootOf(of), query: text };
      const result = await engine.call.files.find({ of, text: text.slice(0, 400), limit: SHOWN });
      if (result.ok) setFound({ ...result.value, ...asked });
      else {
        addProblem(result.error);
        setFound({ ...asked, files: NONE, total: 0, isCut: false });
      }
      text = wanted.current === text ? null : wanted.current;
    }
    running.current = false;
  });
  useEffect(() => {
    wanted.current = query;
    if (query !== null) void search();
  }, [query]);

  if (query === null || of === null) return { files: NONE, more: 0, isCut: false, pending: false };
  if (found?.root !== rootOf(of)) return { files: NONE, more: 0, isCut: false, pending: true };
  const { files, total, isCut } = found;
  return { files, more: total - files.length, isCut, pending: found.query !== query };
}

const rootOf = (of: FileRoot): string => ('sessionId' in of ? of.sessionId : of.projectId);
