import type { SessionId } from '@shared/ids';
import { createContext, useContext } from 'react';

/** A place in a file, as an answer names it. Lines are counted from 1. */
export interface FilePlace {
  path: string;
  line?: number;
  endLine?: number;
}

/** Opens a file that an answer names; null where there is nothing to open it in (outside a session). */
const FileOpener = createContext<((place: FilePlace) => void) | null>(null);

export const FileOpenerProvider = FileOpener.Provider;
export const useFileOpener = (): ((place: FilePlace) => void) | null => useContext(FileOpener);

/** The session whose folder pictures are read from; null where there is none, and pictures of files are named only. */
const ImageSession = createContext<SessionId | null>(null);

export const ImageSessionProvider = ImageSession.Provider;
export const useImageSession = (): SessionId | null => useContext(ImageSession);

const SUFFIX = /(?::(\d+)(?:[-–](\d+)|:\d+)?|#L(\d+)(?:C\d+)?(?:-L?(\d+)(?:C\d+)?)?)$/;

/** `src/a.ts:12`, `src/a.ts:12-20`, `src/a.ts:12:5`, `src/a.ts#L12-L20`, or the path alone. */
export function filePlace(path: string): FilePlace {
  const found = SUFFIX.exec(path);
  const place: FilePlace = { path: found === null ? path.replace(/#.*$/, '') : path.slice(0, found.index) };
  const line = Number(found?.[1] ?? found?.[3] ?? 0);
  const endLine = Number(found?.[2] ?? found?.[4] ?? 0);
  if (line > 0) place.line = line;
  if (line > 0 && endLine > line) place.endLine = endLine;
  return place;
}
