import type { ItemOf } from '@shared/session/item';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisclosure } from '../disclosure';
import { ContentPart } from './ContentParts';
import { useEditing } from '../../../stores/editing';
import { useIsNested, useTranscriptPlace } from '../transcriptContext';
import { EditPrompt } from './EditPrompt';
import { MessageActions } from './MessageActions';

/** A pasted page is shown by its beginning. */
const MOST_CHARACTERS = 1600;
const MOST_LINES = 24;

/** What the person wrote, as it was written: not read as markdown. */
export const UserMessage = memo(function UserMessage({ item }: { item: ItemOf<'message'> }) {
  const { t } = useTranslation();
  const { sessionId } = useTranscriptPlace();
  const { toggled, flip } = useDisclosure(`${sessionId}/${item.ordinal}`);
  const text = item.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const others = item.content.filter((block) => block.type !== 'text');
  const short = shorten(text);
  const isNested = useIsNested();
  const edited = useEditing(({ editing }) =>
    editing?.sessionId === sessionId && editing.ordinal === item.ordinal ? editing.text : null,
  );
  if (edited !== null && !isNested) return <EditPrompt item={item} text={edited} />;
  return (
    <div className="group/message relative ml-auto flex w-fit max-w-[82%] flex-col gap-2 rounded-lg bg-select px-[13px] py-[9px] text-lg selectable">
      <span className="sr-only">{t('transcript.you')}</span>
      {isNested ? null : <MessageActions item={item} className="top-[7px] right-full mr-1.5" />}
      {others.length === 0 ? null : (
        <div className="flex flex-wrap gap-1.5 [&_img]:max-h-56">
          {others.map((block, index) => (
            <div key={index} className="max-w-full min-w-0">
              <ContentPart block={block} />
            </div>
          ))}
        </div>
      )}
      {text === '' ? null : (
        <div className="break-words whitespace-pre-wrap">{toggled || short === null ? text : `${short}…`}</div>
      )}
      {short === null ? null : (
        <button
          type="button"
          aria-expanded={toggled}
          onClick={flip}
          className="self-start text-sm text-muted underline-offset-3 hover:underline"
        >
          {t(toggled ? 'transcript.showLess' : 'transcript.showWhole')}
        </button>
      )}
    </div>
  );
});

function shorten(text: string): string | null {
  const lines = text.split('\n');
  if (text.length <= MOST_CHARACTERS && lines.length <= MOST_LINES) return null;
  return lines.slice(0, MOST_LINES).join('\n').slice(0, MOST_CHARACTERS).trimEnd();
}
