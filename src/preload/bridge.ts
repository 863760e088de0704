import type { FailureAction } from '@shared/ipc/failure';

/** What the preload puts on the page's window. */
export interface SignalboxBridge {
  /** The page listens now: main may hand over the port. Safe to call again after a reload. */
  ready(): void;
  /** What the person chose on the page that says why there is no engine. */
  act(action: FailureAction): void;
  /** The path of a file or folder that was dropped; empty where it has none. */
  pathForFile(file: File): string;
}
