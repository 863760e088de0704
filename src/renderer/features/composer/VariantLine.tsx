import type { SessionId } from '@shared/ids';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../stores/replicas';
import { variantParts } from './variant';

const NO_OPTIONS = { modes: null, models: null, configOptions: [] };

/**
 * What the next message runs on, before it is sent, where only the model's id tells its parameters: a dearer variant must
 * never come as a surprise (cursor-acp.md 2.5, AC-18). Nothing where pickers show them.
 */
export function VariantLine({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation();
  const options = useSession(sessionId, (state) => state.options) ?? NO_OPTIONS;
  const parts = useMemo(() => variantParts(options), [options]);
  if (parts.length === 0) return null;
  const shown = parts.map(({ name, value }) => {
    const said = typeof value === 'boolean' ? t(value ? 'composer.on' : 'composer.off') : value;
    return name === null ? said : t('composer.variantPart', { name: name.toLocaleLowerCase(), value: said });
  });
  const text = shown.join(' · ');
  return (
    // As high as the pickers beside it and centred as their words are: one baseline.
    <p
      className="flex h-[26px] min-w-0 items-center pr-[7px] pl-0.5 text-sm text-faint narrow:pl-[7px]"
      title={t('composer.variantHint')}
    >
      <span className="sr-only">{t('composer.variantHint')} </span>
      <span className="truncate">{text}</span>
    </p>
  );
}
