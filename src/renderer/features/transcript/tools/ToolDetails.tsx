import { printedOnlyInMeta } from '@shared/session/commandFacts';
import type { ItemOf } from '@shared/session/item';
import { useTranslation } from 'react-i18next';
import { DiffHead } from '../../diffs/DiffHead';
import { DiffView } from '../../diffs/DiffView';
import { findDiffs } from '../../diffs/findDiffs';
import { isStoredDiff } from '../../diffs/readStoredDiff';
import { StoredDiff } from '../../diffs/StoredDiff';
import { shortPath } from '../../diffs/shortPath';
import { RawJson } from '../../terminals/RawJson';
import { Output } from '../../terminals/Output';
import { StoredText } from '../../terminals/StoredText';
import { TerminalPart } from '../../terminals/TerminalPart';
import { ContentPart } from '../parts/ContentParts';
import { useTranscriptPlace } from '../transcriptContext';
import { hasRaw, RawParts } from './RawParts';

/** Everything that a tool call said, in the order in which it said it; then its raw input and output. */
export function ToolDetails({ tool }: { tool: ItemOf<'toolCall'> }) {
  const { t } = useTranslation();
  const { cwd } = useTranscriptPlace();
  const printed = printedOnlyInMeta(tool);
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
            // One of the agent's own, which prints by `_meta`.
            return part.output === undefined && printed !== null ? null : <TerminalPart key={index} part={part} />;
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
      {printed === null ? null : (
        <div className="overflow-hidden rounded-md border border-line">
          <Output printed={printed} title={tool.title} />
        </div>
      )}
      <RawParts tool={tool} />
    </div>
  );
}

/** Whether opening the details would show anything. */
export const hasDetails = (tool: ItemOf<'toolCall'>): boolean =>
  tool.content.some(
    (part) => part.type !== 'content' || part.content.type !== 'text' || part.content.text.trim() !== '',
  ) ||
  printedOnlyInMeta(tool) !== null ||
  hasRaw(tool);
