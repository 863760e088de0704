import type { AvailableCommand } from '@shared/acp/update';
import type { PathAttachment } from '@shared/attachment';
import type { FileRoot } from '@shared/ipc/views';
import type { TFunction } from 'i18next';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mentionAt, takeMention } from './mentions';
import { enterTakes, matchCommands, slashQuery } from './slashCommands';
import { commandRows, fileRows } from './suggestionRows';
import type { SuggestionListProps } from './SuggestionList';
import { type FileSearch, useFileSearch } from './useFileSearch';

export interface SuggestionsOptions {
  text: string;
  /** Null: a range is selected. */
  caret: number | null;
  commands: readonly AvailableCommand[];
  of: FileRoot | null;
  onText: (text: string, caret?: number) => void;
  onFile: (file: PathAttachment) => void;
}

export interface Suggestions {
  /** Null: nothing is suggested now. */
  list: Omit<SuggestionListProps, 'id'> | null;
  /** True: the key was for the list. */
  onKey: (event: KeyboardEvent) => boolean;
}

const NO_COMMANDS: readonly AvailableCommand[] = [];

/** Slash commands at the beginning of the text, files and folders after an "@" anywhere in it. */
export function useSuggestions({ text, caret, commands, of, onText, onFile }: SuggestionsOptions): Suggestions {
  const { t } = useTranslation();
  /** What is pointed at, of the text that it was pointed at for. */
  const [pointed, setPointed] = useState({ text: '', at: 0 });
  /** The text for which Escape closed the list. */
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const isClosed = closedFor === text;
  const slash = isClosed ? null : slashQuery(text);
  const mention = isClosed || slash !== null || caret === null ? null : mentionAt(text, caret);
  const matches = slash === null ? NO_COMMANDS : matchCommands(commands, slash);
  const search = useFileSearch(of, mention?.query ?? null);

  const rows = mention === null ? commandRows(matches) : fileRows(search.files);
  const chosen = Math.min(pointed.text === text ? pointed.at : 0, rows.length - 1);
  const point = (at: number) => setPointed({ text, at });
  const take = (index: number) => {
    const command = matches[index];
    const file = search.files[index];
    if (command !== undefined) onText(`/${command.name} `);
    else if (file !== undefined && mention !== null) {
      const taken = takeMention(text, mention, file);
      onText(taken.text, taken.caret);
      onFile(file);
    }
  };

  const command = matches[chosen];
  const isPointed = pointed.text === text;
  const isTakenByEnter = slash === null || command === undefined || enterTakes(slash, command, isPointed);
  const onKey = (event: KeyboardEvent): boolean => {
    const choosing = event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey);
    // What was written is still looked for: the key would else choose what fits something else, or send half a name.
    if (mention !== null && search.pending && choosing) return event.key === 'Enter';
    if (rows.length === 0) return false;
    switch (event.key) {
      case 'ArrowDown':
        point((chosen + 1) % rows.length);
        return true;
      case 'ArrowUp':
        point((chosen - 1 + rows.length) % rows.length);
        return true;
      case 'Escape':
        setClosedFor(text);
        return true;
      case 'Enter':
        if (event.shiftKey || !isTakenByEnter) return false;
        take(chosen);
        return true;
      case 'Tab':
        take(chosen);
        return true;
      default:
        return false;
    }
  };

  if (rows.length === 0) return { list: null, onKey };
  const label = mention === null ? t('composer.commands') : t('composer.files');
  const footer = mention === null ? undefined : footerOf(t, search);
  return { list: { label, rows, chosen, footer, onPoint: point, onTake: take }, onKey };
}

function footerOf(t: TFunction, { more, isCut }: FileSearch): string | undefined {
  if (more > 0) return t('composer.filesMore', { count: more });
  return isCut ? t('composer.filesCut') : undefined;
}
