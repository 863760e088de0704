import { fieldProblem, type FieldProblem } from '@shared/session/fieldProblem';
import type { FormField } from '@shared/session/request';

/** What stands in a field: text as it was typed, also for numbers, so that nothing typed is ever lost. */
export type FieldValue = string | boolean | readonly string[];

export function startValue(field: FormField): FieldValue {
  switch (field.type) {
    case 'string':
      return field.format === 'date-time' ? localTime(field.default ?? '') : (field.default ?? '');
    case 'number':
      return field.default === undefined ? '' : String(field.default);
    case 'boolean':
      return field.default ?? false;
    case 'multi':
      return field.default ?? [];
  }
}

/** What is wrong with it, or null. A field that is empty and not required is always right. */
export function problemOf(field: FormField, value: FieldValue): FieldProblem | null {
  return fieldProblem(field, sentValue(field, value));
}

/** What is sent for it: by the field's own type, nothing where it is empty. A number that is none is NaN. */
function sentValue(field: FormField, value: FieldValue): string | number | boolean | string[] | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return value.length > 0 ? [...value] : undefined;
  if (value.trim() === '') return undefined;
  if (field.type === 'string' && field.format === 'date-time') return withZone(value);
  return field.type === 'number' ? Number(value) : value;
}

const two = (count: number): string => String(count).padStart(2, '0');

/** A moment as the person's own clock shows it, for a field without a zone; what is no moment stays as it is. */
function localTime(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return text;
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const seconds = at.getSeconds() === 0 ? '' : `:${two(at.getSeconds())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}${seconds}`;
}

/** The person's own time with its zone, which a `date-time` (RFC 3339) must have. */
function withZone(text: string): string {
  const parts = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?$/.exec(text);
  const at = new Date(text);
  if (parts === null || Number.isNaN(at.getTime())) return text;
  const offset = -at.getTimezoneOffset();
  const size = Math.abs(offset);
  return `${parts[1]}${parts[2] ?? ':00'}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** What is sent for all of them. Only for values without problems. */
export function contentOf(
  fields: readonly FormField[],
  values: Readonly<Record<string, FieldValue>>,
): Record<string, string | number | boolean | string[]> {
  const content: Record<string, string | number | boolean | string[]> = {};
  for (const field of fields) {
    const value = sentValue(field, values[field.name] ?? startValue(field));
    if (value !== undefined) content[field.name] = value;
  }
  return content;
}
