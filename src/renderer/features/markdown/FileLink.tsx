import type { ReactNode } from 'react';
import { filePlace, useFileOpener } from './fileLinks';

/** A file of the project: opens where there is a session to open it in, and reads as a path elsewhere. */
export function FileLink({ path, children }: { path: string; children: ReactNode }) {
  const open = useFileOpener();
  if (open === null) {
    return (
      <span className="md-file" title={path}>
        {children}
      </span>
    );
  }
  return (
    <button type="button" className="md-file md-file-link" title={path} onClick={() => open(filePlace(path))}>
      {children}
    </button>
  );
}
