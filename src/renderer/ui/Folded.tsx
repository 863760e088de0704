import { type ReactNode, useState } from 'react';

export interface FoldedProps {
  summary: ReactNode;
  summaryClass?: string;
  className?: string;
  children: ReactNode;
}

/** Closed at first. What is in it is drawn when somebody opens it, and not before. */
export function Folded({ summary, summaryClass, className, children }: FoldedProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className={className} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={summaryClass}>{summary}</summary>
      {open ? children : null}
    </details>
  );
}
