import type { DataView } from '@shared/ipc/data';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../../ipc/engine';
import { useApp } from '../../../stores/app';
import { report } from '../../../stores/report';
import { Button } from '../../../ui/Button';
import { sizeText } from '../../terminals/sizeText';
import { SettingGroup, SettingRow } from '../SettingRow';
import { BackupList } from './BackupList';
import { DiagnosisDialog } from './DiagnosisDialog';
import { SetAsideList } from './SetAsideList';

/** Where the data is, its backups, what was set aside, and facts for whoever helps. */
export function DataSettings() {
  const { t } = useTranslation();
  const [view, setView] = useState<DataView | null>(null);
  const [showsDiagnosis, showDiagnosis] = useState(false);
  // A restored backup comes with another engine.
  const connected = useApp((state) => state.connected);
  const isDaily = useApp(({ app }) => app?.settings.dailyBackups ?? true);
  const look = useCallback(() => {
    void report(engine.call.data.view({})).then((answer) => {
      if (answer !== undefined) setView(answer);
    });
  }, []);
  useEffect(look, [look, connected]);
  if (view === null) return null;
  return (
    <>
      <SettingGroup title={t('settings.data')}>
        <SettingRow id="data-folder" label={t('data.folder')} hint={view.home}>
          <Button onClick={() => void report(engine.call.app.openDataFolder({}))}>{t('data.open')}</Button>
        </SettingRow>
        <SettingRow id="data-size" label={t('data.size')} hint={t('data.sizeHint', { size: sizeText(view.bytes) })}>
          <span />
        </SettingRow>
      </SettingGroup>
      <BackupList isDaily={isDaily} backups={view.backups} onChange={look} />
      {view.setAside.length === 0 ? null : <SetAsideList entries={view.setAside} />}
      <SettingGroup title={t('data.diagnosis')}>
        <SettingRow id="data-diagnosis" label={t('data.diagnosisLabel')} hint={t('data.diagnosisHint')}>
          <Button onClick={() => showDiagnosis(true)}>{t('data.showDiagnosis')}</Button>
        </SettingRow>
      </SettingGroup>
      {showsDiagnosis ? <DiagnosisDialog onClose={() => showDiagnosis(false)} /> : null}
    </>
  );
}
