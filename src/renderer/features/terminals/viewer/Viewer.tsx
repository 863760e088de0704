import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FindBar } from '../../../ui/FindBar';
import { wantedText } from '../../../stores/find';
import { IconButton } from '../../../ui/IconButton';
import { sizeText } from '../sizeText';
import type { Hit } from './blobRows';
import { BlobText } from './BlobText';
import { CopyWhole } from './CopyWhole';
import type { LongText } from './longText';
import { useBlobRows } from './useBlobRows';
import { useHits } from './useHits';

export interface ViewerProps {
  /** The same for as long as it is open. */
  text: LongText;
  title: string;
  onClose: () => void;
}

/** A text that is too long for its card: read from the store piece by piece, only the lines in view drawn. */
export function Viewer({ text, title, onClose }: ViewerProps) {
  return (
    <Dialog.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <Dialog.Popup className="fixed top-[6vh] left-1/2 z-40 flex h-[86vh] w-[min(1080px,calc(100vw-48px))] -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-line-strong bg-raised shadow-card outline-none">
          <Inside text={text} title={title} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Inside({ text, title }: { text: LongText; title: string }) {
  const { t } = useTranslation();
  const { rows } = useBlobRows(text);
  const goTo = useRef<(row: number) => void>(null);
  const ready = useCallback((show: (row: number) => void) => {
    goTo.current = show;
  }, []);
  const show = useCallback(({ row }: Hit) => goTo.current?.(row), []);
  // Who comes here from a find in the session looks for the same.
  const [first] = useState(wantedText);
  const find = useCallback<Parameters<typeof useHits>[0]>(
    async (query, found, wanted) => rows?.find(query, found, wanted),
    [rows],
  );
  const { query, setQuery, hits, at, more, searching, go } = useHits(find, show, first);
  const box = useRef<HTMLDivElement>(null);
  const findKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    box.current?.querySelector('input')?.select();
  };
  return (
    <div role="presentation" className="contents" onKeyDown={findKey}>
      <div
        ref={box} // Without room for the find beside the name it stands below.
        className="flex h-11 shrink-0 items-center gap-3 border-b border-line pr-2 pl-4 narrow:h-auto narrow:flex-wrap narrow:gap-x-2 narrow:gap-y-1 narrow:py-1.5 narrow:[&>[role=search]]:order-last narrow:[&>[role=search]]:w-full"
      >
        <Dialog.Title className="max-w-[45%] shrink-0 truncate text-md font-[600]">{title}</Dialog.Title>
        <span className="shrink-0 text-sm text-faint">
          {rows === null
            ? t('tools.size', { size: sizeText(text.bytes) })
            : t('tools.sizeAndLines', { size: sizeText(text.bytes), count: rows.rowCount })}
        </span>
        <span className="grow" />
        <FindBar {...{ query, at, more, searching }} onQuery={setQuery} count={hits.length} onGo={go} />
        {rows === null ? null : <CopyWhole rows={rows} />}
        <Dialog.Close render={<IconButton label={t('common.close')} />}>
          <X aria-hidden="true" size={14} />
        </Dialog.Close>
      </div>
      {rows === null ? (
        <p role="status" className="px-4 py-3 text-md text-muted">
          {t('common.loading')}
        </p>
      ) : (
        <BlobText {...{ rows, query, hits, at }} onReady={ready} />
      )}
    </div>
  );
}
