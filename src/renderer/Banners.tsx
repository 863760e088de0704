import type { AppNotice } from '@shared/ipc/views';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { LinkedText } from './features/markdown/LinkedText';
import { useErrorText } from './i18n/useErrorText';
import { engine } from './ipc/engine';
import { dropNotice, useApp } from './stores/app';
import { report } from './stores/report';
import { dropProblem, tell, useUi } from './stores/ui';
import { Banner } from './ui/Banner';

/** What the whole app has to say, one line each above the main area, quiet and gone with a click. */
export function Banners() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const connected = useApp((state) => state.connected);
  const started = useApp((state) => state.app !== null);
  const notices = useApp((state) => state.notices);
  const problems = useUi((state) => state.problems);
  const told = useUi((state) => state.told);
  return (
    <>
      {!connected && started ? <Banner tone="need">{t('app.reconnecting')}</Banner> : null}
      {notices.map((notice) => (
        <Banner
          key={notice.at}
          tone={notice.code === 'store.writeFailed' ? 'stop' : 'quiet'}
          onDismiss={() => {
            dropNotice(notice.at);
            void report(engine.call.app.dismissNotice({ at: notice.at }));
          }}
        >
          {noticeText(t, notice)}
        </Banner>
      ))}
      {problems.map((problem) => (
        <Banner key={problem.id} tone="stop" onDismiss={() => dropProblem(problem.id)}>
          <LinkedText text={errorText(problem.error)} />
        </Banner>
      ))}
      {told === null ? null : (
        <Banner tone="quiet" onDismiss={() => tell(null)}>
          {told}
        </Banner>
      )}
    </>
  );
}

function noticeText(t: TFunction, notice: AppNotice): string {
  switch (notice.code) {
    case 'settings.setAside':
      return t('appNotices.settings.setAside', { file: notice.file, message: notice.message });
    case 'settings.entryLeftOut': {
      const { list, entry, message } = notice;
      return t('appNotices.settings.entryLeftOut', { list, entry, message });
    }
    case 'project.notFolder':
      return t('appNotices.project.notFolder', { path: notice.path });
    case 'store.writeFailed':
      return t('appNotices.store.writeFailed', { message: notice.message });
    case 'page.restarted':
      return t('appNotices.page.restarted');
    case 'engine.restarted':
      return t('appNotices.engine.restarted');
    case 'processes.swept':
      return t('appNotices.processes.swept', { count: notice.count });
  }
}
