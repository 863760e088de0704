import { Columns2, FileText, Pilcrow } from 'lucide-react';
import { lazy, memo, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { useApp } from '../../stores/app';
import { report } from '../../stores/report';
import { IconButton } from '../../ui/IconButton';
import { CopyButton } from '../markdown/CopyButton';
import { useFileOpener } from '../markdown/fileLinks';
import './diffs.css';
import { DiffLines } from './DiffLines';
import type { FileDiff } from './fileDiff';
import { patchText, withoutWhitespaceChanges } from './patchText';

const PierreDiff = lazy(async () => ({ default: (await import('./pierre/PierreDiff')).PierreDiff }));

/** One file's changes, with what one can do with them. */
export const DiffView = memo(function DiffView({ file }: { file: FileDiff }) {
  const { t } = useTranslation();
  const layout = useApp(({ app }) => app?.settings.diffLayout ?? 'unified');
  const ignores = useApp(({ app }) => app?.settings.diffIgnoresWhitespace ?? false);
  const hunks = useMemo(() => (ignores ? withoutWhitespaceChanges(file) : file.patch), [file, ignores]);
  const changed = file.added + file.removed > 0;
  return (
    <div className="diff-view">
      <DiffTools file={file} layout={layout} ignores={ignores} />
      {hunks.length === 0 || !changed ? (
        <div className="diff-note">{changed ? t('tools.onlyWhitespace') : t('tools.noChange')}</div>
      ) : (
        <Suspense fallback={<DiffLines file={file} />}>
          <PierreDiff file={file} hunks={hunks} layout={layout} />
        </Suspense>
      )}
    </div>
  );
});

interface DiffToolsProps {
  file: FileDiff;
  layout: 'unified' | 'split';
  ignores: boolean;
}

function DiffTools({ file, layout, ignores }: DiffToolsProps) {
  const { t } = useTranslation();
  const open = useFileOpener();
  const first = file.hunks[0]?.lines.find((line) => line.kind !== 'context');
  const line = file.numbered ? (first?.new ?? first?.old ?? undefined) : undefined;
  return (
    <div role="toolbar" aria-label={t('tools.diffTools')} className="diff-tools">
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
