import { lazy, memo, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../stores/app';
import { Boundary } from '../../ui/Boundary';
import './diffs.css';
import { DiffLines } from './DiffLines';
import type { FileDiff } from './fileDiff';
import { withoutWhitespaceChanges } from './patchText';

const PierreDiff = lazy(async () => ({ default: (await import('./pierre/PierreDiff')).PierreDiff }));

/** One file's changes. */
export const DiffView = memo(function DiffView({ file }: { file: FileDiff }) {
  const { t } = useTranslation();
  const layout = useApp(({ app }) => app?.settings.diffLayout ?? 'unified');
  const ignores = useApp(({ app }) => app?.settings.diffIgnoresWhitespace ?? false);
  const { hunks, rough } = useMemo(
    () => (ignores ? withoutWhitespaceChanges(file) : { hunks: file.patch, rough: file.rough }),
    [file, ignores],
  );
  const changed = file.added + file.removed > 0;
  return (
    <div className="diff-view">
      {file.note ? (
        <div className="diff-note">{t(`tools.fileNote.${file.note}`, { from: file.from ?? '' })}</div>
      ) : null}
      {rough ? <div className="diff-note">{t('tools.roughDiff')}</div> : null}
      {file.note && hunks.length === 0 ? null : hunks.length === 0 || !changed ? (
        <div className="diff-note">{changed ? t('tools.onlyWhitespace') : t(`tools.noText.${file.status}`)}</div>
      ) : (
        <Boundary of={hunks} renderInstead={() => <DiffLines file={file} />}>
          <Suspense fallback={<DiffLines file={file} />}>
            <PierreDiff file={file} hunks={hunks} layout={layout} />
          </Suspense>
        </Boundary>
      )}
    </div>
  );
});
