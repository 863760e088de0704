import { type Draft, EMPTY_DRAFT } from '@shared/attachment';
import { ok } from '@shared/errors';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { putQueueEdit, type QueueEdit, readAgain, useQueueEdits, writeQueueEdit } from '../../stores/queueEdits';
import { addProblem } from '../../stores/ui';
import { Button } from '../../ui/Button';
import { AttachButton } from './attachments/AttachButton';
import { AttachmentChips } from './attachments/AttachmentChips';
import { pastedFiles } from './attachments/filesOf';
import { promptContent } from './attachments/promptContent';
import { useAttachments } from './attachments/useAttachments';
import { readWaiting } from './readWaiting';
import type { DraftChange } from './useDraft';

interface QueueEditorProps {
  edit: QueueEdit;
  /** The person has just asked for it. */
  focused: boolean;
  onDone: () => void;
}

/**
 * Another text for a message that waits, and what stands beside it: each part can be taken away, and others added. A queue
 * that was paused for this goes on when it is done.
 */
export function QueueEditor({ edit, focused, onDone }: QueueEditorProps) {
  const { t } = useTranslation();
  const { sessionId, queuedId, before, draft } = edit;
  // A picture comes some time after it was chosen: it is added to what is there then.
  const write = (change: DraftChange) => writeQueueEdit(queuedId, change);
  const attachments = useAttachments({ sessionId }, draft.attachments, write);
  const box = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    if (focused) box.current?.focus();
  }, [focused]);

  // The same change once more would be made of what it has just become.
  const isSaving = useRef(false);
  /** Nothing is typed meanwhile: it would be in neither message. */
  const [saving, setSaving] = useState(false);
  /** What was saved last; whether it arrived is not known. */
  const tried = useRef<Draft | null>(null);
  const save = async () => {
    if (attachments.pending || isSaving.current) return;
    isSaving.current = true;
    setSaving(true);
    await change().finally(() => {
      isSaving.current = false;
      setSaving(false);
    });
  };
  const change = async () => {
    const kept = draft.attachments.flatMap((one) => before.attached.get(one) ?? []);
    const fresh = draft.attachments.filter((one) => !before.attached.has(one));
    const added = fresh.length === 0 ? ok(undefined) : await promptContent({ ...EMPTY_DRAFT, attachments: fresh });
    if (!added.ok) return addProblem(added.error);
    const attached = { edits: before.edits, kept, added: added.value };
    const saved = await engine.call.queue.edit({ sessionId, queuedId, text: draft.text, attached });
    if (saved.ok) return onDone();
    if (saved.error.code === 'queue.changed') {
      const now = await readWaiting(sessionId, queuedId);
      // It was this very change, whose answer was lost with the engine.
      if (now?.edits === before.edits + 1 && tried.current === draft) return onDone();
      // Cancelled meanwhile: it stays so.
      const current = useQueueEdits.getState().edits[queuedId];
      if (now !== undefined && current !== undefined) putQueueEdit(readAgain(current, now));
    }
    tried.current = draft;
    addProblem(saved.error);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      onDone();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void save();
    }
  };

  const onPaste = (event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData, (file) => window.signalbox.pathForFile(file));
    if (files.length === 0) return;
    event.preventDefault();
    if (!saving) attachments.addFiles(files);
  };

  return (
    <li className="flex flex-col gap-1.5 border-t border-line px-2 py-1.5 first:border-t-0">
      {attachments.list.length === 0 ? null : (
        <div className="-mx-3 -mt-1">
          <AttachmentChips
            list={attachments.list}
            onRemove={(index) => {
              if (saving) return;
              attachments.remove(index);
              box.current?.focus();
            }}
          />
        </div>
      )}
      <textarea
        ref={box}
        aria-label={t('queue.text')}
        value={draft.text}
        readOnly={saving}
        rows={1}
        onChange={(event) => {
          const text = event.target.value;
          write((one) => ({ ...one, text }));
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className="block max-h-[24vh] w-full resize-none [field-sizing:content] rounded-md border border-line-strong bg-surface px-2.5 py-1.5 text-md selectable"
      />
      <div className="flex items-center gap-1.5">
        <AttachButton disabled={saving} onFiles={attachments.addFiles} />
        <Button
          size="small"
          kind="primary"
          disabled={attachments.pending || saving}
          focusableWhenDisabled
          onClick={() => void save()}
        >
          {t('common.save')}
        </Button>
        <Button size="small" kind="quiet" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </li>
  );
}
