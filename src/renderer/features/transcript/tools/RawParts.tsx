import type { ContentBlock } from '@shared/acp/content';
import type { ItemOf } from '@shared/session/item';
import { Braces } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton';
import { RawJson } from '../../terminals/RawJson';
import { useDisclosure } from '../disclosure';
import { ContentPart } from '../parts/ContentParts';
import { useTranscriptPlace } from '../transcriptContext';

type Tool = ItemOf<'toolCall'>;

/** What the agent gave the tool and got from it, as it said it. */
export function RawParts({ tool }: { tool: Tool }) {
  const { t } = useTranslation();
  return (
    <>
      {tool.rawInput && !isEmpty(tool.rawInput) ? <RawJson value={tool.rawInput} title={t('tools.rawInput')} /> : null}
      {tool.rawOutput && !isEmpty(tool.rawOutput) ? (
        <RawJson value={tool.rawOutput} title={t('tools.rawOutput')} />
      ) : null}
    </>
  );
}

export const hasRaw = ({ rawInput, rawOutput }: Pick<Tool, 'rawInput' | 'rawOutput'>): boolean =>
  (rawInput !== undefined && !isEmpty(rawInput)) || (rawOutput !== undefined && !isEmpty(rawOutput));

function isEmpty(raw: NonNullable<Tool['rawInput']>): boolean {
  if (raw.type !== 'json') return false;
  const { value } = raw;
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  );
}

/** For a card that shows a tool's work in a shape of its own: the button that shows the raw parts too, and them. */
export function useRawParts(tool: Tool, words: readonly ContentBlock[] = []): { button: ReactNode; parts: ReactNode } {
  const { t } = useTranslation();
  const { sessionId } = useTranscriptPlace();
  const { toggled, flip } = useDisclosure(`${sessionId}/raw/${tool.ordinal}`);
  if (!hasRaw(tool) && words.length === 0) return { button: null, parts: null };
  const button = (
    <span className="opacity-0 transition-opacity duration-100 group-focus-within/diff:opacity-100 group-hover/diff:opacity-100">
      <IconButton size="small" label={t('tools.showRaw')} aria-pressed={toggled} data-raw="" onClick={flip}>
        <Braces aria-hidden="true" size={13} />
      </IconButton>
    </span>
  );
  const parts = toggled ? (
    <div className="flex flex-col gap-2 border-t border-line px-3 py-2.5 first:border-t-0">
      {words.map((block, index) => (
        <ContentPart key={index} block={block} />
      ))}
      <RawParts tool={tool} />
    </div>
  ) : null;
  return { button, parts };
}
