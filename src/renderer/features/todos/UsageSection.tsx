import type { SessionUsage } from '@shared/session/state';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx';
import { Section } from './Section';
import { costText, shareOf, shortCount } from './usageText';

/** What the agent reported of its context and its cost; what it did not report is not shown, nor made up (AC-94). */
export function UsageSection({ usage }: { usage: SessionUsage }) {
  const { t, i18n } = useTranslation();
  const share = shareOf(usage);
  const { used, size, cost } = usage;
  const end =
    used === undefined
      ? t('todos.notReported')
      : size === undefined
        ? t('todos.tokens', { count: used, shown: shortCount(used) })
        : t('todos.usedOf', { used: shortCount(used), size: shortCount(size) });
  return (
    <Section title={t('todos.context')} end={<span title={exact(usage, i18n.language)}>{end}</span>}>
      {share === null ? null : (
        <meter min={0} max={1} value={share} aria-label={t('todos.context')} className="sr-only" />
      )}
      {share === null ? null : (
        <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-select forced-color-adjust-none">
          <div className={cx('h-full', share > 0.9 ? 'bg-need' : 'bg-muted')} style={{ width: `${share * 100}%` }} />
        </div>
      )}
      {cost === undefined ? null : (
        <div className="mt-2 flex text-sm text-faint">
          <span>{t('todos.cost')}</span>
          <span className="grow" />
          <span className="tabular-nums">{costText(cost, i18n.language)}</span>
        </div>
      )}
    </Section>
  );
}

function exact({ used, size }: SessionUsage, locale: string): string | undefined {
  if (used === undefined) return undefined;
  const format = new Intl.NumberFormat(locale);
  return size === undefined ? format.format(used) : `${format.format(used)} / ${format.format(size)}`;
}
