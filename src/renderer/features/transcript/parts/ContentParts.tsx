import type { ContentBlock } from '@shared/acp/content';
import { FileText, Folder } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Folded } from '../../../ui/Folded';
import { shortPath } from '../../diffs/shortPath';
import { ExternalLink } from '../../markdown/ExternalLink';
import { FileImage } from '../../markdown/FileImage';
import { FileLink } from '../../markdown/FileLink';
import { Markdown } from '../../markdown/Markdown';
import { linkTarget } from '../../markdown/safeLink';
import { RawJson } from '../../terminals/RawJson';
import { StoredText } from '../../terminals/StoredText';
import { useTranscriptPlace } from '../transcriptContext';
import { DataPicture, StoredPicture } from '../../terminals/Picture';

/** Content as an agent sends it: texts as one page of markdown, everything else where it stands between them. */
export function ContentParts({
  content,
  streaming = false,
  cut = false,
}: {
  content: readonly ContentBlock[];
  streaming?: boolean;
  /** It was broken off where it ends. */
  cut?: boolean;
}) {
  const pieces = useMemo(() => joinTexts(content), [content]);
  const last = pieces.length - 1;
  return pieces.map((piece, index) =>
    typeof piece === 'string' ? (
      <Markdown key={index} text={piece} streaming={streaming && index === last} cut={cut && index === last} />
    ) : (
      <ContentPart key={index} block={piece} />
    ),
  );
}

function joinTexts(content: readonly ContentBlock[]): (string | ContentBlock)[] {
  const pieces: (string | ContentBlock)[] = [];
  for (const block of content) {
    const last = pieces.at(-1);
    if (block.type !== 'text') pieces.push(block);
    else if (typeof last === 'string') pieces[pieces.length - 1] = last + block.text;
    else pieces.push(block.text);
  }
  return pieces;
}

export function ContentPart({ block }: { block: ContentBlock }) {
  const { t } = useTranslation();
  switch (block.type) {
    case 'text':
      return <Markdown text={block.text} />;
    case 'image':
      return <DataPicture data={block.data} mimeType={block.mimeType} alt={t('transcript.picture')} />;
    case 'audio':
      return <p className="text-md text-muted">{t('transcript.audio', { type: block.mimeType })}</p>;
    case 'resource_link':
      return <Resource uri={block.uri} name={block.title || block.name || block.uri} />;
    case 'resource':
      if (block.resource.blob !== undefined && block.resource.mimeType?.startsWith('image/')) {
        return (
          <DataPicture data={block.resource.blob} mimeType={block.resource.mimeType} alt={t('transcript.picture')} />
        );
      }
      return block.resource.text === undefined ? (
        <Resource uri={block.resource.uri} name={block.resource.uri} />
      ) : (
        <StoredOrShort uri={block.resource.uri} text={block.resource.text} />
      );
    case 'stored':
      return block.as === 'image' ? (
        <StoredPicture part={block} alt={t('transcript.picture')} />
      ) : (
        <div className="overflow-hidden rounded-md border border-line">
          <StoredText part={block} title={t('tools.wholeText')} />
        </div>
      );
    case 'raw':
      return <RawJson value={{ type: 'json', value: block.raw }} title={t('transcript.unknownPart')} />;
  }
}

/** Where the engine saves pictures for agents that take none (`savedImages`). */
const SAVED_PICTURE = /[\\/]attachments[\\/][^\\/]+[\\/]image-[0-9a-f]{16}\.(?:png|jpg|gif|webp)$/;

/** A file or a page that was named: a page opens outside, a file is a name; a picture that we saved is that picture. */
function Resource({ uri, name }: { uri: string; name: string }) {
  const { cwd, sessionId } = useTranscriptPlace();
  const target = linkTarget(uri);
  if (target.kind === 'file' && SAVED_PICTURE.test(target.path)) {
    return <FileImage sessionId={sessionId} path={target.path} alt={name} />;
  }
  // Names of folders end so, in the composer's and in most agents' own words.
  const isFolder = name.endsWith('/');
  const Icon = isFolder ? Folder : FileText;
  const label = target.kind === 'file' && name === uri ? shortPath(target.path, cwd) : name;
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 rounded-sm border border-line bg-code px-2 py-0.5 text-sm">
      <Icon aria-hidden="true" size={13} className="shrink-0 text-muted" />
      <span className="truncate font-mono" title={uri}>
        {target.kind === 'external' ? <ExternalLink url={target.url}>{label}</ExternalLink> : null}
        {target.kind === 'file' && !isFolder ? <FileLink place={target}>{label}</FileLink> : null}
        {target.kind === 'none' || (target.kind === 'file' && isFolder) ? (
          <span className="md-file">{label}</span>
        ) : null}
      </span>
    </span>
  );
}

function StoredOrShort({ uri, text }: { uri: string; text: string }) {
  return (
    <Folded
      summary={<span className="truncate">{uri}</span>}
      summaryClass="font-mono"
      className="rounded-md border border-line bg-code px-3 py-1.5 text-sm"
    >
      <pre className="mt-1 max-h-80 overflow-auto whitespace-pre-wrap selectable">{text}</pre>
    </Folded>
  );
}
