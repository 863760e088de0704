import { Dialog } from '@base-ui/react/dialog';
import type { StoredPart } from '@shared/acp/content';
import { useVirtualizer } from '@tanstack/react-virtual';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/useErrorText';
import { IconButton } from '../../ui/IconButton';
import { ansiLines } from './ansiLines';
import { AnsiText } from './AnsiText';
import { useBlobLines } from './useBlobLines';

const LINE_HEIGHT = 19;

export interface ViewerProps {
  part: StoredPart;
  title: string;
  onClose: () => void;
}

/** A part that is too large for its card: read from the store piece by piece as one scrolls, only the lines in view drawn. */
export function Viewer({ part, title, onClose }: ViewerProps) {
  const { t } = useTranslation();
  return (
    <Dialog.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[rgb(0_0_0/0.32)]" />
        <Dialog.Popup className="fixed top-[6vh] left-1/2 z-40 flex h-[86vh] w-[min(1080px,calc(100vw-48px))] -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-line-strong bg-raised shadow-card">
          <div className="flex h-11 shrink-0 items-center gap-3 border-b border-line pr-2 pl-4">
            <Dialog.Title className="min-w-0 truncate text-md font-[600]">{title}</Dialog.Title>
            <span className="shrink-0 text-sm text-faint">{t('tools.size', { size: sizeText(part.bytes) })}</span>
            <span className="grow" />
            <Dialog.Close render={<IconButton label={t('common.close')} />}>
              <X aria-hidden="true" size={14} />
            </Dialog.Close>
          </div>
          <Lines key={part.blobId} part={part} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Lines({ part }: { part: StoredPart }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const scroller = useRef<HTMLDivElement>(null);
  const { lines, done, error, more } = useBlobLines(part.blobId);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 30,
  });
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (!done && last > lines.length - 200) more();
  }, [done, last, lines.length, more]);
  return (
    <section ref={scroller} aria-label={t('tools.wholeText')} className="viewer">
      <div style={{ height: virtual.getTotalSize() }} className="relative min-w-max">
        <div style={{ transform: `translateY(${rows[0]?.start ?? 0}px)` }}>
          <AnsiText lines={rows.map((row) => ansiLines(lines[row.index] ?? '')[0] ?? [])} />
        </div>
      </div>
      {error ? <p className="font-sans text-md text-stop">{errorText(error)}</p> : null}
      {!done && !error ? <p className="font-sans text-sm text-faint">{t('common.loading')}</p> : null}
    </section>
  );
}

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1_048_576) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1_048_576).toFixed(1)} MB`;
}
