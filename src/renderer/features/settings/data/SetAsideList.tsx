import type { DataView } from '@shared/ipc/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button';
import { sizeText } from '../../terminals/sizeText';
import { SettingGroup } from '../SettingRow';
import { ReportDialog } from './ReportDialog';

export function SetAsideList({ entries }: { entries: DataView['setAside'] }) {
  const { t } = useTranslation();
  const [shown, show] = useState<string | null>(null);
  return (
    <SettingGroup title={t('data.setAside')} hint={t('data.setAsideHint')}>
      <ul aria-label={t('data.setAside')}>
        {entries.map(({ name, bytes, hasReport }) => (
          <li key={name} className="flex min-h-[42px] items-center gap-3 border-t border-line py-1.5 first:border-0">
            <code className="min-w-0 flex-1 font-mono text-xs break-all selectable">{name}</code>
            <span className="w-20 text-right text-sm text-faint tabular-nums">{sizeText(bytes)}</span>
            {hasReport ? (
              <Button size="small" aria-label={t('data.reportLabel', { name })} onClick={() => show(name)}>
                {t('data.report')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {shown === null ? null : <ReportDialog folder={shown} onClose={() => show(null)} />}
    </SettingGroup>
  );
}
