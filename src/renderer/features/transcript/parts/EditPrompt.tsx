import type { ItemOf } from '@shared/session/item';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resend } from '../../../stores/branches';
import { edit } from '../../../stores/editing';
import { addProblem } from '../../../stores/ui';
import { Button } from '../../../ui/Button';
import { promptAgain } from '../notices/promptAgain';
import { useTranscriptPlace } from '../transcriptContext';

/** An earlier prompt, to be sent once more in other words. Says what will happen before it does (AC-90). */
export function EditPrompt({ item, text }: { item: ItemOf<'message'>; text: string }) {
  const { t } = useTranslation();
  const { sessionId } = useTranscriptPlace();
  const [isSending, setIsSending] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const what = useId();
  const { ordinal } = item;
  const others = item.content.filter((block) => block.type !== 'text');
  const canSend = !isSending && (text.trim() !== '' || others.length > 0);

  useEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(box.current.value.length, box.current.value.length);
  }, []);

  const send = async () => {
    if (!canSend) return;
    setIsSending(true);
    const kept = others.length === 0 ? { content: [] } : await promptAgain({ ...item, content: others });
    if ('error' in kept) addProblem(kept.error);
    else {
      const own = text.trim() === '' ? [] : [{ type: 'text' as const, text }];
      if (await resend(sessionId, ordinal, [...own, ...kept.content])) edit(null);
    }
    setIsSending(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') edit(null);
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="ml-auto flex w-full max-w-[82%] flex-col gap-2.5 rounded-lg border border-line-strong bg-surface p-3">
      <textarea
        ref={box}
        aria-label={t('transcript.editLabel')}
        aria-describedby={what}
        value={text}
        rows={Math.min(12, Math.max(2, text.split('\n').length))}
        onChange={(event) => edit({ sessionId, ordinal, text: event.target.value })}
        onKeyDown={onKeyDown}
        className="w-full resize-y bg-transparent text-lg outline-none selectable"
      />
      <p id={what} className="text-sm text-muted">
        {t(ordinal === 0 ? 'transcript.editWhatFirst' : 'transcript.editWhat')}
        {others.length === 0 ? null : ` ${t('transcript.editKeeps', { count: others.length })}`}
      </p>
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={() => edit(null)}>
          {t('common.cancel')}
        </Button>
        <Button size="small" kind="primary" disabled={!canSend} onClick={() => void send()}>
          {t('transcript.resend')}
        </Button>
      </div>
    </div>
  );
}
