import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx';
import { rowName } from './rowName';
import { firstOrdinal, type Row } from './rows';
import { rowClass, TranscriptRow } from './TranscriptRow';
import { WAITS } from './waitingRow';

export interface RowFrameProps {
  row: Row;
  index: number;
  agentName: string;
  /** Someone was just led to it. */
  found: boolean;
  /** The id of the open request that it is, where it is the newest row. */
  waits: string | undefined;
  measure: (element: HTMLDivElement | null) => void;
}

/** A row in its place. Drawn again only for what is its own: while an answer streams, the others are not even named anew. */
export const RowFrame = memo(function RowFrame({ row, index, agentName, found, waits, measure }: RowFrameProps) {
  const { t } = useTranslation();
  return (
    <div
      data-index={index}
      data-ordinal={firstOrdinal(row)}
      data-row={row.key}
      role="article"
      aria-label={rowName(t, row, agentName)}
      tabIndex={-1}
      {...{ [WAITS]: waits }}
      ref={measure}
      className={cx('transcript-row', rowClass(row), found && 'row-found')}
    >
      <TranscriptRow row={row} />
    </div>
  );
});
