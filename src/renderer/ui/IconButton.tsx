import { Button as BaseButton } from '@base-ui/react/button';
import type { ComponentProps } from 'react';
import { cx } from './cx';
import { Tooltip } from './Tooltip';

export interface IconButtonProps extends ComponentProps<typeof BaseButton> {
  /** The accessible name, also shown as the tooltip. */
  label: string;
  keys?: string;
  size?: 'small' | 'normal';
  className?: string;
}

export function IconButton({ label, keys, size = 'normal', className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} keys={keys}>
      <BaseButton
        {...rest}
        aria-label={label}
        className={cx(
          'grid shrink-0 place-items-center rounded-sm text-muted transition-colors duration-100',
          'hover:bg-hover hover:text-text aria-expanded:bg-hover aria-pressed:text-text data-disabled:opacity-50',
          size === 'small' ? 'size-[22px]' : 'size-[26px]',
          className,
        )}
      />
    </Tooltip>
  );
}
