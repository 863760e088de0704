import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';

export interface PaneDividerProps {
  /** What is made wider or narrower by it. */
  label: string;
  /** Of the pane: it stands at the right of its parent, with this divider as its first child. */
  paneId: string;
  /** The least that must be left of the pane, and of what is beside it, in pixels. */
  least: { pane: number; rest: number };
  /** While it is dragged; in percent of what both share. */
  onChange: (share: number) => void;
  /** When it is let go, or moved by a key. Null: as wide as it is by itself. */
  onChosen: (share: number | null) => void;
}

const STEP = 2;
const LARGE_STEP = 10;

/** Between a pane at the right and what stands beside it: dragged, or moved by the arrow keys, Home, End and Enter. */
export function PaneDivider({ label, paneId, least, onChange, onChosen }: PaneDividerProps) {
  const root = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ now: 50, min: 0, max: 100 });
  const { pane: leastPane, rest: leastRest } = least;

  useLayoutEffect(() => {
    const pane = root.current?.parentElement;
    const both = pane?.parentElement;
    if (!pane || !both) return undefined;
    const observer = new ResizeObserver(() => {
      const percent = (width: number): number => Math.round((100 * width) / Math.max(1, both.clientWidth));
      const min = percent(leastPane);
      const max = Math.max(min, percent(both.clientWidth - leastRest));
      setPlace({ now: Math.min(max, Math.max(min, percent(pane.offsetWidth))), min, max });
    });
    observer.observe(pane);
    observer.observe(both);
    return () => observer.disconnect();
  }, [leastPane, leastRest]);

  const within = (share: number): number => Math.min(place.max, Math.max(place.min, share));
  const shareAt = ({ clientX }: PointerEvent): number => {
    const { right, width } = root.current?.parentElement?.parentElement?.getBoundingClientRect() ?? new DOMRect();
    return within((100 * (right - clientX)) / Math.max(1, width));
  };
  const isHeld = ({ pointerId }: PointerEvent): boolean => root.current?.hasPointerCapture(pointerId) ?? false;
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    root.current?.setPointerCapture(event.pointerId);
    // Nothing is selected while it is dragged; the focus comes all the same.
    event.preventDefault();
    root.current?.focus();
  };
  const key = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LARGE_STEP : STEP;
    if (event.key === 'ArrowLeft') onChosen(within(place.now + step));
    else if (event.key === 'ArrowRight') onChosen(within(place.now - step));
    else if (event.key === 'Home') onChosen(place.min);
    else if (event.key === 'End') onChosen(place.max);
    else if (event.key === 'Enter') onChosen(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={root}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-controls={paneId}
      aria-orientation="vertical"
      aria-valuenow={place.now}
      aria-valuemin={place.min}
      aria-valuemax={place.max}
      className="absolute inset-y-0 -left-1 z-10 w-[7px] cursor-col-resize touch-none outline-none after:absolute after:inset-y-0 after:left-[3px] after:w-px hover:after:w-0.5 hover:after:bg-line-strong focus-visible:after:w-0.5 focus-visible:after:bg-focus active:after:w-0.5 active:after:bg-focus"
      onPointerDown={down}
      onPointerMove={(event) => {
        if (isHeld(event)) onChange(shareAt(event));
      }}
      onPointerUp={(event) => {
        if (isHeld(event)) onChosen(Math.round(shareAt(event)));
      }}
      onDoubleClick={() => onChosen(null)}
      onKeyDown={key}
    />
  );
}
