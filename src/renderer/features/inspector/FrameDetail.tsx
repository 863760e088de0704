import type { WireFrame } from '@shared/ipc/views';
import { ArrowLeftRight } from 'lucide-react';
import { type RefObject, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { prettyText } from './filterFrames';
import { sizeText, timeText } from './FrameList';

export interface FrameDetailProps {
  frame: WireFrame | undefined;
  onJump: (index: number) => void;
  text: RefObject<HTMLTextAreaElement | null>;
}

/** The chosen frame whole, and the way to the one that it answers or that answers it. */
export function FrameDetail({ frame, onJump, text: box }: FrameDetailProps) {
  const { t, i18n } = useTranslation();
  const text = useMemo(() => (frame === undefined ? '' : prettyText(frame)), [frame]);
  if (frame === undefined) {
    return (
      <aside className="grid w-[46%] place-items-center border-l border-line p-6 narrow:h-[46%] narrow:w-full narrow:border-t narrow:border-l-0 text-center text-muted">
        {t('inspector.select')}
      </aside>
    );
  }
  const { pair } = frame;
  const answered = frame.kind === 'request';
  return (
    <aside
      aria-label={t('inspector.frame', { number: frame.index })}
      className="flex w-[46%] min-w-0 flex-col border-l border-line narrow:h-[46%] narrow:w-full narrow:border-t narrow:border-l-0"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-2">
        <h2 className="min-w-24 flex-1 truncate font-[560]">{frame.method ?? t(`inspector.kinds.${frame.kind}`)}</h2>
        <div className="order-last w-full truncate text-sm text-faint tabular-nums">
          {[
            frame.direction === 'toAgent' ? t('inspector.toAgent') : t('inspector.fromAgent'),
            timeText(i18n.language, frame.at),
            sizeText(t, frame.bytes),
            frame.bytes > frame.text.length && frame.text.length >= 65_000 ? t('inspector.cut') : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </div>
        {pair === null ? null : (
          <Button
            size="small"
            icon={<ArrowLeftRight aria-hidden="true" className="size-3.5" strokeWidth={1.7} />}
            onClick={() => onJump(pair)}
          >
            {answered ? t('inspector.toPair') : t('inspector.toRequest')}
          </Button>
        )}
        <CopyButton size="small" label={t('common.copy')} text={() => frame.text} />
      </div>
      <textarea
        ref={box}
        readOnly
        spellCheck={false}
        aria-label={t('inspector.frame', { number: frame.index })}
        value={text}
        className="min-h-0 flex-1 resize-none bg-code px-4 py-3 font-mono text-xs leading-[18px] selectable focus-visible:outline-offset-[-2px]"
      />
    </aside>
  );
}
