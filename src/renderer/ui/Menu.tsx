import { ContextMenu as BaseContext } from '@base-ui/react/context-menu';
import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx';
import { Kbd } from './Kbd';

export const menuPopup =
  'z-50 max-h-[var(--available-height)] min-w-44 max-w-96 overflow-y-auto rounded-md border border-line-strong bg-raised p-1 text-md shadow-card outline-none';
export const menuRow =
  'flex h-[28px] items-center gap-2 rounded-sm px-2 outline-none select-none data-disabled:text-faint data-disabled:opacity-60 data-highlighted:bg-select';

export interface MenuProps {
  /** The element that opens it: a Button or an IconButton. */
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

export function Menu({ trigger, children, align = 'start', side = 'bottom', open, onOpenChange }: MenuProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={4} className="z-50 outline-none">
          <Base.Popup className={menuPopup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Opens at the pointer; the same items are to be had from the keyboard's menu key on a focused child. */
export function ContextMenu({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  return (
    <BaseContext.Root>
      <BaseContext.Trigger render={trigger} />
      <BaseContext.Portal>
        <BaseContext.Positioner className="z-50 outline-none">
          <BaseContext.Popup className={menuPopup}>{children}</BaseContext.Popup>
        </BaseContext.Positioner>
      </BaseContext.Portal>
    </BaseContext.Root>
  );
}

export interface MenuItemProps {
  children: ReactNode;
  onSelect: () => void;
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
}

export function MenuItem({ children, onSelect, keys, danger, disabled }: MenuItemProps) {
  return (
    <Base.Item disabled={disabled} onClick={onSelect} className={cx(menuRow, danger ? 'text-stop' : 'text-text')}>
      <span className="flex-1 truncate">{children}</span>
      {keys === undefined ? null : <Kbd>{keys}</Kbd>}
    </Base.Item>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}
