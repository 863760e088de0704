import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { cx } from './cx';
import { keyboardScrollable } from './keyboardScrollable';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one first. */
  actions?: ReactNode;
  wide?: boolean;
  /** Nothing in it takes the focus: where it scrolls, it does so itself. */
  textOnly?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
}

export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  wide,
  textOnly,
  initialFocus,
}: DialogProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop
          // Also over a dialog that it asks about.
          forceRender
          className="fixed inset-0 z-40 bg-shade transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Popup
          initialFocus={initialFocus}
          className={cx(
            'fixed top-[14vh] left-1/2 z-40 flex max-h-[76vh] w-[calc(100vw-48px)] -translate-x-1/2 flex-col rounded-lg border border-line-strong bg-raised shadow-card outline-none',
            // With its title and its buttons it may be higher than the window: then all of it scrolls.
            'narrow:w-[calc(100vw-24px)] short:top-2 short:max-h-[calc(100vh-16px)] short:overflow-y-auto',
            'transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0',
            wide ? 'max-w-[640px]' : 'max-w-[440px]',
          )}
        >
          <div className="px-5 pt-4 pb-1">
            <Base.Title className="text-xl font-[630] tracking-[-0.01em]">{title}</Base.Title>
            {description === undefined ? null : (
              <Base.Description className="mt-1 text-md text-muted selectable" render={<div />}>
                {description}
              </Base.Description>
            )}
          </div>
          {/* The scroll bar lies in the margin: what scrolls ends where the buttons below do. */}
          <div
            ref={textOnly ? keyboardScrollable : undefined}
            className="min-h-0 overflow-y-auto py-2 pr-2.5 pl-5 [scrollbar-gutter:stable] short:flex-none short:overflow-visible"
          >
            {children}
          </div>
          {actions === undefined ? null : (
            <div
              className={cx(
                'flex flex-row-reverse flex-wrap items-center gap-2 px-5',
                // A long list ends at a line, not in the air.
                wide ? 'border-t border-line py-3' : 'pt-1 pb-4',
              )}
            >
              {actions}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
