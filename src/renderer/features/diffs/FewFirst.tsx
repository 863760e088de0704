import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import type { FileDiff } from './fileDiff';

/** Each is a view of its own: thousands at once would stop the window for minutes. */
const STEP = 30;

/** The changes of one call, the first of them at once and the others as one asks for them. */
export function FewFirst({
  files,
  renderFile,
}: {
  files: readonly FileDiff[];
  renderFile: (file: FileDiff, index: number) => ReactNode;
}) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(STEP);
  const left = files.length - shown;
  return (
    <>
      {files.slice(0, shown).map(renderFile)}
      {left > 0 ? (
        <div className="border-t border-line px-3 py-2">
          {/* Another button after each press, which is how a find knows that there is more to open. */}
          <Button key={shown} size="small" aria-expanded={false} onClick={() => setShown(shown + STEP)}>
            {t('tools.moreChanges', { count: Math.min(left, STEP), left })}
          </Button>
        </div>
      ) : null}
    </>
  );
}
