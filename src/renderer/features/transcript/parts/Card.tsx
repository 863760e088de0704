import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from '../../../ui/cx';

export interface CardProps {
  icon: ReactNode;
  /** The verb: "Edited", "Ran". */
  title: string;
  /** What it was done to, in the code's face. */
  subject?: ReactNode;
  /** Figures and words at the right. */
  end?: ReactNode;
  /** Buttons of the body, beside what opens and closes it. */
  actions?: ReactNode;
  /** The body; without one the card is its header alone. */
  children?: ReactNode;
  open?: boolean;
  onFlip?: () => void;
  /** Its body may reach out of the column, where the window has room: 120 columns of code, or two columns beside each other. */
  measure?: 'column' | 'code' | 'pair';
}

/** A piece of work: what was done, to what, how it ended; its body below. */
export function Card({
  icon,
  title,
  subject,
  end,
  actions,
  children,
  open = true,
  onFlip,
  measure = 'column',
}: CardProps) {
  const id = useId();
  const hasActions = onFlip !== undefined && actions !== undefined;
  const head = (
    <>
      <span className="relative grid size-3.5 shrink-0 place-items-center">
        <span className={cx(onFlip && 'group-hover:invisible')}>{icon}</span>
        {onFlip ? (
          <ChevronRight
            aria-hidden="true"
            size={14}
            strokeWidth={1.8}
            className={cx(
              'invisible absolute transition-transform duration-100 group-hover:visible',
              open && 'rotate-90',
            )}
          />
        ) : null}
      </span>
      <span className="flex min-w-0 grow items-baseline gap-2">
        <span className="shrink-0 font-[560] text-text">{title}</span>
        {subject}
        <span className="grow" />
        {hasActions ? null : end}
      </span>
    </>
  );
  const shape = 'flex min-h-[34px] w-full min-w-0 items-center gap-2 px-3 text-left text-md text-muted';
  return (
    <div
      className={cx(
        'overflow-hidden rounded-md border border-line bg-surface',
        hasActions && 'group/diff',
        measure !== 'column' && 'card-wide',
        measure === 'pair' && 'card-pair',
      )}
    >
      {hasActions ? (
        // A button holds no buttons: this one reaches under the whole head, and they lie above it.
        <div className={cx(shape, 'group relative')}>
          <button
            type="button"
            aria-expanded={open}
            aria-labelledby={`${id}head ${id}end`}
            onClick={onFlip}
            className="flex min-w-0 flex-1 items-center gap-2 text-left outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            <span id={`${id}head`} className="contents">
              {head}
            </span>
          </button>
          <span className="relative z-1 shrink-0">{actions}</span>
          <span id={`${id}end`} className="contents">
            {end}
          </span>
        </div>
      ) : onFlip ? (
        <button type="button" aria-expanded={open} onClick={onFlip} className={cx(shape, 'group -outline-offset-2')}>
          {head}
        </button>
      ) : (
        <div className={shape}>{head}</div>
      )}
      {open && children ? <div className="border-t border-line">{children}</div> : null}
    </div>
  );
}
