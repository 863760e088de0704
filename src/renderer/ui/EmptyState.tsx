import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Kbd } from './Kbd';

export interface EmptyStateProps {
  icon: LucideIcon;
  title?: string;
  /** What it is, and what to do next. */
  children: ReactNode;
  /** The next step. */
  actions?: ReactNode;
  /** Keys that help from here. */
  keys?: readonly { keys: string; does: string }[];
}

/** Its sign and its name, for where the words below are of another make. */
export function EmptyMark({ icon: Icon, title }: { icon: LucideIcon; title?: string | undefined }) {
  return (
    <div className="flex flex-col items-center">
      <span
        aria-hidden="true"
        className="mb-4 grid size-10 place-items-center rounded-lg border border-line bg-surface text-faint"
      >
        <Icon className="size-[18px]" strokeWidth={1.6} />
      </span>
      {title === undefined ? null : <h2 className="mb-1.5 text-xl font-[630]">{title}</h2>}
    </div>
  );
}

/** Where there is nothing yet: its sign, what will stand here, and the way to it. */
export function EmptyState({ icon, title, children, actions, keys = [] }: EmptyStateProps) {
  return (
    <div className="m-auto flex max-w-[460px] flex-col items-center px-6 py-8 text-center">
      <EmptyMark icon={icon} title={title} />
      <div className="text-lg text-balance break-keep wrap-anywhere text-muted">{children}</div>
      {actions === undefined ? null : <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
      {keys.length === 0 ? null : (
        <ul className="mt-5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5 border-t border-line pt-4 text-left text-md text-muted [@media(max-height:560px)]:hidden">
          {keys.map(({ keys: shown, does }) => (
            <li key={shown} className="col-span-2 grid grid-cols-subgrid items-baseline">
              <Kbd className="text-right text-faint">{shown}</Kbd>
              {does}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
