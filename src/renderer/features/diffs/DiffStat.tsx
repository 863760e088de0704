import { useTranslation } from 'react-i18next';

export function DiffStat({ added, removed }: { added: number; removed: number }) {
  const { t } = useTranslation();
  return (
    <span className="diff-stat">
      <span className="sr-only">{t('tools.diffStat', { count: added, removed })}</span>
      {added > 0 ? (
        <span aria-hidden="true" className="text-go">
          +{added}
        </span>
      ) : null}
      {removed > 0 ? (
        <span aria-hidden="true" className="text-stop">
          −{removed}
        </span>
      ) : null}
    </span>
  );
}
