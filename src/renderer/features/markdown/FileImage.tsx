import type { SessionId } from '@shared/ids';
import type { FileImage as FileImageView } from '@shared/ipc/views';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { FileLink } from './FileLink';
import { MissingImage } from './MissingImage';
import { Zoomable } from './Zoomable';

type Refused = Extract<FileImageView, { refused: unknown }>['refused'];
type Shown = { url: string } | { refused: Refused };

/** A picture of the session's folder, as a blob: URL for as long as it is drawn; otherwise its name and why. */
export function FileImage({ sessionId, path, alt }: { sessionId: SessionId; path: string; alt: string }) {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let url: string | undefined;
    let isGone = false;
    void engine.call.files.image({ sessionId, path }).then((answer) => {
      if (isGone) return;
      if (!answer.ok) return setShown({ refused: 'notFound' });
      if ('refused' in answer.value) return setShown(answer.value);
      // A copy of its own: what came over the port may be a part of a larger buffer.
      const bytes = new Uint8Array(answer.value.bytes);
      url = URL.createObjectURL(new Blob([bytes], { type: answer.value.mimeType }));
      setShown({ url });
    });
    return () => {
      isGone = true;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [sessionId, path]);
  if (shown !== null && 'url' in shown) return <Zoomable url={shown.url} alt={alt} />;
  return shown === null ? <FileLink place={{ path }}>{alt}</FileLink> : <RefusedImage {...{ path, alt, ...shown }} />;
}

/** Its name and why it is not shown. A file that is gone is no link: nothing would open. */
export function RefusedImage({ path, alt, refused }: { path: string; alt: string; refused: Refused }) {
  const { t } = useTranslation();
  const why = t(`transcript.imageRefused.${refused}`);
  if (refused !== 'notFound' && refused !== 'savedGone') {
    return (
      <span title={why}>
        <FileLink place={{ path }}>{alt}</FileLink>
      </span>
    );
  }
  return <MissingImage name={alt} why={why} title={path} />;
}
