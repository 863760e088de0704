import { useState } from 'react';

/** Whether the picture at this address failed to load, and what says so. Another one in its place is tried again. */
export function useBroken(url: string): [isBroken: boolean, onError: () => void] {
  const [broken, setBroken] = useState<string | null>(null);
  if (broken !== null && broken !== url) setBroken(null);
  return [broken === url, () => setBroken(url)];
}
