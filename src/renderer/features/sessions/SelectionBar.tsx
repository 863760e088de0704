import { Archive, ArchiveRestore, Download, Mail, MailOpen, Pin, PinOff, Trash2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { clearSelection, useSelection } from '../../stores/selection';
import { IconButton } from '../../ui/IconButton';
import { Menu } from '../../ui/Menu';
import { ExportItems } from './SelectionMenu';
import { useBulk } from './useBulk';

const icon = { 'aria-hidden': true, className: 'size-3.5', strokeWidth: 1.6 } as const;

/** What can be done with the chosen rows; not there where none is chosen. */
export function SelectionBar() {
  const { t } = useTranslation();
  const count = useSelection((state) => state.selected.size);
  return (
    <>
      <span role="status" className="sr-only">
        {count === 0 ? '' : t('sidebar.selectedCount', { count })}
      </span>
      {count === 0 ? null : <Bar count={count} />}
    </>
  );
}

function Bar({ count }: { count: number }) {
  const { t } = useTranslation();
  const { pin, archive, unread, exportAs, remove } = useBulk();
  const PinIcon = pin.on ? Pin : PinOff;
  const ArchiveIcon = archive.on ? Archive : ArchiveRestore;
  const UnreadIcon = unread.on ? Mail : MailOpen;
  return (
    <div
      role="toolbar"
      aria-label={t('sidebar.selection')}
      className="flex h-10 shrink-0 items-center gap-0.5 border-t border-line bg-raised px-3 text-sm"
    >
      <span className="min-w-0 flex-1 truncate">{t('sidebar.selectedCount', { count })}</span>
      <IconButton label={t(pin.on ? 'session.pin' : 'session.unpin')} onClick={pin.run}>
        <PinIcon {...icon} />
      </IconButton>
      <IconButton label={t(unread.on ? 'session.markUnread' : 'session.markRead')} onClick={unread.run}>
        <UnreadIcon {...icon} />
      </IconButton>
      <IconButton label={t(archive.on ? 'session.archive' : 'session.unarchive')} onClick={archive.run}>
        <ArchiveIcon {...icon} />
      </IconButton>
      <Menu
        side="top"
        align="end"
        trigger={
          <IconButton label={t('sidebar.exportSelected')}>
            <Download {...icon} />
          </IconButton>
        }
      >
        <ExportItems onExport={exportAs} />
      </Menu>
      <IconButton label={t('session.delete')} onClick={remove}>
        <Trash2 {...icon} />
      </IconButton>
      <IconButton label={t('sidebar.clearSelection')} keys="Esc" onClick={clearSelection}>
        <X {...icon} />
      </IconButton>
    </div>
  );
}
