import type { ReactNode } from 'react';
import { cx } from './cx';

export interface PathTextProps {
  path: string;
  /** All of it, where `path` is short for that. */
  title: string;
  className?: string;
  children?: ReactNode;
}

/** A path in one line. What does not fit is cut at its beginning: a file is known by its name. */
export function PathText({ path, title, className, children }: PathTextProps) {
  return (
    <span title={title} className={cx('min-w-0 truncate text-left [direction:rtl]', className)}>
      <bdi dir="ltr">
        {path}
        {children}
      </bdi>
    </span>
  );
}
