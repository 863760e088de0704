import { memo, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/useErrorText';
import { ansiLine } from '../ansiLines';
import { AnsiLineText } from '../AnsiText';
import type { BlobRows, Hit } from './blobRows';
import { clearHits, hitsBetween, markHits } from './hitMarks';
import { useFixedRows } from './useFixedRows';
import { useRowSelection } from './useRowSelection';

const ROW_HEIGHT = 19;

export interface BlobTextProps {
  rows: BlobRows;
  query: string;
  hits: readonly Hit[];
  at: number;
  /** Given the way to bring a row into view. */
  onReady: (show: (row: number) => void) => void;
}

/** The rows in view of a text in the store. */
export function BlobText({ rows, query, hits, at, onReady }: BlobTextProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const scroller = useRef<HTMLDivElement>(null);
  const { first, end, height, topOf, show } = useFixedRows(scroller, rows.rowCount, ROW_HEIGHT);
  useEffect(() => onReady(show), [onReady, show]);
  const textOf = useCallback((from: Hit, to: Hit) => rows.text(from, to), [rows]);
  const { pinned } = useRowSelection(scroller, rows.rowCount, textOf);
  const shown = new Set(Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index));
  for (const row of pinned) shown.add(row);

  useLayoutEffect(() => {
    const near = hitsBetween(hits, first, end);
    const rowOf = (row: number) => scroller.current?.querySelector(`[data-row="${row}"]`) ?? null;
    markHits(near.hits, query.length, at - near.from, rowOf);
  });
  useEffect(() => clearHits, []);
  useLayoutEffect(() => {
    // One can always be in it: Ctrl A and the arrow keys are for it then.
    if (scroller.current) scroller.current.tabIndex = 0;
  }, []);

  return (
    <section ref={scroller} aria-label={t('tools.wholeText')} className="viewer">
      <div style={{ height }} className="relative min-w-max">
        {[...shown]
          .sort((one, other) => one - other)
          .map((row) => (
            <Row key={row} row={row} top={topOf(row)} text={rows.row(row)} />
          ))}
      </div>
      {rows.error ? <p className="font-sans text-md text-stop">{errorText(rows.error)}</p> : null}
    </section>
  );
}

const Row = memo(function Row({ row, top, text }: { row: number; top: number; text: string | undefined }) {
  return (
    <div data-row={row} className="viewer-row" style={{ top }}>
      {text === undefined ? null : <AnsiLineText line={ansiLine(text)} />}
    </div>
  );
});
