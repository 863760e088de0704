import type { StoredPart } from '@shared/acp/content';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { keyboardScrollable } from '../../ui/keyboardScrollable';
import { ansiLines } from './ansiLines';
import { AnsiText } from './AnsiText';
import { sizeText } from './sizeText';
import { storedText } from './viewer/longText';
import { Viewer } from './viewer/Viewer';

/** Lines of its beginning that are shown. */
const HEAD_LINES = 12;

/** The beginning of a part that lives in the store, and the one door to all of it. How many lines follow is not known here. */
export function StoredText({ part, title }: { part: StoredPart; title: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const text = useMemo(() => storedText(part), [part]);
  const head = useMemo(() => ansiLines(part.head), [part.head]);
  const size = sizeText(part.bytes);
  // The last line of what was kept here may be cut, and is not counted as one.
  const isCounted = head.length > HEAD_LINES;
  return (
    <div>
      {part.head === '' ? null : (
        <div className="output" ref={keyboardScrollable}>
          <AnsiText lines={head.slice(0, HEAD_LINES)} />
        </div>
      )}
      <div className="flex items-center gap-2.5 border-t border-line px-3 py-2 first:border-t-0">
        <Button size="small" onClick={() => setOpen(true)}>
          {t('tools.openAll')}
        </Button>
        <span className="text-sm text-faint">
          {part.head === ''
            ? t('tools.storedSize', { size })
            : isCounted
              ? t('tools.firstLines', { count: HEAD_LINES, size })
              : t('tools.beginningOf', { size })}
        </span>
      </div>
      {open ? <Viewer text={text} title={title} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
