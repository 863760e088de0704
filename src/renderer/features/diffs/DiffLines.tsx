import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { keyboardScrollable } from '../../ui/keyboardScrollable';
import './diffs.css';
import type { DiffHunk, DiffLine, FileDiff } from './fileDiff';

/** What is drawn of a diff while its real view loads. */
const MOST_LINES = 400;

/** A diff of more lines scrolls within its card. */
export const TALL = 300;

/** One file's changes in plain lines: what is there at once, before the library that draws diffs has been fetched. */
export const DiffLines = memo(function DiffLines({ file }: { file: FileDiff }) {
  const hunks = useMemo(() => firstLines(file.hunks, MOST_LINES), [file]);
  // As high as what comes in its place: the card would jump.
  const isTall = file.hunks.reduce((count, { lines }) => count + lines.length, 0) > TALL;
  return (
    <div className={isTall ? 'diff diff-tall-lines' : 'diff'} ref={keyboardScrollable}>
      <div className="diff-lines">
        {hunks.map((hunk, index) => (
          <Hunk key={index} hunk={hunk} first={index === 0} />
        ))}
      </div>
    </div>
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
