import type { StoredPart } from '@shared/acp/content';
import type { AppError } from '@shared/errors';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/useErrorText';
import { useBroken } from '../../ui/useBroken';
import { Lightbox } from './Lightbox';
import { readWhole } from './readBlob';
import { sizeText } from './sizeText';

const SHOWN = new Set(['image/png', 'image/jpeg', 'image/jpg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);
/** Above this a picture is named, not drawn: decoding it would stop the page. */
const LARGEST = 32 * 1_048_576;

const frame = 'block max-h-[420px] max-w-full rounded-md border border-line bg-code object-contain';

export function DataPicture({ data, mimeType, alt }: { data: string; mimeType: string; alt: string }) {
  const { t } = useTranslation();
  if (!SHOWN.has(mimeType))
    return <p className="text-md text-muted">{t('transcript.pictureType', { type: mimeType })}</p>;
  return <Framed url={`data:${mimeType};base64,${data}`} alt={alt} />;
}

/** A picture in its row, which opens by itself. */
function Framed({ url, alt }: { url: string; alt: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [isBroken, onError] = useBroken(url);
  if (isBroken) return <p className="text-md text-muted">{t('transcript.pictureBroken')}</p>;
  return (
    <>
      <button
        type="button"
        aria-label={t('transcript.openPicture', { name: alt })}
        aria-haspopup="dialog"
        className="block w-fit max-w-full cursor-zoom-in rounded-md"
        onClick={() => setOpen(true)}
      >
        <img src={url} alt={alt} className={frame} onError={onError} />
      </button>
      {open ? <Lightbox url={url} alt={alt} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** A picture in the store, as a blob: URL for as long as it is drawn. */
export function StoredPicture({ part, alt }: { part: StoredPart; alt: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const mimeType = part.mimeType ?? 'image/png';
  const fits = SHOWN.has(mimeType) && part.bytes <= LARGEST;
  const [state, setState] = useState<{ url: string } | { error: AppError } | null>(null);

  useEffect(() => {
    if (!fits) return undefined;
    let url: string | undefined;
    let gone = false;
    void readWhole(part.blobId).then((bytes) => {
      if (gone) return;
      if ('error' in bytes) return setState(bytes);
      url = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
      setState({ url });
    });
    return () => {
      gone = true;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [fits, mimeType, part.blobId]);

  if (!SHOWN.has(mimeType))
    return <p className="text-md text-muted">{t('transcript.pictureType', { type: mimeType })}</p>;
  if (!fits)
    return <p className="text-md text-muted">{t('transcript.pictureTooLarge', { size: sizeText(part.bytes) })}</p>;
  if (state === null)
    return (
      <div className="h-40 rounded-md border border-line bg-code" role="status" aria-label={t('common.loading')} />
    );
  if ('error' in state) return <p className="text-md text-stop">{errorText(state.error)}</p>;
  return <Framed url={state.url} alt={alt} />;
}
