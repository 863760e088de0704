import { createContext, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBroken } from '../../ui/useBroken';
import { Lightbox } from '../terminals/Lightbox';
import { MissingImage } from './MissingImage';

/** Inside of a link a picture is the link: a button there would be one control in another. */
const InLink = createContext(false);
export const InLinkProvider = InLink.Provider;

/** A picture of an answer, which opens by itself. */
export function Zoomable({ url, alt }: { url: string; alt: string }) {
  const { t } = useTranslation();
  const isInLink = useContext(InLink);
  const [open, setOpen] = useState(false);
  const [isBroken, onError] = useBroken(url);
  if (isBroken) return <MissingImage name={alt || t('transcript.picture')} why={t('transcript.imageRefused.broken')} />;
  const picture = <img src={url} alt={alt} className="md-image" onError={onError} />;
  if (isInLink) return picture;
  return (
    <>
      <button
        type="button"
        aria-label={t('transcript.openPicture', { name: alt || t('transcript.picture') })}
        aria-haspopup="dialog"
        className="md-zoomable"
        onClick={() => setOpen(true)}
      >
        {picture}
      </button>
      {open ? <Lightbox url={url} alt={alt || t('transcript.picture')} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
