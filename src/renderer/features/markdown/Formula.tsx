import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './CopyButton';
import { useFormula } from './formulas';
import { keyboardScrollable } from '../../ui/keyboardScrollable';

export interface FormulaProps {
  tex: string;
  display: boolean;
  /** As it stands in the text, for what cannot be drawn. */
  raw: string;
}

/** TeX as a formula: drawn once KaTeX is there, and what it cannot draw is shown as it was written. */
export const Formula = memo(function Formula({ tex, display, raw }: FormulaProps) {
  const { t } = useTranslation();
  const html = useFormula(tex, display);
  const markup = useMemo(() => (html === null ? null : { __html: html }), [html]);
  const source = raw.trim();
  if (markup === null)
    return display ? <code className="md-tex md-tex-display">{source}</code> : <code className="md-tex">{source}</code>;
  // Whoever selects text over a formula copies its source: the drawing itself is left out of selections.
  const words = (
    <span className="md-formula-source" aria-hidden="true">
      {source}
    </span>
  );
  return display ? (
    <span className="md-formula">
      {words}
      <span className="md-formula-drawing" ref={keyboardScrollable} dangerouslySetInnerHTML={markup} />
      <CopyButton text={() => tex} label={t('transcript.copyTex')} className="md-formula-copy" />
    </span>
  ) : (
    <span>
      {words}
      <span dangerouslySetInnerHTML={markup} />
    </span>
  );
});
