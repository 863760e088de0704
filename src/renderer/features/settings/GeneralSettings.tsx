import { Durations, Locale, type Settings, type SettingsPatch, Theme } from '@shared/settings';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { nameOf, useAgents } from '../../stores/agents';
import { useApp } from '../../stores/app';
import { report } from '../../stores/report';
import { Select } from '../../ui/Select';
import { Switch } from '../../ui/Switch';
import { NumberSetting } from './NumberSetting';
import { EditorSettings } from './EditorSettings';
import { ProxySettings } from './ProxySettings';
import { SettingGroup, SettingRow } from './SettingRow';

const set = (patch: SettingsPatch) => void report(engine.call.settings.set(patch));
const durations = [
  { key: 'idleStopMinutes', unit: 'unitMinutes', min: 0, max: 10_080 },
  { key: 'silentTurnMinutes', unit: 'unitMinutes', min: 0, max: 10_080 },
  { key: 'stopGraceSeconds', unit: 'unitSeconds', min: 1, max: 3600 },
  { key: 'startSeconds', unit: 'unitSeconds', min: 1, max: 3600 },
  { key: 'keyGuardMs', unit: 'unitMs', min: 0, max: 5000 },
] as const;

export function GeneralSettings() {
  const settings = useApp((state) => state.app?.settings);
  if (settings === undefined) return null;
  return (
    <>
      <Look settings={settings} />
      <Notify settings={settings} />
      <Times settings={settings} />
      <EditorSettings settings={settings} />
      <ProxySettings settings={settings} />
    </>
  );
}

function Look({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  const agents = useAgents((state) => state.agents);
  return (
    <SettingGroup title={t('settings.general')}>
      <SettingRow id="set-language" label={t('settings.language')}>
        <Select
          label={t('settings.language')}
          labelledBy="set-language"
          value={settings.locale}
          // Each language by its own name, so that it is found by those who read it.
          choices={[
            { value: 'system', label: t('settings.languageSystem') },
            { value: 'en', label: 'English' },
            { value: 'zh-CN', label: '简体中文' },
          ]}
          onChange={(locale) => set({ locale: Locale.parse(locale) })}
        />
      </SettingRow>
      <SettingRow id="set-theme" label={t('settings.theme')}>
        <Select
          label={t('settings.theme')}
          labelledBy="set-theme"
          value={settings.theme}
          choices={[
            { value: 'system', label: t('settings.themeSystem') },
            { value: 'light', label: t('settings.themeLight') },
            { value: 'dark', label: t('settings.themeDark') },
          ]}
          onChange={(theme) => set({ theme: Theme.parse(theme) })}
        />
      </SettingRow>
      <SettingRow id="set-agent" label={t('settings.defaultAgent')}>
        <Select
          label={t('settings.defaultAgent')}
          labelledBy="set-agent"
          value={settings.defaultAgent ?? ''}
          choices={[
            { value: '', label: t('settings.defaultAgentFirst') },
            ...agents.map((agent) => ({ value: agent.config.id, label: nameOf(t, agent) })),
          ]}
          onChange={(agentId) => set({ defaultAgent: agentId === '' ? null : agentId })}
        />
      </SettingRow>
    </SettingGroup>
  );
}

function Notify({ settings: { notifications } }: { settings: Settings }) {
  const { t } = useTranslation();
  return (
    <SettingGroup title={t('settings.notifications')} hint={t('settings.notificationsHint')}>
      <SettingRow id="set-notify-requests" label={t('settings.notifyRequests')}>
        <Switch
          labelledBy="set-notify-requests"
          checked={notifications.requests}
          onChange={(requests) => set({ notifications: { requests } })}
        />
      </SettingRow>
      <SettingRow id="set-notify-turns" label={t('settings.notifyTurns')}>
        <Switch
          labelledBy="set-notify-turns"
          checked={notifications.turns}
          onChange={(turns) => set({ notifications: { turns } })}
        />
      </SettingRow>
    </SettingGroup>
  );
}

function Times({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  const defaults = Durations.parse({});
  return (
    <SettingGroup title={t('settings.durations')}>
      {durations.map(({ key, unit, min, max }) => (
        <SettingRow key={key} id={`set-${key}`} label={t(`settings.${key}`)} hint={t(`settings.${key}Hint`)}>
          <NumberSetting
            labelledBy={`set-${key}`}
            value={settings.durations[key]}
            fallback={defaults[key]}
            unit={t(`settings.${unit}`)}
            min={min}
            max={max}
            onChange={(value) => set({ durations: { [key]: value } })}
          />
        </SettingRow>
      ))}
    </SettingGroup>
  );
}
