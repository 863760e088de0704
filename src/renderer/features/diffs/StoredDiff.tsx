import type { StoredPart } from '@shared/acp/content';
import type { AppError } from '@shared/errors';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/useErrorText';
import { Button } from '../../ui/Button';
import { Spinner } from '../../ui/Spinner';
import { readWhole } from '../terminals/readBlob';
import { sizeText } from '../terminals/sizeText';
import { StoredText } from '../terminals/StoredText';
import { DiffHead } from './DiffHead';
import { DiffView } from './DiffView';
import type { FileDiff } from './fileDiff';
import { readStoredDiff } from './readStoredDiff';
import { shortPath } from './shortPath';

/** Above this a comparison would take longer than anybody waits for: such a change is shown as it was sent. */
const LARGEST = 8 * 1_048_576;

/** A change that was too large to stay in its item: compared when somebody wants to see it. */
export function StoredDiff({ part, title, cwd }: { part: StoredPart; title: string; cwd: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [state, setState] = useState<'closed' | 'loading' | 'raw' | { file: FileDiff } | { error: AppError }>('closed');
  if (part.bytes > LARGEST || state === 'raw') return <StoredText part={part} title={title} />;
  if (typeof state === 'object' && 'file' in state) {
    return (
      <div className="group/diff">
        <DiffHead file={state.file} path={shortPath(state.file.path, cwd)} className="border-b border-line" />
        <DiffView file={state.file} />
      </div>
    );
  }
  const load = async () => {
    setState('loading');
    const bytes = await readWhole(part.blobId);
    if ('error' in bytes) return setState(bytes);
    const file = readStoredDiff(new TextDecoder().decode(bytes));
    setState(file === null ? 'raw' : { file });
  };
  return (
    <div className="flex items-center gap-2 px-3 py-2">
      <Button size="small" disabled={state === 'loading'} focusableWhenDisabled onClick={() => void load()}>
        {t('tools.showChange')}
      </Button>
      {state === 'loading' ? <Spinner className="size-[11px] text-work" /> : null}
      <span className="text-sm text-faint">{t('tools.storedSize', { size: sizeText(part.bytes) })}</span>
      {typeof state === 'object' && 'error' in state ? (
        <span role="alert" className="text-sm text-stop">
          {errorText(state.error)}
        </span>
      ) : null}
    </div>
  );
}
