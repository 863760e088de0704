import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check } from 'lucide-react';

export interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label?: string;
  labelledBy?: string;
  disabled?: boolean;
  id?: string;
}

export function Checkbox({ checked, onChange, label, labelledBy, disabled, id }: CheckboxProps) {
  return (
    <Base.Root
      id={id}
      checked={checked}
      disabled={disabled}
      onCheckedChange={(next) => onChange(next)}
      aria-label={label}
      aria-labelledby={labelledBy}
      className="grid size-[15px] shrink-0 place-items-center rounded-[4px] border-[1.5px] border-line-strong bg-surface data-checked:border-focus data-checked:bg-focus data-disabled:opacity-50"
    >
      <Base.Indicator>
        <Check aria-hidden="true" className="size-[11px] text-inv" strokeWidth={3} />
      </Base.Indicator>
    </Base.Root>
  );
}
