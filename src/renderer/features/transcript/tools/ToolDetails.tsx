import type { ItemOf } from '@shared/session/item';
import { useTranslation } from 'react-i18next';
import { DiffHead } from '../../diffs/DiffHead';
import { DiffView } from '../../diffs/DiffView';
import { findDiffs } from '../../diffs/findDiffs';
import { isStoredDiff } from '../../diffs/readStoredDiff';
import { StoredDiff } from '../../diffs/StoredDiff';
import { shortPath } from '../../diffs/shortPath';
import { Output } from '../../terminals/Output';
import { RawJson } from '../../terminals/RawJson';
import { StoredText } from '../../terminals/StoredText';
import { ContentPart } from '../parts/ContentParts';
import { useTranscriptPlace } from '../transcriptContext';
import { hasRaw, RawParts } from './RawParts';

/** Everything that a tool call said, in the order in which it said it; then its raw input and output. */
export function ToolDetails({ tool }: { tool: ItemOf<'toolCall'> }) {
  const { t } = useTranslation();
  const { cwd } = useTranscriptPlace();
  return (
    <div className="flex flex-col gap-2">
      {tool.content.map((part, index) => {
        switch (part.type) {
          case 'content':
            return part.content.type === 'text' && part.content.text.trim() === '' ? null : (
              <ContentPart key={index} block={part.content} />
            );
          case 'diff':
            return findDiffs({ content: [part] }).map((file) => (
              <div key={index} className="group/diff overflow-hidden rounded-md border border-line">
                <DiffHead file={file} path={shortPath(file.path, cwd)} className="border-b border-line" />
                <DiffView file={file} />
              </div>
            ));
          case 'terminal':
            return (
              <div key={index} className="overflow-hidden rounded-md border border-line">
                {part.output === undefined ? (
                  <p className="output text-faint">{t('tools.outputUnavailable')}</p>
                ) : (
                  <Output text={part.output} cut={part.truncated === true} />
                )}
              </div>
            );
          case 'stored':
            return (
              <div key={index} className="overflow-hidden rounded-md border border-line">
                {isStoredDiff(part) ? (
                  <StoredDiff part={part} title={tool.title} cwd={cwd} />
                ) : (
                  <StoredText part={part} title={tool.title} />
                )}
              </div>
            );
          case 'raw':
            return (
              <RawJson key={index} value={{ type: 'json', value: part.raw }} title={t('transcript.unknownPart')} />
            );
        }
      })}
      <RawParts tool={tool} />
    </div>
  );
}

/** Whether opening the details would show anything. */
export const hasDetails = (tool: ItemOf<'toolCall'>): boolean =>
  tool.content.some(
    (part) => part.type !== 'content' || part.content.type !== 'text' || part.content.text.trim() !== '',
  ) || hasRaw(tool);
