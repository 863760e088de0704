import type { ExportFormat } from '@shared/session/sessionFile';
import { useTranslation } from 'react-i18next';
import { MenuItem, MenuSeparator } from '../../ui/Menu';
import { useBulk } from './useBulk';

/** The menu of a chosen row, which is for all that are chosen. */
export function SelectionMenu() {
  const { t } = useTranslation();
  const { sessionIds, pin, archive, unread, exportAs, remove } = useBulk();
  return (
    <>
      <div className="px-2 pt-1 pb-1.5 text-xs text-faint">
        {t('sidebar.selectedCount', { count: sessionIds.length })}
      </div>
      <MenuItem onSelect={pin.run}>{t(pin.on ? 'session.pin' : 'session.unpin')}</MenuItem>
      <MenuItem onSelect={unread.run}>{t(unread.on ? 'session.markUnread' : 'session.markRead')}</MenuItem>
      <MenuItem onSelect={archive.run}>{t(archive.on ? 'session.archive' : 'session.unarchive')}</MenuItem>
      <MenuSeparator />
      <ExportItems onExport={exportAs} />
      <MenuSeparator />
      <MenuItem danger keys="Del" onSelect={remove}>
        {t('session.delete')}
      </MenuItem>
    </>
  );
}

export function ExportItems({ onExport }: { onExport: (format: ExportFormat) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <MenuItem onSelect={() => onExport('markdown')}>{t('session.exportMarkdown')}</MenuItem>
      <MenuItem onSelect={() => onExport('json')}>{t('session.exportJson')}</MenuItem>
    </>
  );
}
