import { useEffect, useState } from 'react';
import { BlobRows } from './blobRows';
import type { LongText } from './longText';

/** For one text for the life of the component. */
export function useBlobRows(text: LongText): { rows: BlobRows | null; version: number } {
  const [state, setState] = useState<{ rows: BlobRows | null; version: number }>({ rows: null, version: 0 });
  useEffect(() => {
    let frame = 0;
    const rows = new BlobRows(text.read, () => {
      // Many pieces come in one frame; it is drawn once.
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setState((before) => ({ rows, version: before.version + 1 }));
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      rows.close();
    };
  }, [text]);
  return state;
}
