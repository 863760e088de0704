import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { menuPopup, menuRow } from './Menu';

interface MenuChoice<T extends string> {
  value: T;
  label: string;
}

const tick = <Check aria-hidden="true" className="size-3.5" strokeWidth={2} />;

/** One of several, with a tick at the one in force. */
export function MenuRadio<T extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: T;
  choices: readonly MenuChoice<T>[];
  onChange: (value: T) => void;
}) {
  return (
    <Base.RadioGroup aria-label={label} value={value}>
      {choices.map((choice) => (
        <Base.RadioItem
          key={choice.value}
          value={choice.value}
          closeOnClick
          onClick={() => onChange(choice.value)}
          className={menuRow}
        >
          <span className="grid size-3.5 shrink-0 place-items-center">
            <Base.RadioItemIndicator>{tick}</Base.RadioItemIndicator>
          </span>
          <span className="min-w-0 flex-1 truncate">{choice.label}</span>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

/** Any number of several; the menu stays open meanwhile. */
export function MenuChecks<T extends string>({
  choices,
  chosen,
  onToggle,
}: {
  choices: readonly MenuChoice<T>[];
  chosen: ReadonlySet<T>;
  onToggle: (value: T) => void;
}) {
  return choices.map(({ value, label }) => (
    <Base.CheckboxItem
      key={value}
      checked={chosen.has(value)}
      onCheckedChange={() => onToggle(value)}
      closeOnClick={false}
      className={menuRow}
    >
      <span className="grid size-3.5 shrink-0 place-items-center">
        <Base.CheckboxItemIndicator>{tick}</Base.CheckboxItemIndicator>
      </span>
      <span className="min-w-0 flex-1 truncate">{label}</span>
    </Base.CheckboxItem>
  ));
}

/** Items under a heading. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1 pb-1 text-xs text-faint">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

/** A menu that opens beside its item. */
export function Submenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={cx(menuRow, 'data-popup-open:bg-hover')}>
        <span className="flex-1 truncate">{label}</span>
        <ChevronRight aria-hidden="true" className="size-3.5 text-faint" strokeWidth={1.7} />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner sideOffset={2} className="z-50 outline-none">
          <Base.Popup className={menuPopup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}
