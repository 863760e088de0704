import { Notification } from 'electron';
import type { EngineNews } from '@shared/ipc/host';
import { log } from './logger';
import type { Strings } from './strings';

type NotifyNews = Extract<EngineNews, { type: 'notify' }>;

/** Held until they are closed: a notification that is collected as garbage loses its click. */
const shown = new Set<Notification>();

/** Shows one notification; a click calls `onClick`. The engine has already judged whether one is due (AC-64, AC-95). */
export function notify(news: NotifyNews, strings: Strings, onClick: () => void): void {
  if (!Notification.isSupported()) return;
  const title = news.sessionTitle === '' ? strings.notifications.untitled : news.sessionTitle;
  const label = news.label === '' ? '' : `: ${news.label}`;
  const notification = new Notification({
    title,
    body: `${strings.notifications[news.what]}${label}`,
    ...(process.platform === 'darwin' ? { subtitle: news.projectName } : {}),
  });
  shown.add(notification);
  notification.once('click', () => {
    shown.delete(notification);
    onClick();
  });
  notification.once('close', () => shown.delete(notification));
  notification.once('failed', (_event, error) => {
    shown.delete(notification);
    log.warn('notification failed', error);
  });
  notification.show();
}
