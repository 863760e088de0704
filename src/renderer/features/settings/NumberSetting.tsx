import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx';
import { fieldClass } from '../../ui/TextField';

export interface NumberSettingProps {
  labelledBy: string;
  value: number;
  /** What an emptied field goes back to. */
  fallback: number;
  unit: string;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** Takes effect on leaving it or Enter; what is not a number in bounds stays in the field, and says so. */
export function NumberSetting({ labelledBy, value, fallback, unit, min, max, onChange }: NumberSettingProps) {
  const { t } = useTranslation();
  const id = useId();
  /** Null: as stored. */
  const [text, setText] = useState<string | null>(null);
  const number = text === null ? value : text.trim() === '' ? fallback : Number(text);
  const valid = Number.isFinite(number) && number >= min && number <= max;
  const settle = () => {
    if (!valid) return;
    setText(null);
    if (number !== value) onChange(number);
  };
  return (
    <div className="flex flex-col items-end gap-1">
      <div className="flex items-center gap-2">
        <input
          value={text ?? String(value)}
          inputMode="decimal"
          placeholder={String(fallback)}
          aria-labelledby={labelledBy}
          aria-invalid={valid ? undefined : true}
          aria-describedby={valid ? `${id}-unit` : `${id}-wrong`}
          onChange={(event) => setText(event.target.value)}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle();
          }}
          className={cx(fieldClass, '!w-20 text-right tabular-nums')}
        />
        <span id={`${id}-unit`} className="w-14 text-sm text-muted">
          {unit}
        </span>
      </div>
      {valid ? null : (
        <span id={`${id}-wrong`} role="alert" className="text-sm text-stop">
          {t('settings.numberBetween', { min, max })}
        </span>
      )}
    </div>
  );
}
