import { useTranslation } from 'react-i18next';
import { useApp } from '../../stores/app';
import { SettingGroup, SettingRow } from './SettingRow';

export function AboutSettings() {
  const { t } = useTranslation();
  const app = useApp((state) => state.app);
  if (app === null) return null;
  return (
    <SettingGroup title={t('settings.about')}>
      <SettingRow id="about-version" label={t('settings.version')}>
        <span className="selectable">{`${t('app.name')} ${app.version}`}</span>
      </SettingRow>
      <SettingRow
        id="about-secrets"
        label={t('settings.keychain')}
        hint={app.keychain ? t('settings.keychainYes') : t('settings.keychainNo')}
      >
        <span />
      </SettingRow>
      <SettingRow id="about-licence" label={t('settings.licence')} hint={t('settings.licenceText')}>
        <span />
      </SettingRow>
    </SettingGroup>
  );
}
