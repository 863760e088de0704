import { z } from 'zod';
import type { FormField } from './request';

/** Why a value must not be sent for a field of an agent's form. `choice`: it is none of those that are offered. */
export type FieldProblem =
  | { code: 'required' | 'number' | 'integer' | 'choice' }
  | { code: 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems'; limit: number }
  | { code: Format };

type TextField = Extract<FormField, { type: 'string' }>;
type Format = NonNullable<TextField['format']>;

/**
 * The one check of a form's field, by the page before it sends and by the engine before it passes on. `value` is what is
 * sent; undefined where the field is left out.
 */
export function fieldProblem(
  field: FormField,
  value: string | number | boolean | readonly string[] | undefined,
): FieldProblem | null {
  if (value === undefined) return field.required ? { code: 'required' } : null;
  switch (field.type) {
    case 'string':
      return typeof value === 'string' ? textProblem(field, value) : { code: 'required' };
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return { code: 'number' };
      if (field.integer && !Number.isInteger(value)) return { code: 'integer' };
      return outside('minimum', 'maximum', value, field.minimum, field.maximum);
    case 'boolean':
      return typeof value === 'boolean' ? null : { code: 'required' };
    case 'multi':
      if (typeof value !== 'object') return { code: 'required' };
      if (!value.every((id) => field.choices.some((choice) => choice.id === id))) return { code: 'choice' };
      if (value.length === 0 && field.required) return { code: 'required' };
      return outside('minItems', 'maxItems', value.length, field.minItems, field.maxItems);
  }
}

function textProblem(field: TextField, text: string): FieldProblem | null {
  const { choices, required, format } = field;
  if (text.trim() === '' && required) return { code: 'required' };
  if (choices !== undefined) return choices.some((choice) => choice.id === text) ? null : { code: 'choice' };
  // Characters as a person (and JSON Schema) counts them, not UTF-16 units.
  const length = Array.from(text).length;
  const wrong = outside('minLength', 'maxLength', length, field.minLength, field.maxLength);
  return wrong ?? (format === undefined || FORMATS[format](text) ? null : { code: format });
}

type Limit = Extract<FieldProblem, { limit: number }>['code'];

function outside(
  least: Limit,
  most: Limit,
  size: number,
  from: number | undefined,
  to: number | undefined,
): FieldProblem | null {
  if (from !== undefined && size < from) return { code: least, limit: from };
  return to !== undefined && size > to ? { code: most, limit: to } : null;
}

const isDate = (text: string): boolean => z.iso.date().safeParse(text).success;
/** As RFC 3339 has it: with seconds and a zone, or an agent that checks refuses it. */
const TIME = /^T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i;

const FORMATS: Record<Format, (text: string) => boolean> = {
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
  uri: (text) => z.url().safeParse(text).success,
  date: isDate,
  'date-time': (text) => isDate(text.slice(0, 10)) && TIME.test(text.slice(10)),
};
