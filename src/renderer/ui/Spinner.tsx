import { cx } from './cx';
import { turning } from './turning';

/** A ring that turns. Where motion is not wanted it stands still: it says "working" by its shape and by the word beside it. */
export function Spinner({ className }: { className?: string }) {
  return <span ref={turn} aria-hidden="true" className={cx('spinner block shrink-0', className)} />;
}

const turn = (mark: HTMLElement | null) => (mark === null ? undefined : turning(mark));
