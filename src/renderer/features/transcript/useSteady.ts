import { useCallback, useRef, useState } from 'react';

/**
 * A state that is told far more often than it changes. Told the same once more React may render all the same: it asks only
 * afterwards whether anything changed, and a list that streams is told in each frame.
 */
export function useSteady(initial: boolean): [boolean, (next: boolean) => void] {
  const [value, setValue] = useState(initial);
  const told = useRef(value);
  const tell = useCallback((next: boolean) => {
    if (told.current === next) return;
    told.current = next;
    setValue(next);
  }, []);
  return [value, tell];
}
