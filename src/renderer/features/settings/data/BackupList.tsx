import type { BackupView } from '@shared/ipc/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../../ipc/engine';
import { report } from '../../../stores/report';
import { Button } from '../../../ui/Button';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { Tag } from '../../../ui/Pill';
import { sizeText } from '../../terminals/sizeText';
import { Switch } from '../../../ui/Switch';
import { SettingGroup, SettingRow } from '../SettingRow';

export function BackupList({
  backups,
  isDaily,
  onChange,
}: {
  backups: readonly BackupView[];
  isDaily: boolean;
  onChange: () => void;
}) {
  const { t, i18n } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [chosen, choose] = useState<BackupView | null>(null);
  const when = ({ at }: BackupView) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  const backUp = async () => {
    setBusy(true);
    await report(engine.call.data.backUp({}));
    setBusy(false);
    onChange();
  };
  return (
    <SettingGroup title={t('data.backups')} hint={t('data.backupsHint')}>
      <SettingRow id="set-daily-backups" label={t('data.daily')} hint={t('data.dailyHint')}>
        <Switch
          labelledBy="set-daily-backups"
          checked={isDaily}
          onChange={(dailyBackups) => void report(engine.call.settings.set({ dailyBackups }))}
        />
      </SettingRow>
      <ul aria-label={t('data.backups')}>
        {backups.map((backup) => (
          <li key={backup.name} className="flex min-h-[42px] items-center gap-3 border-t border-line py-1.5">
            <span className="min-w-0 flex-1 tabular-nums">{when(backup)}</span>
            <Tag>{t(`data.kinds.${backup.kind}`)}</Tag>
            <span className="w-20 text-right text-sm text-faint tabular-nums">{sizeText(backup.bytes)}</span>
            <Button
              size="small"
              aria-label={t('data.restoreLabel', { when: when(backup) })}
              onClick={() => choose(backup)}
            >
              {t('data.restore')}
            </Button>
          </li>
        ))}
      </ul>
      {backups.length === 0 ? <p className="border-t border-line py-3 text-muted">{t('data.noBackups')}</p> : null}
      <div className="flex items-center gap-3 border-t border-line py-2.5">
        <Button disabled={busy} onClick={() => void backUp()}>
          {t('data.backUpNow')}
        </Button>
        <span role="status" className="text-sm text-muted">
          {busy ? t('data.backingUp') : ''}
        </span>
      </div>
      {chosen === null ? null : (
        <ConfirmDialog
          open
          title={t('data.restoreTitle')}
          text={t('data.restoreText', { when: when(chosen) })}
          action={t('data.restoreAction')}
          onConfirm={() => void report(engine.call.data.restore({ name: chosen.name }))}
          onClose={() => choose(null)}
        />
      )}
    </SettingGroup>
  );
}
