import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import type { EnvPair } from './agentDraft';
import { ArgRow, EnvRow } from './AgentFormRows';

export interface RowFieldsProps {
  legend: string;
  add: string;
  onAdd: () => void;
  rows: ReactNode;
  /** Below them. */
  children?: ReactNode;
}

/** A list that grows by a button. */
function RowFields({ legend, add, onAdd, rows, children }: RowFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-sm font-[560] text-muted">{legend}</legend>
      {rows}
      <Button
        kind="quiet"
        size="small"
        icon={<Plus aria-hidden="true" className="size-3.5" strokeWidth={1.7} />}
        className="self-start"
        onClick={onAdd}
      >
        {add}
      </Button>
      {children}
    </fieldset>
  );
}

export interface ArgFieldsProps {
  args: readonly string[];
  onChange: (args: string[]) => void;
  children?: ReactNode;
}

/** What a program is started with. */
export function ArgFields({ args, onChange, children }: ArgFieldsProps) {
  const { t } = useTranslation();
  return (
    <RowFields
      legend={t('agents.args')}
      add={t('agents.addArg')}
      onAdd={() => onChange([...args, ''])}
      rows={args.map((arg, index) => (
        <ArgRow
          key={index}
          number={index + 1}
          value={arg}
          onChange={(next) => onChange(args.with(index, next))}
          onRemove={() => onChange(args.toSpliced(index, 1))}
        />
      ))}
    >
      {children}
    </RowFields>
  );
}

export interface PairFieldsProps {
  legend: string;
  add: string;
  pairs: readonly EnvPair[];
  /** An inherited variable can be taken away; a header is never inherited. */
  canUnset?: boolean;
  /** Those that stand elsewhere in the form. */
  isElsewhere?: (pair: EnvPair) => boolean;
  faultOf: (index: number) => string | null;
  onChange: (pairs: EnvPair[]) => void;
  children?: ReactNode;
}

/** Names with their values: variables, headers. */
export function PairFields(props: PairFieldsProps) {
  const { legend, add, pairs, canUnset = false, isElsewhere, faultOf, onChange, children } = props;
  return (
    <RowFields
      legend={legend}
      add={add}
      onAdd={() => onChange([...pairs, { name: '', value: '', secret: false }])}
      rows={pairs.map((pair, index) =>
        isElsewhere?.(pair) === true ? null : (
          <EnvRow
            key={index}
            canUnset={canUnset}
            number={index + 1}
            pair={pair}
            error={faultOf(index)}
            onChange={(next) => onChange(pairs.with(index, next))}
            onRemove={() => onChange(pairs.toSpliced(index, 1))}
          />
        ),
      )}
    >
      {children}
    </RowFields>
  );
}
