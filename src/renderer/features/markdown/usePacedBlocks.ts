import { useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { PacedBlocks } from './pacedBlocks';
import type { MarkdownBlock } from './splitBlocks';

/** The next piece of a text that streams comes before (sessions/flushTimer), and with it what waits is drawn at less cost. */
const PIECE_MS = 64;

/** The blocks of `text` that are drawn now: all of them, unless it streams and its end is so long that it has to be paced. */
export function usePacedBlocks(text: string, streaming: boolean): readonly MarkdownBlock[] {
  const [paced] = useState(() => new PacedBlocks());
  const [looks, look] = useReducer((count: number) => count + 1, 0);
  const begun = performance.now();
  const blocks = paced.of(text, streaming, begun);

  useLayoutEffect(() => {
    if (streaming && paced.isLong) measure(begun, (cost) => paced.drew(cost, performance.now()));
    // One measurement a drawing: its begin is that of the render which made these blocks.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [paced, blocks]);

  useEffect(() => {
    const rest = paced.restAt(performance.now());
    if (rest === null) return undefined;
    const timer = setTimeout(look, rest + PIECE_MS);
    return () => clearTimeout(timer);
    // Each piece that waits, and each look that came too early.
  }, [paced, text, blocks, looks]);
  return blocks;
}

/** Tells what a commit took: once it is done, and again with the frame that shows it, which a hidden page never has. */
function measure(begun: number, tell: (cost: number) => void): void {
  // Whatever else is done in the commit is done then, the list's measuring of its rows as well.
  queueMicrotask(() => {
    const committed = performance.now() - begun;
    tell(committed);
    requestAnimationFrame(() => {
      const frame = performance.now();
      setTimeout(() => tell(committed + performance.now() - frame));
    });
  });
}
