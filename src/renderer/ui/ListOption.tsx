import { type ComponentProps, useEffect, useRef } from 'react';
import { cx } from './cx';

export interface ListOptionProps extends Pick<
  ComponentProps<'div'>,
  'className' | 'style' | 'children' | 'aria-current' | 'aria-posinset' | 'aria-setsize'
> {
  /** What the field or the list names as its active descendant. */
  id: string;
  chosen: boolean;
  onPoint?: (() => void) | undefined;
  onTake: () => void;
}

/** One line of a list whose field (or whose box) keeps the focus and handles the keys; the chosen one is in view. */
export function ListOption({ chosen, onPoint, onTake, className, ...rest }: ListOptionProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div
      {...rest}
      ref={line}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      onPointerMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
      onKeyDown={undefined}
      className={cx('rounded-sm px-2.5', chosen && 'bg-select', className)}
    />
  );
}
