import { useEffect, useId, useState } from 'react';
import { highlighter } from './highlight/highlighter';
import type { PackedTokens } from './highlight/tokenizer';

/** The colours of code whose lines are drawn by whoever asks; null until they are there, and for what has none. */
export function useCodeTokens(code: string, language: string | null): PackedTokens | null {
  const block = useId();
  const [found, setFound] = useState<{ code: string; tokens: PackedTokens } | null>(null);
  const known = language === null ? null : highlighter.known(language, code);
  const isKnown = known !== null;
  useEffect(() => {
    if (language === null || isKnown) return undefined;
    highlighter.ask(block, language, code, (of, tokens) => setFound({ code: of, tokens }));
    return () => highlighter.forget(block);
  }, [block, code, language, isKnown]);
  return known ?? (found?.code === code ? found.tokens : null);
}
