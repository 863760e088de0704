import type { SignalboxBridge } from './bridge';

declare global {
  interface Window {
    readonly signalbox: SignalboxBridge;
  }
}
