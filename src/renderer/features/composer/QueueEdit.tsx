import type { QueuedId, SessionId } from '@shared/ids';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { useReplicas } from '../../stores/replicas';
import { addProblem } from '../../stores/ui';
import { Button } from '../../ui/Button';

interface QueueEditProps {
  sessionId: SessionId;
  queuedId: QueuedId;
  before: string;
  onDone: () => void;
}

/** Another text for a message that waits. A queue that was paused for this goes on when it is done. */
export function QueueEdit({ sessionId, queuedId, before, onDone }: QueueEditProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(before);
  const box = useRef<HTMLTextAreaElement>(null);

  const goOn = useEffectEvent(() => {
    const { state } = useReplicas.getState().byId[sessionId] ?? {};
    if (state?.queue?.paused === 'editing') void engine.call.queue.resume({ sessionId });
  });
  useEffect(() => {
    box.current?.focus();
    // Also where the person leaves the session meanwhile.
    return () => goOn();
  }, []);

  const save = async () => {
    const saved = await engine.call.queue.edit({ sessionId, queuedId, text });
    if (!saved.ok) addProblem(saved.error);
    if (saved.ok || saved.error.code === 'queue.gone') onDone();
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

  return (
    <li className="flex flex-col gap-1.5 border-t border-line px-2 py-1.5 first:border-t-0">
      <textarea
        ref={box}
        aria-label={t('queue.text')}
        value={text}
        rows={1}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="block max-h-[24vh] w-full resize-none [field-sizing:content] rounded-md border border-line-strong bg-surface px-2.5 py-1.5 text-md selectable"
      />
      <div className="flex gap-1.5">
        <Button size="small" kind="primary" onClick={() => void save()}>
          {t('common.save')}
        </Button>
        <Button size="small" kind="quiet" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </li>
  );
}
