import { Dialog } from '@base-ui/react/dialog';
import { Maximize, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx';
import { IconButton } from '../../ui/IconButton';
import { keyboardScrollable } from '../../ui/keyboardScrollable';
import { useBroken } from '../../ui/useBroken';

/** What does not fit is moved by the pointer, as a sheet of paper is. */
function drag(event: PointerEvent<HTMLElement>): void {
  const { currentTarget: sheet, pointerId, button, pointerType } = event;
  // Its bars are dragged by themselves, and a finger scrolls.
  if (button !== 0 || pointerType === 'touch' || !(event.target instanceof HTMLImageElement)) return;
  sheet.setPointerCapture(pointerId);
  const move = ({ movementX, movementY }: globalThis.PointerEvent) => sheet.scrollBy(-movementX, -movementY);
  sheet.addEventListener('pointermove', move);
  sheet.addEventListener('lostpointercapture', () => sheet.removeEventListener('pointermove', move), { once: true });
}

/** By keys, wherever in the dialog the focus is. */
const MOVES = new Map<string, readonly [x: number, y: number]>([
  ['ArrowLeft', [-60, 0]],
  ['ArrowRight', [60, 0]],
  ['ArrowUp', [0, -60]],
  ['ArrowDown', [0, 60]],
]);
const STEP = 1.25;
const SMALLEST = 0.1;
const LARGEST = 8;

export interface LightboxProps {
  url: string;
  alt: string;
  /** What it is called, where `alt` is more than a name. */
  title?: string;
  /** A drawing is as sharp at every size: it fills the room there is. */
  isDrawing?: boolean;
  /** It could not be loaded, which is said; whoever can makes it anew. */
  onBroken?: () => void;
  onClose: () => void;
}

/** A picture by itself: whole at first, then as near as one wants, moved by scrolling or by dragging. */
export function Lightbox({ url, alt, title = alt, isDrawing = false, onBroken, onClose }: LightboxProps) {
  const { t } = useTranslation();
  /** Of the picture's own size; null: as large as there is room, never larger than it is unless it is a drawing. */
  const [zoom, setZoom] = useState<number | null>(null);
  const [width, setWidth] = useState(0);
  const [isBroken, onError] = useBroken(url);
  /** How much "whole" is depends on the window. */
  const [shown, setShown] = useState(1);
  const measure = useCallback((element: HTMLImageElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      const { clientWidth, clientHeight, naturalWidth, naturalHeight } = element;
      if (naturalWidth > 0) setShown(Math.min(clientWidth / naturalWidth, clientHeight / naturalHeight));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const by = (factor: number) => setZoom(Math.min(LARGEST, Math.max(SMALLEST, shown * factor)));
  const keys = (event: KeyboardEvent) => {
    const move = MOVES.get(event.key);
    if (event.key === '+' || event.key === '=') by(STEP);
    else if (event.key === '-') by(1 / STEP);
    else if (event.key === '0') setZoom(null);
    else if (event.key === '1') setZoom(1);
    else if (move !== undefined) event.currentTarget.querySelector('.lightbox')?.scrollBy(...move);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Dialog.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <Dialog.Popup
          onKeyDown={keys}
          className="fixed inset-6 z-40 flex flex-col overflow-hidden rounded-lg border border-line-strong bg-raised shadow-card outline-none"
        >
          <div className="flex h-11 shrink-0 items-center gap-0.5 border-b border-line pr-2 pl-4">
            <Dialog.Title className="min-w-0 truncate text-md font-[600]">{title}</Dialog.Title>
            <span className="grow" />
            <span role="status" className="mr-1 text-sm text-faint tabular-nums">
              {width > 0 && !isBroken ? t('transcript.zoom', { percent: Math.round(shown * 100) }) : ''}
            </span>
            <IconButton label={t('transcript.zoomOut')} keys="−" disabled={isBroken} onClick={() => by(1 / STEP)}>
              <ZoomOut aria-hidden="true" size={14} />
            </IconButton>
            <IconButton label={t('transcript.zoomIn')} keys="+" disabled={isBroken} onClick={() => by(STEP)}>
              <ZoomIn aria-hidden="true" size={14} />
            </IconButton>
            <IconButton label={t('transcript.zoomFit')} keys="0" disabled={isBroken} onClick={() => setZoom(null)}>
              <Maximize aria-hidden="true" size={14} />
            </IconButton>
            <Dialog.Close render={<IconButton label={t('common.close')} />}>
              <X aria-hidden="true" size={14} />
            </Dialog.Close>
          </div>
          <div
            ref={keyboardScrollable}
            role="group"
            aria-label={title}
            className={cx(
              'lightbox flex min-h-0 flex-1 overflow-auto p-3',
              isDrawing ? 'bg-surface' : 'bg-code',
              zoom !== null && 'cursor-grab active:cursor-grabbing',
            )}
            onPointerDown={drag}
            onWheel={(event) => {
              if (event.ctrlKey) by(event.deltaY < 0 ? STEP : 1 / STEP);
            }}
          >
            {isBroken ? (
              <p className="m-auto text-md text-muted">{t('transcript.pictureBroken')}</p>
            ) : (
              <img
                ref={measure}
                src={url}
                alt={alt}
                draggable={false}
                onLoad={(event) => setWidth(event.currentTarget.naturalWidth)}
                onError={() => {
                  onError();
                  onBroken?.();
                }}
                className={cx(
                  'm-auto',
                  zoom !== null && 'max-w-none shrink-0',
                  zoom === null && (isDrawing ? 'size-full object-contain' : 'max-h-full max-w-full object-contain'),
                )}
                style={zoom === null ? undefined : { width: width * zoom }}
              />
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
