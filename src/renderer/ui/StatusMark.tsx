import { CircleAlert } from 'lucide-react';
import { cx } from './cx';
import { Spinner } from './Spinner';

export type Mark = 'working' | 'needsYou' | 'done' | 'failed' | 'interrupted' | 'idle' | 'asleep';

/** The shape of a status; the word beside it is the caller's, so this is hidden from screen readers. */
export function StatusMark({ mark, className }: { mark: Mark; className?: string }) {
  return (
    <span aria-hidden="true" className={cx('grid size-4 shrink-0 place-items-center', className)}>
      {shape(mark)}
    </span>
  );
}

function shape(mark: Mark) {
  switch (mark) {
    case 'working':
      return <Spinner className="size-[11px] text-work" />;
    case 'needsYou':
      return <Dot className="text-need" />;
    case 'done':
      return <Dot className="text-go" />;
    case 'failed':
    case 'interrupted':
      return <CircleAlert className="size-3.5 text-stop" strokeWidth={1.7} />;
    case 'asleep':
      return <span className="block size-[9px] rounded-full border-[1.5px] border-dotted border-faint" />;
    case 'idle':
      return <span className="block size-[9px] rounded-full border-[1.5px] border-faint/60" />;
  }
}

export function Dot({ className }: { className?: string }) {
  return <span className={cx('block size-2 shrink-0 rounded-full bg-current', className)} />;
}
