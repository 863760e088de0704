import type { ChildItem } from '@shared/session/item';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { keyboardScrollable } from '../../markdown/keyboardScrollable';
import { buildRows, emptyRows } from '../rows';
import { rowClass, TranscriptRow } from '../TranscriptRow';

/** What a subagent said and did, in the shapes that the session itself has for it. */
export function SubtaskInside({ items }: { items: readonly ChildItem[] }) {
  const { t } = useTranslation();
  const list = useRef(emptyRows);
  list.current = buildRows(items, list.current);
  return (
    <section ref={keyboardScrollable} aria-label={t('transcript.subtaskInside')} className="subtask-inside">
      {list.current.rows.map((row) => (
        <div key={row.key} className={rowClass(row)}>
          <TranscriptRow row={row} />
        </div>
      ))}
    </section>
  );
}
