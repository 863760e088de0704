import type { StartFailure } from '@shared/ipc/failure';
import { createClient } from './client';

/** The page's only way to the engine. */
export const engine = createClient();

/**
 * The preload hands the port over as a window message: the first after `ready`, a new one each time that the engine was
 * started again. Where there will be none, why. Only a message of this page's own window counts.
 */
export function listenForPort(onFailure: (failure: StartFailure | null) => void): void {
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const data = event.data;
    if (event.source !== window || typeof data !== 'object' || data === null) return;
    if (!('signalbox' in data)) return;
    if (isFailure(data)) return onFailure(data.failure);
    const port = event.ports[0];
    if (data.signalbox !== 'port' || port === undefined) return;
    onFailure(null);
    engine.connect(port);
  });
  window.signalbox.ready();
}

/** Main's and the preload's own word, so its shape is theirs to keep. */
const isFailure = (data: object): data is { failure: StartFailure } =>
  'signalbox' in data && data.signalbox === 'failure' && 'failure' in data;
