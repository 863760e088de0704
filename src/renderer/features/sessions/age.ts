import type { SessionSummary } from '@shared/session/summary';
import type { TFunction } from 'i18next';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long something runs: "31 s", "4 m", "2 h". */
export function elapsedText(t: TFunction, ms: number): string {
  if (ms < MINUTE) return t('time.seconds', { count: Math.max(0, Math.floor(ms / 1000)) });
  if (ms < HOUR) return t('time.minutes', { count: Math.floor(ms / MINUTE) });
  return t('time.hours', { count: Math.floor(ms / HOUR) });
}

/** How long ago something was, shorter the nearer: "now", "12 m", "3 h", "Mon", "Nov 21". `now` and `at` in ms. */
export function ageText(t: TFunction, locale: string, now: number, at: number): string {
  const ago = now - at;
  if (ago < MINUTE) return t('time.now');
  if (ago < DAY) return elapsedText(t, ago);
  return dayFormats(locale)[ago < 6 * DAY ? 'weekday' : 'day'].format(at);
}

interface DayFormats {
  key: string;
  weekday: Intl.DateTimeFormat;
  day: Intl.DateTimeFormat;
}

let made: DayFormats | null = null;

/** Made once for all rows: a format is dearer than its row. Made again where one travels: it keeps the zone it was made in. */
function dayFormats(locale: string): DayFormats {
  const key = `${locale} ${new Date().getTimezoneOffset()}`;
  if (made?.key === key) return made;
  made = {
    key,
    weekday: new Intl.DateTimeFormat(locale, { weekday: 'short' }),
    day: new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }),
  };
  return made;
}

/** What stands at the end of a row: what it waits for, that it failed, how long it works, or how old it is. */
export function rowEnd(t: TFunction, locale: string, now: number, session: SessionSummary): string {
  const waiting = session.waiting[0];
  // Without a request it is its prompt that waits, for a sign-in.
  if (session.status === 'needsYou') return waiting === undefined ? t('waiting.signIn') : waitingText(t, waiting);
  if (session.status === 'failed' || session.status === 'interrupted') return t(`status.short.${session.status}`);
  if (session.status === 'working') return elapsedText(t, now - (session.turnStartedAt ?? session.updatedAt));
  return ageText(t, locale, now, session.updatedAt);
}

const permissionKinds = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
] as const;

/** One word for what is asked: "plan", "run", "2 questions". */
export function waitingText(
  t: TFunction,
  waiting: Pick<SessionSummary['waiting'][number], 'kind' | 'toolKind' | 'count'>,
): string {
  switch (waiting.kind) {
    case 'permission':
      return t(`waiting.permission.${permissionKinds.find((kind) => kind === waiting.toolKind) ?? 'other'}`);
    case 'question':
      return t('waiting.question', { count: waiting.count ?? 1 });
    default:
      return t(`waiting.${waiting.kind}`);
  }
}
