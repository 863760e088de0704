import type { SessionId } from '@shared/ids';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { report } from '../../stores/report';
import { useUi } from '../../stores/ui';
import { cx } from '../../ui/cx';
import { fieldClass } from '../../ui/TextField';

/** The title as a field in its own place: Enter and leaving it keep the new one, Escape the old. */
export function InlineRename({
  sessionId,
  title,
  className,
}: {
  sessionId: SessionId;
  title: string;
  className?: string;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  const left = useRef(false);
  // After the menu that asked for it has given the focus back.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.select();
      // A long one shows how it begins.
      field.current?.scrollTo(0, 0);
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  const leave = (keep: boolean) => {
    if (left.current) return;
    left.current = true;
    useUi.setState({ renaming: null });
    const next = text.trim();
    if (keep && next !== '' && next !== title) void report(engine.call.sessions.rename({ sessionId, title: next }));
  };

  return (
    <input
      ref={field}
      aria-label={t('session.renameLabel')}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => leave(true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') leave(true);
        else if (event.key === 'Escape') leave(false);
      }}
      className={cx(fieldClass, 'h-[26px]', className)}
    />
  );
}
