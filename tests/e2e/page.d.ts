import type { SignalboxBridge } from '../../src/preload/bridge';

declare global {
  interface Window {
    readonly signalbox: SignalboxBridge;
  }
}
