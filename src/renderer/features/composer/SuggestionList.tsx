import { type ReactNode, useEffect } from 'react';
import { cx } from '../../ui/cx';

export interface SuggestionListProps {
  id: string;
  label: string;
  rows: readonly { key: string; content: ReactNode }[];
  chosen: number;
  onPoint: (index: number) => void;
  onTake: (index: number) => void;
  footer?: ReactNode;
}

/** What can be put into the message, above it. The textbox keeps the focus and the keys. */
export function SuggestionList({ id, label, rows, chosen, onPoint, onTake, footer }: SuggestionListProps) {
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);
  return (
    <div className="absolute inset-x-0 bottom-full z-20 mb-1.5 flex max-h-72 flex-col rounded-md border border-line-strong bg-raised shadow-card">
      <div id={id} role="listbox" aria-label={label} className="min-h-0 overflow-y-auto p-1">
        {rows.map(({ key, content }, index) => (
          <div
            key={key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onPointerMove={() => onPoint(index)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(index)}
            onKeyDown={undefined}
            className={cx(
              'flex min-h-[30px] items-center gap-3 rounded-sm px-2.5 py-1',
              index === chosen && 'bg-hover',
            )}
          >
            {content}
          </div>
        ))}
      </div>
      {footer === undefined ? null : (
        <p className="shrink-0 border-t border-line px-3.5 py-1 text-sm text-faint">{footer}</p>
      )}
    </div>
  );
}
