import { FileDiff as PierreFileDiff, type FileDiffOptions, Virtualizer, WorkerPoolContext } from '@pierre/diffs/react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { keyboardScrollable } from '../../../ui/keyboardScrollable';
import { TALL } from '../DiffLines';
import type { FileDiff, PatchHunk } from '../fileDiff';
import { DIFF_THEME, diffPool } from './diffPool';
import { mendShadow, pressByKey } from './mendShadow';
import { toMetadata } from './toMetadata';

const LINE_HEIGHT = 20;

const metrics = {
  hunkLineCount: 50,
  lineHeight: LINE_HEIGHT,
  diffHeaderHeight: 0,
  hunkSeparatorHeight: 24,
  spacing: 0,
};

export interface PierreDiffProps {
  file: FileDiff;
  hunks: readonly PatchHunk[];
  layout: 'unified' | 'split';
}

/** The library's view of a diff. Comes as a chunk of its own: until then DiffLines stands here. */
export function PierreDiff({ file, hunks, layout }: PierreDiffProps) {
  const { t } = useTranslation();
  const holder = useRef<HTMLDivElement>(null);
  const made = useMemo(() => toMetadata(file, hunks), [file, hunks]);
  const options = useMemo(
    (): FileDiffOptions<undefined, undefined> => ({
      theme: DIFF_THEME,
      diffStyle: layout,
      lineDiffType: 'word',
      // Between pieces whose places are not known no lines can be counted.
      hunkSeparators: file.numbered ? 'line-info-basic' : 'simple',
      diffIndicators: 'classic',
      disableFileHeader: true,
      disableLineNumbers: !file.numbered,
      overflow: 'scroll',
      expansionLineCount: 20,
      unsafeCSS: INSIDE,
      onPostRender: (host, _, phase) => {
        if (phase !== 'unmount') mendShadow(host, t);
      },
    }),
    [file.numbered, layout, t],
  );
  useEffect(() => {
    const element = holder.current;
    element?.addEventListener('keydown', pressByKey);
    return () => element?.removeEventListener('keydown', pressByKey);
  }, []);
  const lines = made === null ? 0 : layout === 'split' ? made.splitLineCount : made.unifiedLineCount;
  // Of a tall one only the lines in view are drawn.
  const isTall = lines > TALL;
  useEffect(
    () => (isTall ? keyboardScrollable(holder.current?.querySelector('.diff-tall') ?? null) : undefined),
    [isTall],
  );
  if (made === null) return null;
  const view = <PierreFileDiff fileDiff={made} options={options} metrics={metrics} className="diff-pierre" />;
  return (
    <WorkerPoolContext value={diffPool()}>
      <div ref={holder} className="diff-holder">
        {isTall ? <Virtualizer className="diff-tall">{view}</Virtualizer> : view}
      </div>
    </WorkerPoolContext>
  );
}

/** What custom properties do not reach. */
const INSIDE = `
  :host { color-scheme: inherit; }
  /* The grounds are ours as they are, not mixed with the surface once more. */
  [data-line-type^='change-'] { --mix-light: 0%; --mix-dark: 0%; }
  [data-separator='line-info-basic'] { height: 24px; }
  /* Two columns, a hairline between them. */
  [data-diff-type='split'] [data-deletions] { border-right: 0; }
  [data-diff-type='split'] [data-additions] { border-left-color: var(--line); }
  [data-unmodified-lines] { font: 11px/24px var(--sans); }
  [data-expand-button] { border-right: 0; color: var(--muted); }
  [data-expand-button]:focus-visible, [data-code]:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  /* As all that scrolls: seen at rest, since it says that there is more. */
  [data-code]::-webkit-scrollbar-thumb, :host(:hover) [data-code]::-webkit-scrollbar-thumb {
    border: 3px solid transparent; border-radius: 5px; background-color: var(--line-strong); background-clip: content-box;
  }
  [data-code]::-webkit-scrollbar-thumb:hover { background-color: var(--faint); }
  ::selection { background: color-mix(in srgb, var(--selected) 85%, transparent); color: var(--text); }
  ::highlight(find) { background-color: var(--found); color: var(--found-ink); }
  ::highlight(find-current) { background-color: var(--found-now); color: var(--found-now-ink); text-decoration: underline 2px var(--text); text-underline-offset: 3px; }
`;
