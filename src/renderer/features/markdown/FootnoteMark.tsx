import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { leadTo, noteNumber } from './noteNumbers';

/** The numbers of the footnotes that a block names, as splitBlocks writes them. */
export const NoteNumbers = createContext('');

/** `[^label]` as a small number that leads to the note; as it is written where there is none of that name. */
export function FootnoteMark({ label, raw }: { label: string; raw: string }) {
  const { t } = useTranslation();
  const number = noteNumber(useContext(NoteNumbers), label);
  if (number === null) return raw;
  return (
    <sup className="md-mark">
      <button
        type="button"
        data-mark={number}
        aria-label={t('transcript.footnote', { number })}
        onClick={(event) => leadTo(event, `[data-note="${number}"]`)}
      >
        {number}
      </button>
    </sup>
  );
}
