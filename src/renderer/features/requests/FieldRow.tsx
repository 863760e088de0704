import type { FieldProblem } from '@shared/session/fieldProblem';
import type { FormField } from '@shared/session/request';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/Checkbox';
import { TextField } from '../../ui/TextField';
import { ChoiceRows } from './ChoiceRows';
import type { FieldValue } from './formValues';

export interface FieldRowProps {
  field: FormField;
  value: FieldValue;
  problem: FieldProblem | null;
  onChange: (value: FieldValue) => void;
}

export function FieldRow({ field, value, problem, onChange }: FieldRowProps) {
  const { t } = useTranslation();
  const id = useId();
  const label = field.required ? field.label : t('requests.form.optional', { label: field.label });
  const error = problem === null ? null : problemText(t, problem);
  if (field.type === 'boolean') {
    return (
      <div className="flex items-start gap-2.5">
        <span className="pt-0.5">
          <Checkbox checked={value === true} onChange={onChange} labelledBy={id} />
        </span>
        <span className="min-w-0">
          <span id={id}>{field.label}</span>
          {field.description === undefined ? null : (
            <span className="block text-sm text-muted">{field.description}</span>
          )}
        </span>
      </div>
    );
  }
  if (field.type === 'multi' || (field.type === 'string' && field.choices !== undefined)) {
    const chosen = typeof value === 'string' ? (value === '' ? [] : [value]) : Array.isArray(value) ? value : [];
    return (
      <div>
        <div className="mb-1 flex items-baseline gap-2 text-sm">
          <p className="font-[560] text-muted">{label}</p>
          {/* A radio once chosen cannot be taken back by itself. */}
          {field.type === 'string' && !field.required && chosen.length > 0 ? (
            <button
              type="button"
              aria-label={t('requests.form.clearName', { label: field.label })}
              onClick={() => onChange('')}
              className="rounded-sm text-faint hover:text-text"
            >
              {t('requests.form.clear')}
            </button>
          ) : null}
        </div>
        {field.description === undefined ? null : <p className="mb-1.5 text-sm text-faint">{field.description}</p>}
        <ChoiceRows
          label={field.label}
          options={field.choices ?? []}
          multiple={field.type === 'multi'}
          selected={chosen}
          onChange={(ids) => onChange(field.type === 'multi' ? ids : (ids[0] ?? ''))}
        />
        {error === null ? null : (
          <p role="alert" className="mt-1 text-sm text-stop">
            {error}
          </p>
        )}
      </div>
    );
  }
  return (
    <TextField
      label={label}
      value={String(value)}
      onChange={onChange}
      error={error}
      {...(field.description === undefined ? {} : { hint: field.description })}
      {...(field.type === 'number' ? { inputMode: field.integer ? ('numeric' as const) : ('decimal' as const) } : {})}
      {...(field.type === 'string' && isDay(field.format)
        ? { type: INPUTS[field.format], max: LAST_DAY[field.format] }
        : {})}
    />
  );
}

const INPUTS = { date: 'date', 'date-time': 'datetime-local' } as const;
/** Without it the year takes six digits. */
const LAST_DAY = { date: '9999-12-31', 'date-time': '9999-12-31T23:59' } as const;

const isDay = (format: string | undefined): format is keyof typeof INPUTS =>
  format === 'date' || format === 'date-time';

function problemText(t: TFunction, problem: FieldProblem): string {
  return 'limit' in problem
    ? t(`requests.form.problem.${problem.code}`, { count: problem.limit })
    : t(`requests.form.problem.${problem.code}`);
}
