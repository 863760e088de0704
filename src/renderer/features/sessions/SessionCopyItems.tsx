import type { SessionId } from '@shared/ids';
import { useTranslation } from 'react-i18next';
import { exportSessions, forkWhole } from '../../stores/branches';
import { openSearch } from '../../stores/search';
import { MenuItem, MenuSeparator } from '../../ui/Menu';

/** In a session's menu: what makes a second one of it, and the search in it alone. */
export function SessionCopyItems({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation();
  return (
    <>
      <MenuSeparator />
      <MenuItem onSelect={() => openSearch({ sessionId })}>{t('session.search')}</MenuItem>
      <MenuItem onSelect={() => void forkWhole(sessionId)}>{t('session.fork')}</MenuItem>
      <MenuItem onSelect={() => void exportSessions([sessionId], 'markdown')}>{t('session.exportMarkdown')}</MenuItem>
      <MenuItem onSelect={() => void exportSessions([sessionId], 'json')}>{t('session.exportJson')}</MenuItem>
    </>
  );
}
