import type { SessionUsage } from '@shared/session/state';

/** 103k, 1.2M: enough for a glance; the whole figure is in the tooltip. */
export function shortCount(count: number): string {
  if (count < 1000) return String(count);
  if (count < 1_000_000) return `${Math.round(count / 1000)}k`;
  return `${(count / 1_000_000).toFixed(1).replace(/\.0$/, '')}M`;
}

/** Only what the agent reported; never a share of nothing (AC-94). */
export function shareOf({ used, size }: SessionUsage): number | null {
  if (used === undefined || size === undefined || size <= 0) return null;
  return Math.min(1, Math.max(0, used / size));
}

/** In its own currency, as reported. A currency that nobody knows is written after the amount. */
export function costText(cost: NonNullable<SessionUsage['cost']>, locale: string): string {
  const digits = cost.amount !== 0 && Math.abs(cost.amount) < 1 ? 4 : 2;
  try {
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: cost.currency,
      minimumFractionDigits: 2,
      maximumFractionDigits: digits,
    }).format(cost.amount);
  } catch {
    return `${cost.amount.toFixed(digits)} ${cost.currency}`;
  }
}
