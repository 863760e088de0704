import type { SessionId } from '@shared/ids';
import { CaseSensitive, ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/useErrorText';
import {
  closeFind,
  findSteps,
  goToMatch,
  nearest,
  positionOf,
  setFind,
  stepped,
  totalOf,
  useFind,
} from '../../../stores/find';
import { IconButton } from '../../../ui/IconButton';
import { Spinner } from '../../../ui/Spinner';
import { useComposed } from '../../../ui/useComposed';
import { readingOrdinal, transcriptElement } from './readingOrdinal';
import { useFound } from './useFound';

const ICON = { 'aria-hidden': true, className: 'size-3.5', strokeWidth: 1.7 } as const;

/** Lies over the transcript's upper edge; the transcript itself does not move for it. */
export function FindBar({ sessionId }: { sessionId: SessionId }) {
  const isOpen = useFind((state) => state.sessionId === sessionId);
  return isOpen ? <Bar sessionId={sessionId} /> : null;
}

/** What the field took the focus for; coming back to the session is no wish to type in it. */
let focusedFor = 0;

function Bar({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const field = useRef<HTMLInputElement>(null);
  const from = useRef<number | null>(null);
  const { text, matchCase, at, asked, isLooking, error } = useFind();
  const typed = useComposed(text, (next) => setFind({ text: next }));
  const found = useFound(sessionId);
  const total = totalOf(found);
  const position = positionOf(found, at);

  useEffect(() => {
    if (focusedFor === asked) return;
    focusedFor = asked;
    field.current?.focus();
    field.current?.select();
  }, [asked]);
  useEffect(() => {
    from.current = readingOrdinal();
  }, []);
  // The first of a new text is the one nearest to where one reads.
  const isLost = total > 0 && position === 0;
  useEffect(() => {
    const start = at?.ordinal ?? from.current ?? 0;
    if (!isLost) return;
    // What the engine has not looked through yet may be nearer.
    if (!isLooking || found.some(({ ordinal }) => ordinal >= start)) goToMatch(nearest(found, start));
  }, [isLost, isLooking, found, at]);

  const step = (by: 1 | -1) => {
    if (at !== null) goToMatch(stepped(found, at, by));
  };
  const onStep = useEffectEvent(step);
  useEffect(() => findSteps.listen((by) => onStep(by)), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') closeFind(sessionId, transcriptElement());
    else if (event.key === 'Enter' && event.target === field.current) step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const told =
    error !== null
      ? errorText(error)
      : text.trim() === ''
        ? ''
        : total === 0
          ? t(isLooking ? 'find.looking' : 'find.none')
          : t('find.position', { position, total });

  return (
    <div
      role="search"
      aria-label={t('find.title')}
      className="absolute top-2 right-5 z-10 flex h-9 max-w-[calc(100%-40px)] items-center gap-0.5 rounded-md border border-line-strong bg-raised pr-1 pl-2.5 shadow-card has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-focus"
    >
      <input
        ref={field}
        type="text"
        aria-label={t('find.field')}
        placeholder={t('find.field')}
        {...typed}
        spellCheck={false}
        autoComplete="off"
        onKeyDown={onKeyDown}
        className="w-44 min-w-0 shrink bg-transparent text-md outline-none selectable"
      />
      {isLooking ? <Spinner className="size-3 shrink-0 text-faint" /> : null}
      <span role="status" className="min-w-[68px] shrink-0 truncate px-1.5 text-right text-sm text-faint tabular-nums">
        {told}
      </span>
      <IconButton
        size="small"
        label={t('find.matchCase')}
        aria-pressed={matchCase}
        className="aria-pressed:bg-select"
        onClick={() => setFind({ matchCase: !matchCase })}
        onKeyDown={onKeyDown}
      >
        <CaseSensitive {...ICON} className="size-4" />
      </IconButton>
      <IconButton
        size="small"
        label={t('find.previous')}
        keys="⇧ F3"
        disabled={total === 0}
        onKeyDown={onKeyDown}
        onClick={() => step(-1)}
      >
        <ChevronUp {...ICON} />
      </IconButton>
      <IconButton
        size="small"
        label={t('find.next')}
        keys="F3"
        disabled={total === 0}
        onKeyDown={onKeyDown}
        onClick={() => step(1)}
      >
        <ChevronDown {...ICON} />
      </IconButton>
      <IconButton
        size="small"
        label={t('find.close')}
        keys="Esc"
        onKeyDown={onKeyDown}
        onClick={() => closeFind(sessionId, transcriptElement())}
      >
        <X {...ICON} />
      </IconButton>
    </div>
  );
}
