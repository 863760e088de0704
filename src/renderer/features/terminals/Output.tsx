import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyboardScrollable } from '../markdown/keyboardScrollable';
import { ansiLines } from './ansiLines';
import { AnsiText } from './AnsiText';

/** Lines shown of an output at first: the last ones, since they say how it ended. */
const TAIL_LINES = 12;
/** Lines shown in place at most; what is longer belongs into the viewer. */
const MOST_LINES = 1000;

export interface OutputProps {
  text: string;
  /** Something before this text is gone (a ring that is full, a part that is stored elsewhere). */
  cut?: boolean;
}

/** The end of a command's output, with the lines before it one click away. */
export function Output({ text, cut = false }: OutputProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const lines = useMemo(() => ansiLines(text), [text]);
  const shown = all ? MOST_LINES : TAIL_LINES;
  const hidden = Math.max(0, lines.length - shown);
  return (
    <div className="output" ref={keyboardScrollable}>
      {hidden > 0 ? (
        <button
          type="button"
          className="block font-sans text-sm text-faint hover:text-text"
          disabled={all}
          onClick={() => setAll(true)}
        >
          {t('tools.moreLines', { count: hidden })}
        </button>
      ) : null}
      {cut && hidden === 0 ? <div className="font-sans text-sm text-faint">{t('tools.outputCut')}</div> : null}
      <AnsiText lines={hidden > 0 ? lines.slice(hidden) : lines} />
    </div>
  );
}
