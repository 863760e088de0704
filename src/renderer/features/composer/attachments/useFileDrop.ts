import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { holdsFiles } from './filesOf';

/**
 * Files dropped on the message, or anywhere in the session that it is for, go to it; elsewhere a folder becomes a project (FolderDrop, which passes
 * over what was handled here).
 */
export function useFileDrop(
  inside: RefObject<HTMLElement | null>,
  isTaking: boolean,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const form = inside.current;
    const zone = form?.closest<HTMLElement>('[data-takes-files]') ?? form;
    if (!zone || !isTaking) return undefined;
    const onOver = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && zone.contains(event.relatedTarget))) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!holdsFiles(event)) return;
      event.preventDefault();
      take([...(event.dataTransfer?.files ?? [])]);
    };
    zone.addEventListener('dragover', onOver);
    zone.addEventListener('dragleave', onLeave);
    zone.addEventListener('drop', onDrop);
    return () => {
      zone.removeEventListener('dragover', onOver);
      zone.removeEventListener('dragleave', onLeave);
      zone.removeEventListener('drop', onDrop);
    };
  }, [inside, isTaking]);
  return over;
}
