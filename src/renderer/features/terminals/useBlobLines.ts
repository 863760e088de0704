import type { AppError } from '@shared/errors';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readPiece } from './readBlob';

/** A line is cut after so many characters: one of megabytes would be one row to lay out. */
const LONGEST_LINE = 4000;

export interface BlobLines {
  lines: readonly string[];
  done: boolean;
  error: AppError | null;
  /** Reads the next piece; nothing while one is on its way. */
  more: () => void;
}

/** For one blob for the life of the component: give the component the blob's id as its key. */
export function useBlobLines(blobId: string): BlobLines {
  const [state, setState] = useState<Omit<BlobLines, 'more'>>({ lines: [], done: false, error: null });
  const reading = useRef({ offset: 0, rest: '', busy: false, ended: false, decoder: new TextDecoder() });

  const more = useCallback(() => {
    const at = reading.current;
    if (at.busy || at.ended) return;
    at.busy = true;
    void readPiece(blobId, at.offset).then((piece) => {
      if (reading.current !== at) return;
      at.busy = false;
      if ('error' in piece) {
        at.ended = true;
        setState((before) => ({ ...before, error: piece.error }));
        return;
      }
      at.offset += piece.bytes.length;
      const done = at.offset >= piece.total || piece.bytes.length === 0;
      const texts = (at.rest + at.decoder.decode(piece.bytes, { stream: !done })).split('\n');
      at.rest = done ? '' : (texts.pop() ?? '');
      at.ended = done;
      const fresh = texts.flatMap(cutLine);
      setState((before) => ({ ...before, lines: [...before.lines, ...fresh], done }));
    });
  }, [blobId]);

  useEffect(more, [more]);

  return { ...state, more };
}

function cutLine(line: string): string[] {
  if (line.length <= LONGEST_LINE) return [line];
  const parts: string[] = [];
  for (let at = 0; at < line.length; at += LONGEST_LINE) parts.push(line.slice(at, at + LONGEST_LINE));
  return parts;
}
