import type { FormField } from '@shared/session/request';

/** What stands in a field: text as it was typed, also for numbers, so that nothing typed is ever lost. */
export type FieldValue = string | boolean | readonly string[];

export type FieldProblem =
  | { code: 'required' }
  | { code: 'number' }
  | { code: 'integer' }
  | { code: 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems'; limit: number }
  | { code: 'email' | 'uri' | 'date' | 'date-time' };

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
  switch (field.type) {
    case 'string':
      return stringProblem(field, String(value));
    case 'number':
      return numberProblem(field, String(value).trim());
    case 'boolean':
      return null;
    case 'multi': {
      const count = Array.isArray(value) ? value.length : 0;
      if (count === 0 && field.required) return { code: 'required' };
      if (count === 0 && !field.required) return null;
      if (field.minItems !== undefined && count < field.minItems) return { code: 'minItems', limit: field.minItems };
      if (field.maxItems !== undefined && count > field.maxItems) return { code: 'maxItems', limit: field.maxItems };
      return null;
    }
  }
}

function stringProblem(field: Extract<FormField, { type: 'string' }>, text: string): FieldProblem | null {
  if (text === '') return field.required ? { code: 'required' } : null;
  // Characters as a person counts them, not UTF-16 units.
  const length = Array.from(text).length;
  if (field.minLength !== undefined && length < field.minLength) return { code: 'minLength', limit: field.minLength };
  if (field.maxLength !== undefined && length > field.maxLength) return { code: 'maxLength', limit: field.maxLength };
  const { format } = field;
  return format === undefined || FORMATS[format](text) ? null : { code: format };
}

const FORMATS: Record<NonNullable<Extract<FormField, { type: 'string' }>['format']>, (text: string) => boolean> = {
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
  uri: (text) => URL.canParse(text),
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
  'date-time': (text) => /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)),
};

function numberProblem(field: Extract<FormField, { type: 'number' }>, text: string): FieldProblem | null {
  if (text === '') return field.required ? { code: 'required' } : null;
  const value = Number(text);
  if (!Number.isFinite(value)) return { code: 'number' };
  if (field.integer && !Number.isInteger(value)) return { code: 'integer' };
  if (field.minimum !== undefined && value < field.minimum) return { code: 'minimum', limit: field.minimum };
  if (field.maximum !== undefined && value > field.maximum) return { code: 'maximum', limit: field.maximum };
  return null;
}

/** What is sent: each field by its own type, empty ones left out. Only for values without problems. */
export function contentOf(
  fields: readonly FormField[],
  values: Readonly<Record<string, FieldValue>>,
): Record<string, string | number | boolean | string[]> {
  const content: Record<string, string | number | boolean | string[]> = {};
  for (const field of fields) {
    const value = values[field.name] ?? startValue(field);
    if (typeof value === 'boolean') content[field.name] = value;
    else if (typeof value !== 'string') {
      if (value.length > 0) content[field.name] = [...value];
    } else if (value.trim() !== '') content[field.name] = field.type === 'number' ? Number(value) : value;
  }
  return content;
}
