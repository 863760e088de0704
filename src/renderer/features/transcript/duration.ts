import type { TFunction } from 'i18next';

/** `6 s`, `2 min 5 s`, `1 h 3 min`; under a second it is one. */
export function durationText(t: TFunction, ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) return t('transcript.seconds', { count: seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t('transcript.minutesSeconds', { minutes, seconds: seconds % 60 });
  return t('transcript.hoursMinutes', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** A command's time, to a tenth where it is short. */
export function exactDurationText(t: TFunction, ms: number): string {
  return ms < 10_000
    ? t('transcript.secondsExact', { count: Math.max(0.1, Math.round(ms / 100) / 10) })
    : durationText(t, ms);
}
