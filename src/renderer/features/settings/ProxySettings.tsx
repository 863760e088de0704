import type { Proxy, Settings } from '@shared/settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { engine } from '../../ipc/engine';
import { report } from '../../stores/report';
import { cx } from '../../ui/cx';
import { fieldClass } from '../../ui/TextField';
import { SettingGroup, SettingRow } from './SettingRow';

const isProxyUrl = (text: string): boolean =>
  URL.canParse(text) && /^(https?|socks[45]?h?):$/.test(new URL(text).protocol);
const isWholePath = (text: string): boolean => /^(\/|[a-z]:[\\/]|\\\\)/i.test(text);

const fields = [
  { key: 'http', placeholder: 'http://proxy:8080', isGood: isProxyUrl, wrong: 'settings.proxyUrlWrong' },
  { key: 'https', placeholder: 'http://proxy:8080', isGood: isProxyUrl, wrong: 'settings.proxyUrlWrong' },
  { key: 'noProxy', placeholder: 'localhost,127.0.0.1,.example.com', isGood: () => true, wrong: null },
  { key: 'caFile', placeholder: '', isGood: isWholePath, wrong: 'settings.proxyPathWrong' },
] as const;

/** For agents that reach the network through a proxy; what an agent's own environment says wins. */
export function ProxySettings({ settings: { proxy } }: { settings: Settings }) {
  const { t } = useTranslation();
  return (
    <SettingGroup title={t('settings.proxy')} hint={t('settings.proxyHint')}>
      {fields.map(({ key, placeholder, isGood, wrong }) => (
        <SettingRow
          key={key}
          id={`set-proxy-${key}`}
          label={t(`settings.proxy_${key}`)}
          hint={t(`settings.proxyHint_${key}`)}
        >
          <TextSetting
            labelledBy={`set-proxy-${key}`}
            placeholder={placeholder}
            value={proxy[key]}
            isGood={isGood}
            wrong={wrong === null ? '' : t(wrong)}
            onChange={(value) =>
              void report(engine.call.settings.set({ proxy: { [key]: value } satisfies Partial<Proxy> }))
            }
          />
        </SettingRow>
      ))}
    </SettingGroup>
  );
}

interface TextSettingProps {
  labelledBy: string;
  placeholder: string;
  value: string;
  isGood: (text: string) => boolean;
  wrong: string;
  onChange: (value: string) => void;
}

/** Takes effect on leaving it or Enter; what cannot be right stays in the field, and says so. */
export function TextSetting({ labelledBy, placeholder, value, isGood, wrong, onChange }: TextSettingProps) {
  /** Null: as stored. */
  const [text, setText] = useState<string | null>(null);
  const written = (text ?? value).trim();
  const valid = written === '' || isGood(written);
  const settle = () => {
    if (!valid) return;
    setText(null);
    if (written !== value) onChange(written);
  };
  return (
    <div className="flex w-72 flex-col items-end gap-1">
      <input
        value={text ?? value}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        aria-labelledby={labelledBy}
        aria-invalid={valid ? undefined : true}
        aria-describedby={valid ? undefined : `${labelledBy}-wrong`}
        onChange={(event) => setText(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle();
        }}
        className={cx(fieldClass, 'font-mono text-sm')}
      />
      {valid ? null : (
        <span id={`${labelledBy}-wrong`} role="alert" className="text-sm text-stop">
          {wrong}
        </span>
      )}
    </div>
  );
}
