import type { AvailableCommand } from '@shared/acp/update';
import type { PathAttachment } from '@shared/attachment';
import { FileText, Folder } from 'lucide-react';
import type { SuggestionListProps } from './SuggestionList';

type Rows = SuggestionListProps['rows'];

export const commandRows = (commands: readonly AvailableCommand[]): Rows =>
  commands.map(({ name, description, input }) => ({
    key: name,
    content: (
      <>
        <span className="shrink-0 font-mono text-sm">{`/${name}`}</span>
        {input?.hint ? <span className="shrink-0 text-sm text-faint">{input.hint}</span> : null}
        <span className="min-w-0 flex-1 truncate text-sm text-muted">{description}</span>
      </>
    ),
  }));

export const fileRows = (files: readonly PathAttachment[]): Rows =>
  files.map(({ path, name, isFolder }) => {
    const cut = name.lastIndexOf('/') + 1;
    const Icon = isFolder ? Folder : FileText;
    return {
      key: path,
      content: (
        <>
          <Icon aria-hidden="true" size={13} strokeWidth={1.7} className="shrink-0 text-muted" />
          <span className="max-w-[70%] shrink-0 truncate text-md">{`${name.slice(cut)}${isFolder ? '/' : ''}`}</span>
          <span className="min-w-0 flex-1 truncate text-sm text-faint">{name.slice(0, cut)}</span>
        </>
      ),
    };
  });
