import type { SessionId } from '@shared/ids';
import { create } from 'zustand';
import { focusComposer } from './ui';

/** A file of a session's folder, beside its transcript; lines are counted from 1. */
export interface FileInPane {
  sessionId: SessionId;
  path: string;
  line?: number;
  endLine?: number;
}

interface FilePane {
  file: FileInPane | null;
  /** Counts up: the same link pressed again goes to its line again. */
  opened: number;
}

export const useFilePane = create<FilePane>()(() => ({ file: null, opened: 0 }));

/** What was in use when the pane opened, and gets the focus back. */
let opener: HTMLElement | null = null;

export function openFile(file: FileInPane): void {
  const focused = document.activeElement;
  const inPane = focused?.closest('[data-file-pane]') ?? null;
  if (inPane === null) opener = focused instanceof HTMLElement ? focused : null;
  useFilePane.setState(({ opened }) => ({ file, opened: opened + 1 }));
}

/** Without moving the focus, unless it was in there or on its edge. True: there was one beside this session. */
export function putFileAway(sessionId: SessionId): boolean {
  if (useFilePane.getState().file?.sessionId !== sessionId) return false;
  if (document.activeElement?.closest('[data-file-pane]')) {
    closeFile();
    return true;
  }
  useFilePane.setState({ file: null });
  opener = null;
  return true;
}

export function closeFile(): void {
  useFilePane.setState({ file: null });
  // The row of the link may have gone while one read.
  if (opener?.isConnected) opener.focus();
  else focusComposer();
  opener = null;
}
