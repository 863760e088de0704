import type { StoredPart } from '@shared/acp/content';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { Output } from './Output';
import { sizeText } from './sizeText';
import { storedText } from './viewer/longText';
import { Viewer } from './viewer/Viewer';

/** The beginning of a part that lives in the store, and the door to all of it. */
export function StoredText({ part, title }: { part: StoredPart; title: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const text = useMemo(() => storedText(part), [part]);
  return (
    <div>
      {part.head === '' ? null : <Output text={part.head} from="start" />}
      <div className="flex items-center gap-2 px-3 py-2">
        <Button size="small" onClick={() => setOpen(true)}>
          {t('tools.showAll')}
        </Button>
        <span className="text-sm text-faint">{t('tools.storedSize', { size: sizeText(part.bytes) })}</span>
      </div>
      {open ? <Viewer text={text} title={title} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
