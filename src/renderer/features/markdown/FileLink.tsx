import type { ReactNode } from 'react';
import { type FilePlace, placeText, useFileOpener } from './fileLinks';

/** A file of the project: opens where there is a session to open it in, and reads as a path elsewhere. */
export function FileLink({ place, children }: { place: FilePlace; children: ReactNode }) {
  const open = useFileOpener();
  const title = placeText(place);
  if (open === null) {
    return (
      <span className="md-file" title={title}>
        {children}
      </span>
    );
  }
  return (
    <button type="button" className="md-file md-file-link" title={title} onClick={() => open(place)}>
      {children}
    </button>
  );
}
