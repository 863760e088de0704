import { useTranslation } from 'react-i18next';
import { LinkedText } from '../markdown/LinkedText';
import { DataPicture, StoredPicture } from '../terminals/Picture';
import { RawJson } from '../terminals/RawJson';
import { StoredText } from '../terminals/StoredText';
import { TerminalPart } from '../terminals/TerminalPart';
import type { OtherPart } from './otherParts';

/** One part of what is asked for, open: nobody permits what he would have to look for. */
export function SubjectPart({ part, title }: { part: OtherPart; title: string }) {
  const { t } = useTranslation();
  switch (part.type) {
    case 'image':
      return <DataPicture data={part.data} mimeType={part.mimeType} alt={t('transcript.picture')} />;
    case 'audio':
      return <p className="text-md text-muted">{t('transcript.audio', { type: part.mimeType })}</p>;
    case 'resource_link':
      return <Uri uri={part.uri} name={part.title ?? part.name} />;
    case 'resource':
      return (
        <>
          <Uri uri={part.resource.uri} name={part.resource.uri} />
          {part.resource.text === undefined ? null : (
            <pre className="max-h-72 overflow-auto rounded-md border border-line bg-code px-3 py-[9px] font-mono text-sm break-words whitespace-pre-wrap selectable">
              {part.resource.text}
            </pre>
          )}
        </>
      );
    case 'terminal':
      return <TerminalPart part={part} />;
    case 'stored':
      return part.as === 'image' ? (
        <StoredPicture part={part} alt={t('transcript.picture')} />
      ) : (
        <div className="overflow-hidden rounded-md border border-line">
          <StoredText part={part} title={title} />
        </div>
      );
    case 'raw':
      return <RawJson value={{ type: 'json', value: part.raw }} title={t('transcript.unknownPart')} />;
  }
}

function Uri({ uri, name }: { uri: string; name: string }) {
  return (
    <p className="font-mono text-sm break-all text-muted selectable">
      {name === uri ? null : `${name}: `}
      <LinkedText text={uri} />
    </p>
  );
}
