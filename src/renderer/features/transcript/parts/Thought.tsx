import type { ItemOf } from '@shared/session/item';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisclosure } from '../disclosure';
import { durationText } from '../duration';
import { useTranscriptPlace } from '../transcriptContext';
import { ContentParts } from './ContentParts';
import { QuietLine } from './QuietLine';

/** Thoughts of a history that an agent told again came all at once: how long they took is not known. */
const SHORTEST_TOLD = 500;

/** Closed unless someone wants to read it; closed means that nothing of it is drawn. */
export const Thought = memo(function Thought({ item, cut }: { item: ItemOf<'thought'>; cut: boolean }) {
  const { t } = useTranslation();
  const { sessionId } = useTranscriptPlace();
  const { toggled, flip } = useDisclosure(`${sessionId}/${item.ordinal}`);
  const ms = (item.endedAt ?? item.at) - item.at;
  const told = item.open
    ? t('transcript.thinking')
    : ms < SHORTEST_TOLD
      ? t('transcript.thought')
      : t('transcript.thoughtFor', { time: durationText(t, ms) });
  return (
    <div>
      <QuietLine open={toggled} onFlip={flip}>
        {told}
      </QuietLine>
      {toggled ? (
        <div className="thought-text mt-1 mb-2 ml-[6px] border-l border-line pl-[15px] text-muted">
          <ContentParts content={item.content} streaming={item.open} cut={cut} />
        </div>
      ) : null}
    </div>
  );
});
