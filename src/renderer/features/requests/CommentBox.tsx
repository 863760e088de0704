import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

export interface CommentBoxProps {
  label: string;
  text: string;
  onText: (text: string) => void;
  onLeave: () => void;
  onRemove: () => void;
}

const MOST_CHARACTERS = 20_000;

/** What is said about a line. */
export function CommentBox({ label, text, onText, onLeave, onRemove }: CommentBoxProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLTextAreaElement>(null);
  // Only one that was just opened takes the focus: those that were kept come back with their card.
  const isNew = useRef(text === '');
  useEffect(() => {
    if (isNew.current) box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="plan-comment">
      <textarea
        ref={box}
        rows={1}
        aria-label={label}
        maxLength={MOST_CHARACTERS}
        placeholder={t('requests.plan.commentHint')}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
          // The card's own Escape would dismiss the plan.
          event.preventDefault();
          event.stopPropagation();
          onLeave();
        }}
        className="min-h-[32px] w-full resize-none rounded-md border border-line-strong bg-surface px-2.5 py-[6px] text-md selectable [field-sizing:content] focus-visible:outline-offset-0"
      />
      <button
        type="button"
        onClick={onRemove}
        className="mt-[6px] shrink-0 rounded-sm px-1 text-sm text-muted hover:text-text"
      >
        {t('common.remove')}
      </button>
    </div>
  );
}
