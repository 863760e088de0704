import type { Attachment, ImageAttachment } from '@shared/attachment';
import { FileText, Folder, Image, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton';
import { useBroken } from '../../../ui/useBroken';
import { useImageUrl } from './keptImages';

export interface AttachmentChipsProps {
  list: readonly Attachment[];
  onRemove: (index: number) => void;
}

/** What goes along with the message, above its text. */
export function AttachmentChips({ list, onRemove }: AttachmentChipsProps) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t('composer.attachments')} className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto px-3 pt-2.5">
      {list.map((attachment, index) => {
        const name = attachment.name === '' ? t('composer.picture') : attachment.name;
        return (
          <li
            key={attachment.kind === 'image' ? attachment.imageId : attachment.path}
            className="flex h-8 max-w-[260px] items-center gap-1.5 rounded-md border border-line bg-code pr-1 pl-2 text-sm"
          >
            <Sign attachment={attachment} />
            <span className="min-w-0 truncate" title={attachment.kind === 'path' ? attachment.path : name}>
              {shortName(attachment, name)}
            </span>
            <IconButton
              size="small"
              label={t('composer.removeAttachment', { name })}
              onClick={() => onRemove(index)}
              className="-my-1"
            >
              <X aria-hidden="true" size={12} strokeWidth={1.8} />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}

/** The last part of a path says most; all of it is in the title. */
function shortName(attachment: Attachment, name: string): string {
  if (attachment.kind === 'image') return name;
  const last = name.slice(name.lastIndexOf('/') + 1);
  return attachment.isFolder ? `${last}/` : last;
}

function Sign({ attachment }: { attachment: Attachment }) {
  if (attachment.kind === 'image') return <Thumbnail image={attachment} />;
  const Icon = attachment.isFolder ? Folder : FileText;
  return <Icon aria-hidden="true" size={13} strokeWidth={1.7} className="shrink-0 text-muted" />;
}

function Thumbnail({ image }: { image: ImageAttachment }) {
  const url = useImageUrl(image);
  const [isBroken, onError] = useBroken(url ?? '');
  if (url === null || isBroken) {
    return <Image aria-hidden="true" size={13} strokeWidth={1.7} className="shrink-0 text-muted" />;
  }
  // Its name stands beside it.
  return <img src={url} alt="" className="-ml-1 size-6 shrink-0 rounded-sm object-cover" onError={onError} />;
}
