import type { ItemOf } from '@shared/session/item';
import { Image } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { shortPath } from '../../diffs/shortPath';
import { useTranscriptPlace } from '../transcriptContext';
import { Card } from './Card';
import { StoredPicture } from '../../terminals/Picture';

/** A picture that the agent made, or why it is not shown. */
export const ImageRow = memo(function ImageRow({ item }: { item: ItemOf<'image'> }) {
  const { t } = useTranslation();
  const { cwd } = useTranscriptPlace();
  return (
    <Card
      icon={<Image aria-hidden="true" size={14} strokeWidth={1.7} />}
      title={t('transcript.imageMade')}
      subject={
        item.path === undefined ? undefined : (
          <span className="min-w-0 truncate font-mono text-sm" title={item.path}>
            {shortPath(item.path, cwd)}
          </span>
        )
      }
    >
      <div className="flex flex-col gap-2 px-3 py-2.5">
        {item.description === '' ? null : <p className="text-md text-muted selectable">{item.description}</p>}
        {item.image ? <StoredPicture part={item.image} alt={item.description || t('transcript.picture')} /> : null}
        {item.refused === undefined ? null : (
          <p className="text-md text-muted">{t(`transcript.imageRefused.${item.refused}`)}</p>
        )}
      </div>
    </Card>
  );
});
