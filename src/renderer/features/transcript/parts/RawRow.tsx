import type { ItemOf } from '@shared/session/item';
import { Braces } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { RawJson } from '../../terminals/RawJson';
import { useDisclosure } from '../disclosure';
import { useTranscriptPlace } from '../transcriptContext';
import { QuietLine } from './QuietLine';

/** Something that the agent sent and we do not know: said so, and shown as it came. */
export const RawRow = memo(function RawRow({ item }: { item: ItemOf<'raw'> }) {
  const { t } = useTranslation();
  const { sessionId } = useTranscriptPlace();
  const { toggled, flip } = useDisclosure(`${sessionId}/raw/${item.ordinal}`);
  return (
    <div>
      <QuietLine icon={<Braces aria-hidden="true" size={14} strokeWidth={1.7} />} open={toggled} onFlip={flip}>
        {t('transcript.unknownUpdate')} <span className="min-w-0 truncate font-mono text-sm">{item.updateKind}</span>
      </QuietLine>
      {toggled ? (
        <div className="mt-1 mb-2 ml-[6px] border-l border-line pl-[15px]">
          <RawJson value={item.raw} title={item.updateKind || t('transcript.unknownPart')} />
        </div>
      ) : null}
    </div>
  );
});
