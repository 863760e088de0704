import type { ReactNode } from 'react';

/** One part of the session's panel. */
export function Section({ title, end, children }: { title: string; end?: ReactNode; children?: ReactNode }) {
  return (
    <div className="border-b border-line px-4 py-3">
      <div className="not-last:mb-1.5 flex items-baseline text-sm">
        <h2 className="font-[560] text-muted">{title}</h2>
        <span className="grow" />
        {end === undefined ? null : <span className="text-faint tabular-nums">{end}</span>}
      </div>
      {children}
    </div>
  );
}
