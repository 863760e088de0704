import { cx } from './cx';
import { turning } from './turning';

export function Spinner({ className }: { className?: string }) {
  return <span ref={turn} aria-hidden="true" className={cx('spinner block shrink-0', className)} />;
}

const turn = (mark: HTMLElement | null) => (mark === null ? undefined : turning(mark));
