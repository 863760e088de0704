import type { Attachment, Draft } from '@shared/attachment';
import type { QueuedId, SessionId } from '@shared/ids';
import { create } from 'zustand';

/** Messages that wait and are being edited. Kept here, so that what is typed stays while one looks at another session. */
export interface QueueEdit {
  sessionId: SessionId;
  queuedId: QueuedId;
  before: WaitingMessage;
  draft: Draft;
}

/** The message as it was read. `attached`: what stands beside its text, each with its place in the message. */
export interface WaitingMessage {
  text: string;
  attached: ReadonlyMap<Attachment, number>;
  /** How often it had been edited. */
  edits: number;
}

type Edits = Readonly<Record<QueuedId, QueueEdit>>;

export const useQueueEdits = create<{ edits: Edits }>()(() => ({ edits: {} }));

export function putQueueEdit(edit: QueueEdit): void {
  useQueueEdits.setState(({ edits }) => ({ edits: { ...edits, [edit.queuedId]: edit } }));
}

/** The draft changes as it is now; nothing happens where it is not edited any more. */
export function writeQueueEdit(queuedId: QueuedId, change: (now: Draft) => Draft): void {
  const edit = useQueueEdits.getState().edits[queuedId];
  if (edit !== undefined) putQueueEdit({ ...edit, draft: change(edit.draft) });
}

export function endQueueEdit(queuedId: QueuedId): void {
  useQueueEdits.setState(({ edits: { [queuedId]: _ended, ...edits } }) => ({ edits }));
}

export const queueEditsOf = (sessionId: SessionId): QueueEdit[] =>
  Object.values(useQueueEdits.getState().edits).filter((edit) => edit.sessionId === sessionId);

/** Is there anything in it that the message has not? */
export const isChanged = ({ before, draft }: QueueEdit): boolean =>
  draft.text !== before.text ||
  draft.attachments.length !== before.attached.size ||
  draft.attachments.some((one) => !before.attached.has(one));

/** What was typed and added: what is left of an edit whose message waits no longer. */
export const ownPart = ({ before, draft }: QueueEdit): Draft => ({
  text: draft.text === before.text ? '' : draft.text,
  attachments: draft.attachments.filter((one) => !before.attached.has(one)),
});

/** The same edit of what the message has become: what was typed and added stays, the rest is what it has now. */
export function readAgain({ before, draft, ...edit }: QueueEdit, now: WaitingMessage): QueueEdit {
  const added = draft.attachments.filter((one) => !before.attached.has(one));
  return { ...edit, before: now, draft: { text: draft.text, attachments: [...now.attached.keys(), ...added] } };
}
