import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyboardScrollable } from '../../ui/keyboardScrollable';
import { type AnsiLine, ansiLines } from './ansiLines';
import { AnsiText } from './AnsiText';
import { type LongText, textHere } from './viewer/longText';
import { Viewer } from './viewer/Viewer';

/** Lines shown of an output at first: the last ones, since they say how it ended. */
const TAIL_LINES = 12;
/** Lines shown in place at most; what is longer belongs into the viewer. */
const MOST_LINES = 1000;

export interface OutputProps {
  text: string;
  /** Something before this text is gone (a ring that is full, a part that is stored elsewhere). */
  cut?: boolean;
  /** What the viewer calls it, where it is too long for its place. */
  title?: string;
  /** Where it was cut: an output is known by its end, a text by its beginning. */
  from?: 'start' | 'end';
}

/** The end of a command's output, with the lines before it one click away. */
export function Output({ text, cut = false, title, from = 'end' }: OutputProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const [viewed, setViewed] = useState<LongText | null>(null);
  const lines = useMemo(() => ansiLines(text), [text]);
  const shown = all ? MOST_LINES : TAIL_LINES;
  const hidden = Math.max(0, lines.length - shown);
  const more =
    hidden > 0 ? (
      <button
        type="button"
        className="output-more"
        onClick={() => (all || hidden > MOST_LINES ? setViewed(textHere(text)) : setAll(true))}
      >
        {t('tools.moreLines', { count: hidden })}
      </button>
    ) : null;
  return (
    <div className="output" ref={keyboardScrollable}>
      {from === 'end' ? more : null}
      {cut && hidden === 0 ? <div className="output-more">{t('tools.outputCut')}</div> : null}
      <AnsiText lines={visible(lines, hidden, from)} />
      {from === 'start' ? more : null}
      {viewed === null ? null : (
        <Viewer text={viewed} title={title ?? t('tools.wholeText')} onClose={() => setViewed(null)} />
      )}
    </div>
  );
}

function visible(lines: readonly AnsiLine[], hidden: number, from: 'start' | 'end'): readonly AnsiLine[] {
  if (hidden === 0) return lines;
  return from === 'end' ? lines.slice(hidden) : lines.slice(0, -hidden);
}
