import { type Draft, EMPTY_DRAFT } from '@shared/attachment';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type DraftKey, draftOf, flushDraft, keepDraft } from '../../stores/drafts';

export type DraftChange = (now: Draft) => Draft;

export interface DraftState {
  draft: Draft;
  /** Shows it and keeps it. */
  write: (change: DraftChange) => void;
  /** Shows it only: what was kept stays until it is sure that this was sent. */
  show: (change: DraftChange) => void;
}

/** What was written here before, else what the store kept (undefined: not known yet); both survive a change of session. */
export function useDraft(key: DraftKey, stored: Draft | undefined): DraftState {
  const [written, setWritten] = useState<Draft | null>(draftOf(key) ?? null);
  const draft = written ?? stored ?? EMPTY_DRAFT;
  // A picture comes some time after it was dropped: it is added to what is there then.
  const now = useRef(draft);
  useLayoutEffect(() => {
    now.current = draft;
  }, [draft]);
  useEffect(() => () => flushDraft(key), [key]);
  const show = (change: DraftChange) => {
    now.current = change(now.current);
    setWritten(now.current);
  };
  return {
    draft,
    show,
    write: (change) => {
      show(change);
      keepDraft(key, now.current);
    },
  };
}
