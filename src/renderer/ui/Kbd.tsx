import { cx } from './cx';

/** Keys as shown beside what they do. Hidden from screen readers: `aria-keyshortcuts` tells them. */
export function Kbd({ children, className }: { children: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('font-sans text-xs font-[450] tracking-[0.02em]', className ?? 'text-faint')}
    >
      {children}
    </span>
  );
}
