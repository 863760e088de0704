import { createContext, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Lightbox } from '../terminals/Lightbox';

/** Inside of a link a picture is the link: a button there would be one control in another. */
const InLink = createContext(false);
export const InLinkProvider = InLink.Provider;

/** A picture of an answer, which opens by itself. */
export function Zoomable({ url, alt }: { url: string; alt: string }) {
  const { t } = useTranslation();
  const isInLink = useContext(InLink);
  const [open, setOpen] = useState(false);
  const [broken, setBroken] = useState<string | null>(null);
  // What no picture comes of is told by its name.
  if (broken === url) return <span className="md-file">{alt || t('transcript.picture')}</span>;
  const picture = <img src={url} alt={alt} className="md-image" onError={() => setBroken(url)} />;
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
