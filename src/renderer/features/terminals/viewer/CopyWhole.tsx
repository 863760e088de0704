import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../ui/copyText';
import { IconButton } from '../../../ui/IconButton';
import { Spinner } from '../../../ui/Spinner';
import type { BlobRows } from './blobRows';

/** All of the text on the clipboard, without its colours. */
export function CopyWhole({ rows }: { rows: BlobRows }) {
  const { t } = useTranslation();
  const [state, setState] = useState<'none' | 'copying' | 'copied'>('none');
  const copy = async () => {
    setState('copying');
    const copied = await copyText(await rows.whole());
    setState(copied ? 'copied' : 'none');
  };
  return (
    <IconButton
      label={t(state === 'copied' ? 'common.copied' : 'tools.copyAll')}
      disabled={state === 'copying'}
      focusableWhenDisabled
      onClick={() => void copy()}
    >
      {state === 'copying' ? <Spinner className="size-[11px]" /> : null}
      {state === 'copied' ? <Check aria-hidden="true" size={14} className="text-go" /> : null}
      {state === 'none' ? <Copy aria-hidden="true" size={14} /> : null}
    </IconButton>
  );
}
