import type { ReactNode } from 'react';
import { ListOption } from '../../ui/ListOption';

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
  return (
    <div className="absolute inset-x-0 bottom-full z-20 mb-1.5 flex max-h-72 flex-col rounded-md border border-line-strong bg-raised shadow-card">
      <div id={id} role="listbox" aria-label={label} className="min-h-0 overflow-y-auto p-1">
        {rows.map(({ key, content }, index) => (
          <ListOption
            key={key}
            id={`${id}-${index}`}
            chosen={index === chosen}
            onPoint={() => onPoint(index)}
            onTake={() => onTake(index)}
            className="flex min-h-[30px] items-center gap-3 py-1"
          >
            {content}
          </ListOption>
        ))}
      </div>
      {footer === undefined ? null : (
        <p className="shrink-0 border-t border-line px-3.5 py-1 text-sm text-faint">{footer}</p>
      )}
    </div>
  );
}
