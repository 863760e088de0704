import type { AppNotice } from '@shared/ipc/views';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReportDialog } from './features/settings/data/ReportDialog';
import { engine } from './ipc/engine';
import { dropNotice } from './stores/app';
import { report } from './stores/report';
import { Banner, type BannerProps } from './ui/Banner';
import { Button } from './ui/Button';

/** One thing that the engine has to say, with what can be done about it. */
export function AppNoticeBanner({ notice }: { notice: AppNotice }) {
  const { t, i18n } = useTranslation();
  const dismiss = () => {
    dropNotice(notice.at);
    void report(engine.call.app.dismissNotice({ at: notice.at }));
  };
  // That nothing is saved stays in sight for as long as it is so.
  const stays = notice.code === 'store.full' || notice.code === 'store.writeFailed';
  return (
    <Banner tone={toneOf(notice)} actions={<NoticeAction notice={notice} />} onDismiss={stays ? undefined : dismiss}>
      {noticeText(t, i18n.language, notice)}
    </Banner>
  );
}

function NoticeAction({ notice }: { notice: AppNotice }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (notice.code === 'store.damaged') {
    return (
      <Button size="small" onClick={() => void report(engine.call.data.repair({}))}>
        {t('appNotices.store.repair')}
      </Button>
    );
  }
  if (notice.code !== 'store.recovered') return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('appNotices.store.showReport')}
      </Button>
      {open ? <ReportDialog folder={notice.folder} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function toneOf({ code }: AppNotice): BannerProps['tone'] {
  if (code === 'store.writeFailed' || code === 'store.full' || code === 'store.damaged') return 'stop';
  return code === 'store.recovered' || code === 'store.logDamaged' ? 'need' : 'quiet';
}

function noticeText(t: TFunction, locale: string, notice: AppNotice): string {
  const when = (at: number) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
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
    case 'store.full':
      return t('appNotices.store.full');
    case 'store.damaged':
      return t('appNotices.store.damaged', { message: notice.message });
    case 'store.recovered': {
      const { sessions, items, fromBackup, isComplete, backupAt } = notice;
      if (backupAt !== null) {
        return t('appNotices.store.recoveredBackup', { sessions, items, fromBackup, backup: when(backupAt) });
      }
      if (isComplete) return t('appNotices.store.recoveredWhole', { sessions, items });
      if (sessions === 0) return t('appNotices.store.recoveredNothing');
      return t('appNotices.store.recovered', { sessions, items });
    }
    case 'store.logDamaged':
      return t('appNotices.store.logDamaged', { folder: notice.folder });
    case 'store.restored':
      return t('appNotices.store.restored', { backup: when(notice.backupAt), folder: notice.folder });
    case 'page.restarted':
      return t('appNotices.page.restarted');
    case 'engine.restarted':
      return t('appNotices.engine.restarted');
    case 'processes.swept':
      return t('appNotices.processes.swept', { count: notice.count });
  }
}
