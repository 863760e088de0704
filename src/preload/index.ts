import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { SignalboxBridge } from './bridge';

/**
 * The whole of what the page gets from Electron: the port to the engine, and where a dropped file lies. A MessagePort
 * cannot cross contextBridge, but it can be transferred by `window.postMessage`, which both worlds share.
 */
const bridge: SignalboxBridge = {
  ready: () => ipcRenderer.send('signalbox:ready'),
  act: (action) => ipcRenderer.send('signalbox:failureAction', action),
  pathForFile: (file) => webUtils.getPathForFile(file),
};

ipcRenderer.on('signalbox:port', (event) => {
  window.postMessage({ signalbox: 'port' }, window.location.origin, [...event.ports]);
});

ipcRenderer.on('signalbox:failure', (_event, failure: unknown) => {
  window.postMessage({ signalbox: 'failure', failure }, window.location.origin);
});

contextBridge.exposeInMainWorld('signalbox', bridge);
