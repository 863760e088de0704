import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../../ui/cx';

export interface CardProps {
  icon: ReactNode;
  /** The verb: "Edited", "Ran". */
  title: string;
  /** What it was done to, in the code's face. */
  subject?: ReactNode;
  /** Figures and words at the right. */
  end?: ReactNode;
  /** The body; without one the card is its header alone. */
  children?: ReactNode;
  open?: boolean;
  onFlip?: () => void;
}

/** A piece of work: what was done, to what, how it ended; its body below. */
export function Card({ icon, title, subject, end, children, open = true, onFlip }: CardProps) {
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
        {end}
      </span>
    </>
  );
  const shape = 'flex min-h-[34px] w-full min-w-0 items-center gap-2 px-3 text-left text-md text-muted';
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface">
      {onFlip ? (
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
