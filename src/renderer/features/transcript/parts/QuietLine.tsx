import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../../ui/cx';

export interface QuietLineProps {
  /** Shown while it is closed and cannot be opened, or beside the arrow's place. */
  icon?: ReactNode;
  children: ReactNode;
  /** Given where there is more to see. */
  open?: boolean;
  onFlip?: () => void;
  className?: string;
}

/** One muted line. Where it hides more, the whole line opens it. */
export function QuietLine({ icon, children, open, onFlip, className }: QuietLineProps) {
  const shape = cx('flex min-h-[26px] w-full min-w-0 items-center gap-2 text-left text-md text-muted', className);
  // Words and code are of two sizes: they stand on one line of writing, not in the middle of each other.
  const words = <span className="flex min-w-0 grow items-baseline gap-2">{children}</span>;
  if (onFlip === undefined) {
    return (
      <div className={shape}>
        <span className="grid size-3.5 shrink-0 place-items-center">{icon}</span>
        {words}
      </div>
    );
  }
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onFlip}
      className={cx(shape, 'group rounded-sm hover:text-text')}
    >
      <span className="relative grid size-3.5 shrink-0 place-items-center">
        {icon === undefined ? null : <span className={cx('group-hover:invisible', open && 'invisible')}>{icon}</span>}
        <ChevronRight
          aria-hidden="true"
          size={14}
          strokeWidth={1.8}
          className={cx(
            'absolute transition-transform duration-100',
            open && 'rotate-90',
            icon !== undefined && !open && 'invisible group-hover:visible',
          )}
        />
      </span>
      {words}
    </button>
  );
}
