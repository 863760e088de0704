import { Switch as Base } from '@base-ui/react/switch';

export interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label?: string;
  labelledBy?: string;
  disabled?: boolean;
}

export function Switch({ checked, onChange, label, labelledBy, disabled }: SwitchProps) {
  return (
    <Base.Root
      checked={checked}
      disabled={disabled}
      onCheckedChange={(next) => onChange(next)}
      aria-label={label}
      aria-labelledby={labelledBy}
      className="inline-flex h-[18px] w-8 shrink-0 items-center rounded-full border border-line-strong bg-select p-px transition-colors duration-100 data-checked:border-ink data-checked:bg-ink data-disabled:opacity-50"
    >
      <Base.Thumb className="block size-3.5 rounded-full bg-muted transition-transform duration-100 data-checked:translate-x-3.5 data-checked:bg-inv" />
    </Base.Root>
  );
}
