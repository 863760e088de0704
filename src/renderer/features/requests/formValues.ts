import { fieldProblem, type FieldProblem } from '@shared/session/fieldProblem';
import type { FormField } from '@shared/session/request';

/** What stands in a field: text as it was typed, also for numbers, so that nothing typed is ever lost. */
export type FieldValue = string | boolean | readonly string[];

export function startValue(field: FormField): FieldValue {
  switch (field.type) {
    case 'string':
      return field.default ?? '';
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
  return field.type === 'number' ? Number(value) : value;
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
