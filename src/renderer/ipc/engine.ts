import { createClient } from './client';

/** The page's only way to the engine. */
export const engine = createClient();

/**
 * The preload hands the port over as a window message: the first after `ready`, a new one each time that the engine was
 * started again. Only a message of this page's own window counts.
 */
export function listenForPort(): void {
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const data = event.data;
    if (event.source !== window || typeof data !== 'object' || data === null) return;
    if (!('signalbox' in data) || data.signalbox !== 'port') return;
    const port = event.ports[0];
    if (port !== undefined) engine.connect(port);
  });
  window.signalbox.ready();
}
