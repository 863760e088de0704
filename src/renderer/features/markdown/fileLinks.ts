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

/** As editors, compilers and answers write lines behind a path: `:12`, `:12:5`, `:L12-L20`, `#L12C3-L20C5`, `#12`, `(12,5)`. */
const LINES = new RegExp(
  [
    String.raw`:L?(\d+)(?::\d+)?(?:[-–]L?(\d+)(?::\d+)?)?`,
    String.raw`#L(\d+)(?:C\d+)?(?:[-–]L?(\d+)(?:C\d+)?)?`,
    String.raw`#(\d+)`,
    String.raw`\((\d+),\d+\)`,
  ]
    .map((shape) => `${shape}$`)
    .join('|'),
);

/** A path as it is written, with what it says of lines: `src/a.ts:12`, `src/a.ts#L12-L20`, or the path alone. */
export function filePlace(written: string): FilePlace {
  const found = LINES.exec(written);
  // `#usage` names a part of the file; `c#/a.ts` is a folder.
  const place: FilePlace = { path: found === null ? written.replace(/#[^/\\]*$/, '') : written.slice(0, found.index) };
  if (found === null) return place;
  const line = Number(found[1] ?? found[3] ?? found[5] ?? found[6]);
  const endLine = Number(found[2] ?? found[4] ?? 0);
  if (line > 0) place.line = line;
  if (line > 0 && endLine > line) place.endLine = endLine;
  return place;
}

/** The same as one reads it. */
export const placeText = ({ path, line, endLine }: FilePlace): string =>
  `${path}${line === undefined ? '' : `:${line}`}${endLine === undefined ? '' : `–${endLine}`}`;
