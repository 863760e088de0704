import type { SessionId } from '@shared/ids';
import type { PromptLine } from '@shared/ipc/reading';
import type { Item } from '@shared/session/item';
import { useEffect, useMemo, useState } from 'react';
import { promptsBefore, promptsIn } from '../../../stores/prompts';
import { useSession } from '../../../stores/replicas';

const NO_ITEMS: readonly Item[] = [];

/** All prompts of the session, the oldest first; grows upwards while the engine reads. */
export function usePrompts(sessionId: SessionId): { prompts: readonly PromptLine[]; isReading: boolean } {
  const items = useSession(sessionId, (state) => state.items) ?? NO_ITEMS;
  // What the page held when the list was opened; pages that come in front of it meanwhile say the same.
  const [start] = useState(() => items[0]?.ordinal ?? 0);
  const [older, setOlder] = useState<readonly PromptLine[]>([]);
  const [isReading, setReading] = useState(start > 0);
  useEffect(() => {
    const visit = new AbortController();
    void readAll(promptsBefore(sessionId, start), visit.signal, (page) => {
      setOlder((known) => [...page.toReversed(), ...known.filter(({ ordinal }) => ordinal > (page[0]?.ordinal ?? 0))]);
    }).then(() => setReading(false));
    return () => visit.abort();
  }, [sessionId, start]);
  const prompts = useMemo(
    () => [...older, ...promptsIn(items).filter(({ ordinal }) => ordinal >= start)],
    [older, items, start],
  );
  return { prompts, isReading };
}

async function readAll(
  pages: AsyncIterable<readonly PromptLine[]>,
  signal: AbortSignal,
  take: (page: readonly PromptLine[]) => void,
): Promise<void> {
  for await (const page of pages) {
    if (signal.aborted) return;
    take(page);
  }
}
