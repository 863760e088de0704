import type { FileView } from '@shared/ipc/views';
import { type CSSProperties, memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeLine } from '../markdown/CodeLine';
import type { PackedTokens } from '../markdown/highlight/tokenizer';
import { languageId, languageOfPath } from '../markdown/languageTable';
import { useCodeTokens } from '../markdown/useCodeTokens';
import type { Hit } from '../terminals/viewer/blobRows';
import { clearHits, hitsBetween, markHits } from '../terminals/viewer/hitMarks';
import { useFixedRows } from '../terminals/viewer/useFixedRows';
import { useRowSelection } from '../terminals/viewer/useRowSelection';
import type { FileRows } from './fileRows';
import { linesOfTokens } from './linesOfTokens';
import './files.css';

const LINE_HEIGHT = 20;

export interface FileTextProps {
  file: FileView;
  rows: FileRows;
  /** The lines that were meant, counted from 1: marked, and brought into view. */
  cited: { from: number; to: number } | null;
  query: string;
  hits: readonly Hit[];
  at: number;
  onReady: (show: (row: number) => void) => void;
}

/** The lines in view with their numbers, coloured by the file's name. */
export function FileText({ file, rows, cited, query, hits, at, onReady }: FileTextProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const tokens = useCodeTokens(file.text, languageId(languageOfPath(file.path)));
  const byLine = useMemo(() => (tokens === null ? null : linesOfTokens(tokens)), [tokens]);
  const { first, end, height, topOf, show } = useFixedRows(scroller, rows.rows.length, LINE_HEIGHT);
  useEffect(() => onReady(show), [onReady, show]);
  useEffect(() => {
    if (cited) show(rows.rowOf(cited.from - 1));
  }, [cited, rows, show]);
  const textOf = useCallback(async (from: Hit, to: Hit) => rows.text(from, to), [rows]);
  const { pinned } = useRowSelection(scroller, rows.rows.length, textOf);
  const shown = new Set(Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index));
  for (const row of pinned) if (row < rows.rows.length) shown.add(row);

  useLayoutEffect(() => {
    const near = hitsBetween(hits, first, end);
    const rowOf = (row: number) => scroller.current?.querySelector(`[data-row="${row}"]`) ?? null;
    markHits(near.hits, query.length, at - near.from, rowOf);
  });
  useEffect(() => clearHits, []);
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.tabIndex = 0;
  }, []);

  const digits: CSSProperties & Record<'--digits', number> = { '--digits': String(rows.lineCount).length };
  return (
    <section ref={scroller} data-file-text aria-label={t('files.text')} className="file-text" style={digits}>
      <div style={{ height }} className="relative min-w-max">
        {[...shown]
          .sort((one, other) => one - other)
          .map((row) => (
            <Line
              key={row}
              row={row}
              top={topOf(row)}
              line={rows.lineOf(row)}
              isFirst={rows.beginsLine(row)}
              text={rows.rows[row] ?? ''}
              tokens={rows.isWholeLine(row) ? (byLine?.get(rows.lineOf(row)) ?? null) : null}
              isCited={cited !== null && rows.lineOf(row) + 1 >= cited.from && rows.lineOf(row) + 1 <= cited.to}
            />
          ))}
      </div>
    </section>
  );
}

interface LineProps {
  row: number;
  top: number;
  line: number;
  /** Of the rows of its line. */
  isFirst: boolean;
  text: string;
  tokens: PackedTokens | null;
  isCited: boolean;
}

const Line = memo(function Line({ row, top, line, isFirst, text, tokens, isCited }: LineProps) {
  return (
    <div className="file-line" style={{ top }} data-cited={isCited ? '' : undefined}>
      <span className="file-number" aria-hidden="true">
        {isFirst ? line + 1 : ''}
      </span>
      <span data-row={row}>
        <CodeLine text={text} line={line} tokens={tokens} />
      </span>
    </div>
  );
});
