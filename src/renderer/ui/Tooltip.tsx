import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { Kbd } from './Kbd';

export function TooltipProvider({ children }: { children: ReactElement }) {
  return (
    <Base.Provider delay={500} closeDelay={0}>
      {children}
    </Base.Provider>
  );
}

/** `children` is one element that takes props and a ref. Says more, never the only place that says it. */
export function Tooltip({ text, keys, children }: { text: string | null; keys?: string; children: ReactElement }) {
  if (text === null) return children;
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-50">
          <Base.Popup className="flex max-w-72 items-center gap-2 rounded-sm border border-line-strong bg-raised px-2 py-1 text-sm text-text shadow-card">
            {text}
            {keys === undefined ? null : <Kbd>{keys}</Kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
