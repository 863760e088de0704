import type { AvailableCommand } from '@shared/acp/update';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx';

export interface CommandListProps {
  id: string;
  commands: readonly AvailableCommand[];
  chosen: number;
  onPoint: (index: number) => void;
  onTake: (command: AvailableCommand) => void;
}

/** The agent's slash commands above the message. The textbox keeps the focus and the keys. */
export function CommandList({ id, commands, chosen, onPoint, onTake }: CommandListProps) {
  const { t } = useTranslation();
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('composer.commands')}
      className="absolute inset-x-0 bottom-full z-20 mb-1.5 max-h-72 overflow-y-auto rounded-md border border-line-strong bg-raised p-1 shadow-card"
    >
      {commands.map((command, index) => (
        <div
          key={command.name}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          onPointerMove={() => onPoint(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(command)}
          onKeyDown={undefined}
          className={cx('flex min-h-[30px] items-center gap-3 rounded-sm px-2.5 py-1', index === chosen && 'bg-hover')}
        >
          <span className="shrink-0 font-mono text-sm">{`/${command.name}`}</span>
          {command.input?.hint ? <span className="shrink-0 text-sm text-faint">{command.input.hint}</span> : null}
          <span className="min-w-0 flex-1 truncate text-sm text-muted">{command.description}</span>
        </div>
      ))}
    </div>
  );
}
