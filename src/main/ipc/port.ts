/** The part of a MessagePort that we use, so that Electron's MessagePortMain and Node's MessagePort both serve. */
export interface Port {
  postMessage(message: unknown): void;
  onMessage(listen: (message: unknown) => void): void;
  onClose(listen: () => void): void;
  close(): void;
}
