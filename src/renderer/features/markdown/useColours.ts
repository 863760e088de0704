import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { CodeLines } from './highlight/codeLines';
import { highlighter } from './highlight/highlighter';

/** How far outside the view a block already asks for its colours. */
const NEAR = '600px 0px';

/** Writes `code` into `root` line by line, and colours into the lines once the block is near the view. */
export function useColours(root: RefObject<HTMLElement | null>, code: string, language: string, open: boolean): void {
  const block = useId();
  const lines = useRef<CodeLines | null>(null);
  const [near, setNear] = useState(false);

  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    element.replaceChildren();
    lines.current = new CodeLines(element);
    return () => {
      lines.current = null;
      highlighter.forget(block);
    };
  }, [root, block]);

  useLayoutEffect(() => {
    lines.current?.setText(code);
    const known = open ? null : highlighter.known(language, code);
    if (known) lines.current?.paint(code, known);
    else if (near) highlighter.ask(block, language, code, (of, tokens) => lines.current?.paint(of, tokens));
  }, [block, code, language, near, open]);

  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: NEAR,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [root]);
}
