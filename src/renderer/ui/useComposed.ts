import { type ChangeEvent, type CompositionEvent, useState } from 'react';

export interface Composed {
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => void;
}

/** A field that is looked for in: what an input method is still putting together (the letters of a Chinese word) is not told. */
export function useComposed(value: string, tell: (value: string) => void): Composed {
  const [composing, setComposing] = useState<string | null>(null);
  const settle = (next: string) => {
    setComposing(null);
    tell(next);
  };
  return {
    value: composing ?? value,
    onChange: ({ nativeEvent, target }) => {
      if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) setComposing(target.value);
      else settle(target.value);
    },
    onCompositionEnd: ({ currentTarget }) => settle(currentTarget.value),
  };
}
