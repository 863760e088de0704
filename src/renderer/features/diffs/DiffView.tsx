import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyboardScrollable } from '../../ui/keyboardScrollable';
import './diffs.css';
import type { DiffHunk, DiffLine, FileDiff } from './fileDiff';

/** A longer diff is shown by its beginning, the rest on a click. */
const MOST_LINES = 400;

/** One file's changes, unified, with the new file's line numbers (the old one's where a line is gone). */
export const DiffView = memo(function DiffView({ file }: { file: FileDiff }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const total = useMemo(() => file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0), [file]);
  const hunks = useMemo(() => (all ? file.hunks : firstLines(file.hunks, MOST_LINES)), [file, all]);
  if (total === 0) return <div className="diff-note">{t('tools.noChange')}</div>;
  return (
    <>
      <div className="diff" ref={keyboardScrollable}>
        <div className="diff-lines">
          {hunks.map((hunk, index) => (
            <Hunk key={index} hunk={hunk} first={index === 0} />
          ))}
        </div>
      </div>
      {total > MOST_LINES && !all ? (
        <button type="button" className="diff-more" onClick={() => setAll(true)}>
          {t('tools.showAllLines', { count: total })}
        </button>
      ) : null}
    </>
  );
});

function Hunk({ hunk, first }: { hunk: DiffHunk; first: boolean }) {
  const { t } = useTranslation();
  const gap = hunk.skipped === null ? !first : hunk.skipped > 0;
  return (
    <>
      {gap ? (
        <div className="diff-gap">
          {hunk.skipped === null ? '…' : t('tools.unchangedLines', { count: hunk.skipped })}
        </div>
      ) : null}
      {hunk.lines.map((line, index) => (
        <Line key={index} line={line} />
      ))}
    </>
  );
}

const SIGNS = { context: ' ', add: '+', del: '−' } as const;

function Line({ line }: { line: DiffLine }) {
  return (
    <div className="diff-line" data-kind={line.kind}>
      <span className="diff-number" aria-hidden="true">
        {line.new ?? line.old}
      </span>
      <span className="diff-sign">{SIGNS[line.kind]}</span>
      <span>{line.text === '' ? '\n' : line.text}</span>
    </div>
  );
}

function firstLines(hunks: readonly DiffHunk[], most: number): readonly DiffHunk[] {
  let left = most;
  const shown: DiffHunk[] = [];
  for (const hunk of hunks) {
    if (left <= 0) break;
    shown.push(hunk.lines.length <= left ? hunk : { ...hunk, lines: hunk.lines.slice(0, left) });
    left -= hunk.lines.length;
  }
  return shown;
}
