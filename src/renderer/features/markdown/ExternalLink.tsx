import type { MouseEvent, ReactNode } from 'react';
import { engine } from '../../ipc/engine';

/** Opens in the system's browser; the page itself never goes anywhere. */
export function ExternalLink({ url, children }: { url: string; children: ReactNode }) {
  const open = (event: MouseEvent) => {
    event.preventDefault();
    void engine.call.app.openExternal({ url });
  };
  return (
    <a href={url} title={url} rel="noreferrer noopener" onClick={open} onAuxClick={open}>
      {children}
    </a>
  );
}
