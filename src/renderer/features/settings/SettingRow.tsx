import type { ReactNode } from 'react';
import { cx } from '../../ui/cx';

/** One setting: its name and hint at the left, its control at the right. `id` names the label for the control. */
export function SettingRow({
  id,
  label,
  hint,
  children,
}: {
  id: string;
  label: string;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-[46px] flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-2 first:border-0">
      <div className={cx('min-w-0 grow', hint === undefined ? 'basis-24' : 'basis-40')}>
        <div id={id}>{label}</div>
        {hint === undefined ? null : <div className="text-sm text-pretty text-faint">{hint}</div>}
      </div>
      {children}
    </div>
  );
}

export function SettingGroup({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className="mb-7">
      {/* As high as a heading with buttons, so that the first one stands beside the sections' first. */}
      <h2 className="text-sm leading-[26px] font-[560] text-muted">{title}</h2>
      {hint === undefined ? null : <p className="-mt-1 mb-1 text-sm text-pretty text-faint">{hint}</p>}
      <div className="mt-1.5 rounded-lg border border-line bg-surface px-4">{children}</div>
    </section>
  );
}
