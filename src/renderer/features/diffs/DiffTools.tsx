import { Columns2, FileText, Pilcrow } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { useApp } from '../../stores/app';
import { report } from '../../stores/report';
import { IconButton } from '../../ui/IconButton';
import { CopyButton } from '../markdown/CopyButton';
import { useFileOpener } from '../markdown/fileLinks';
import './diffs.css';
import type { FileDiff } from './fileDiff';
import { patchText } from './patchText';

/** What one can do with a file's changes; seen while the `group/diff` that it stands in is pointed at or in use. */
export function DiffTools({ file }: { file: FileDiff }) {
  const { t } = useTranslation();
  const layout = useApp(({ app }) => app?.settings.diffLayout ?? 'unified');
  const ignores = useApp(({ app }) => app?.settings.diffIgnoresWhitespace ?? false);
  const open = useFileOpener();
  const first = file.hunks[0]?.lines.find((line) => line.kind !== 'context');
  const line = file.numbered ? (first?.new ?? first?.old ?? undefined) : undefined;
  return (
    <div
      role="toolbar"
      aria-label={t('tools.diffTools')}
      // Their room is the path's, where that has little, until they are used.
      className="diff-tools opacity-0 group-focus-within/diff:opacity-100 group-hover/diff:opacity-100 narrow:not-group-hover/diff:not-group-focus-within/diff:w-0 narrow:not-group-hover/diff:not-group-focus-within/diff:overflow-hidden"
    >
      <IconButton
        size="small"
        label={t('tools.sideBySide')}
        aria-pressed={layout === 'split'}
        onClick={() => void report(engine.call.settings.set({ diffLayout: layout === 'split' ? 'unified' : 'split' }))}
      >
        <Columns2 aria-hidden="true" size={13} />
      </IconButton>
      <IconButton
        size="small"
        label={t('tools.ignoreWhitespace')}
        aria-pressed={ignores}
        onClick={() => void report(engine.call.settings.set({ diffIgnoresWhitespace: !ignores }))}
      >
        <Pilcrow aria-hidden="true" size={13} />
      </IconButton>
      <CopyButton label={t('tools.copyPatch')} text={() => patchText(file, file.patch)} />
      {open === null || file.path === '' || file.status === 'deleted' ? null : (
        <IconButton
          size="small"
          label={t('tools.openFile')}
          onClick={() => open({ path: file.path, ...(line === undefined ? {} : { line }) })}
        >
          <FileText aria-hidden="true" size={13} />
        </IconButton>
      )}
    </div>
  );
}
