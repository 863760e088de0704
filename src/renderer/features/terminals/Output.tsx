import type { Printed } from '@shared/acp/printed';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyboardScrollable } from '../../ui/keyboardScrollable';
import { ansiLines } from './ansiLines';
import { AnsiText } from './AnsiText';
import { sizeText } from './sizeText';
import { type LongText, printedText } from './viewer/longText';
import { Viewer } from './viewer/Viewer';

/** Lines shown of an output at first: the last ones, since they say how it ended. */
const TAIL_LINES = 12;
/** Lines shown in place at most; what is longer belongs into the viewer. */
const MOST_LINES = 1000;

export interface OutputProps {
  printed: Printed;
  /** What the viewer calls it, where it is too long for its place. */
  title?: string;
}

/** The end of a command's output, with the lines before it one click away: here, or in the viewer. */
export function Output({ printed, title }: OutputProps) {
  const { t } = useTranslation();
  const { text, isCut, stored } = printed;
  const [all, setAll] = useState(false);
  const [viewed, setViewed] = useState<LongText | null>(null);
  const lines = useMemo(() => ansiLines(text), [text]);
  const opensHere = stored === undefined && lines.length - TAIL_LINES <= MOST_LINES;
  const hidden = all && opensHere ? 0 : Math.max(0, lines.length - (all ? MOST_LINES : TAIL_LINES));
  const label =
    stored !== undefined
      ? t('tools.openSize', { size: sizeText(printedText(printed).bytes) })
      : opensHere && all
        ? t('transcript.showLess')
        : opensHere
          ? t('tools.moreLines', { count: hidden })
          : t('tools.openLines', { count: lines.length });
  return (
    <div className="output" ref={keyboardScrollable}>
      {stored !== undefined || lines.length > TAIL_LINES ? (
        // Pressed, it stays: the focus is on it.
        <button
          type="button"
          className="output-more"
          aria-expanded={opensHere ? all : undefined}
          onClick={() => (opensHere ? setAll(!all) : setViewed(printedText(printed)))}
        >
          {label}
        </button>
      ) : null}
      {isCut && hidden === 0 ? <div className="output-more">{t('tools.outputCut')}</div> : null}
      <AnsiText lines={hidden > 0 ? lines.slice(hidden) : lines} />
      {viewed === null ? null : (
        <Viewer text={viewed} title={title ?? t('tools.wholeText')} onClose={() => setViewed(null)} />
      )}
    </div>
  );
}
