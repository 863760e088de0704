import type { SessionId } from '@shared/ids';
import { create } from 'zustand';

/** The earlier prompt that is being edited. Kept here, since its row goes and comes while one scrolls. */
export interface Editing {
  sessionId: SessionId;
  ordinal: number;
  text: string;
}

export const useEditing = create<{ editing: Editing | null }>()(() => ({ editing: null }));

export const edit = (editing: Editing | null): void => useEditing.setState({ editing });
