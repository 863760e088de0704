import type { AppError } from '@shared/errors';
import type { SessionRequest } from '@shared/session/request';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useErrorText } from '../../i18n/useErrorText';
import { useUi } from '../../stores/ui';
import { Dot } from '../../ui/StatusMark';

export interface AskFrameProps {
  request: SessionRequest;
  /** The region's name: exactly "Permission request", "Plan review", "Question". */
  region: string;
  heading: string;
  /** Beside the heading: who asks, in which session. */
  aside?: string;
  /** At the right of the header. */
  end?: ReactNode;
  children: ReactNode;
  actions: ReactNode;
  error: AppError | null;
  /** A key pressed while the card (or what is in it) has the focus; true: it was taken. */
  onKey: (event: KeyboardEvent) => boolean;
}

/**
 * The shape of every request: amber border, shadow, what is asked above, the answers below. It never takes the focus by
 * itself; it is given the focus when the person goes to it (Needs you, Ctrl J), or by the Tab key.
 */
export function AskFrame({ request, region, heading, aside, end, children, actions, error, onKey }: AskFrameProps) {
  const errorText = useErrorText();
  const card = useRef<HTMLElement>(null);
  useKeys(card, onKey);
  useFocusOnVisit(card, request.requestId);
  return (
    <section
      ref={card}
      aria-label={region}
      className="ask overflow-clip rounded-lg border border-need-line bg-surface shadow-card"
    >
      <header className="flex min-h-10 items-center gap-2 border-b border-line px-3.5 py-2">
        <Dot className="text-need narrow:mt-1.5 narrow:self-start" />
        <div className="flex min-w-0 grow items-center gap-x-2 narrow:flex-wrap">
          <h3 className="min-w-0 font-[600] selectable">{heading}</h3>
          {aside === undefined || aside === '' ? null : (
            <span className="min-w-0 truncate text-sm text-faint">{aside}</span>
          )}
        </div>
        {end}
      </header>
      <div className="ask-body">{children}</div>
      {error === null ? null : (
        <p role="alert" className="px-3.5 pt-1 pb-2 text-stop">
          {errorText(error)}
        </p>
      )}
      <footer className="flex flex-wrap items-center gap-2 border-t border-line px-3.5 py-2.5">{actions}</footer>
    </section>
  );
}

/** A region is no control, but its keys answer: they are listened to on the element, which is one stop of the Tab key. */
function useKeys(card: RefObject<HTMLElement | null>, onKey: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(onKey);
  useLayoutEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const element = card.current;
    if (!element) return undefined;
    element.setAttribute('tabindex', '0');
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !latest.current(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener('keydown', listen);
    return () => element.removeEventListener('keydown', listen);
  }, [card]);
}

/** Focus comes only by a visit that the person made, once for each. */
function useFocusOnVisit(card: RefObject<HTMLElement | null>, requestId: string): void {
  const visit = useUi(({ attention }) => (attention?.requestId === requestId ? attention.at : null));
  useEffect(() => {
    if (visit === null || visited.has(`${requestId}/${visit}`)) return;
    visited.add(`${requestId}/${visit}`);
    card.current?.focus({ preventScroll: true });
  }, [card, requestId, visit]);
}

const visited = new Set<string>();

/** Keys typed into a field are the field's. */
export const isTyping = (event: KeyboardEvent): boolean =>
  event.target instanceof HTMLTextAreaElement ||
  (event.target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(event.target.type)) ||
  event.target instanceof HTMLSelectElement;

/** Enter on a button is that button's; on the card itself it is the card's. */
export const isOnCard = (event: KeyboardEvent): boolean => event.target === event.currentTarget;

/** 1 to 9 as an index from 0; null for any other key, or with a modifier. */
export function numberKey(event: KeyboardEvent): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return null;
  return Number(event.key) - 1;
}
