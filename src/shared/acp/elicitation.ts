import { z } from 'zod';
import { fieldProblem } from '../session/fieldProblem';
import type { FormField, QuestionOption } from '../session/request';
import {
  fieldsOf,
  given,
  isRecord,
  optionalBoolean,
  optionalList,
  optionalNumber,
  optionalString,
  stringsOf,
  type Fields,
} from './lenient';

/** `elicitation/create` (acp.md 3.9): a form or a page to open, for a session or for one of our own requests. */

type Scope = { acpSessionId?: string; toolCallId?: string; scopeRequestId?: string | number };

export type ElicitationRequest = Scope & { message: string } & (
    | { mode: 'form'; fields: FormField[] }
    | { mode: 'url'; url: string; elicitationId: string }
  );

/**
 * Undefined for a mode that we did not declare, and for a form with a required field that we cannot draw: a form that
 * cannot be filled in must not look as if it could.
 */
export function parseElicitation(value: unknown): ElicitationRequest | undefined {
  const fields = fieldsOf(value);
  const id = fields['requestId'];
  const scope = given<Scope & { message: string }>({
    message: optionalString(fields['message']) ?? '',
    acpSessionId: optionalString(fields['sessionId']),
    toolCallId: optionalString(fields['toolCallId']),
    scopeRequestId: typeof id === 'string' || typeof id === 'number' ? id : undefined,
  });
  if (fields['mode'] === 'url') {
    const url = optionalString(fields['url']);
    const elicitationId = optionalString(fields['elicitationId']);
    if (url === undefined || elicitationId === undefined) return undefined;
    return { ...scope, mode: 'url', url, elicitationId };
  }
  // Early agents leave the mode out of a form.
  if (fields['mode'] !== 'form' && fields['mode'] !== undefined) return undefined;
  const form = parseForm(fields['requestedSchema']);
  return form && { ...scope, mode: 'form', fields: form };
}

function parseForm(schema: unknown): FormField[] | undefined {
  if (!isRecord(schema)) return undefined;
  const required = new Set(stringsOf(schema['required']) ?? []);
  const form: FormField[] = [];
  for (const [name, property] of Object.entries(fieldsOf(schema['properties']))) {
    const field = parseField(name, fieldsOf(property), required.has(name));
    if (field !== undefined) form.push(field);
    else if (required.has(name)) return undefined;
  }
  return form;
}

function parseField(name: string, property: Fields, required: boolean): FormField | undefined {
  const base = {
    name,
    label: optionalString(property['title']) ?? name,
    description: optionalString(property['description']),
    required,
  };
  switch (property['type']) {
    case 'string': {
      const format = StringFormat.safeParse(property['format']);
      return given<FormField>({
        ...base,
        type: 'string',
        choices: parseChoices(property['oneOf'] ?? property['anyOf'], property['enum'], property['enumNames']),
        format: format.success ? format.data : undefined,
        minLength: optionalNumber(property['minLength']),
        maxLength: optionalNumber(property['maxLength']),
        default: optionalString(property['default']),
      });
    }
    case 'number':
    case 'integer':
      return given<FormField>({
        ...base,
        type: 'number',
        integer: property['type'] === 'integer',
        minimum: optionalNumber(property['minimum']),
        maximum: optionalNumber(property['maximum']),
        default: optionalNumber(property['default']),
      });
    case 'boolean':
      return given<FormField>({
        ...base,
        type: 'boolean',
        default: optionalBoolean(property['default']),
      });
    case 'array': {
      const items = fieldsOf(property['items']);
      const choices = parseChoices(items['anyOf'] ?? items['oneOf'], items['enum'], items['enumNames']);
      if (choices === undefined) return undefined;
      return given<FormField>({
        ...base,
        type: 'multi',
        choices,
        minItems: optionalNumber(property['minItems']),
        maxItems: optionalNumber(property['maxItems']),
        default: stringsOf(property['default']),
      });
    }
    default:
      return undefined;
  }
}

const StringFormat = z.enum(['email', 'uri', 'date', 'date-time']);

function parseChoices(titled: unknown, plain: unknown, names: unknown): QuestionOption[] | undefined {
  const fromTitled = optionalList(titled, (entry) => {
    const option = fieldsOf(entry);
    const id = optionalString(option['const']);
    if (id === undefined) return undefined;
    return given<QuestionOption>({
      id,
      label: optionalString(option['title']) ?? id,
      description: optionalString(option['description']),
    });
  });
  if (fromTitled !== undefined && fromTitled.length > 0) return fromTitled;
  const labels = stringsOf(names) ?? [];
  const fromEnum = stringsOf(plain)?.map((id, index) => ({ id, label: labels[index] ?? id }));
  return fromEnum !== undefined && fromEnum.length > 0 ? fromEnum : undefined;
}

export const FormContent = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));
export type FormContent = z.infer<typeof FormContent>;

export const ElicitationAnswer = z.union([
  z.strictObject({ action: z.literal('accept'), content: FormContent.optional() }),
  z.strictObject({ action: z.literal('decline') }),
  z.strictObject({ action: z.literal('cancel') }),
]);
export type ElicitationAnswer = z.infer<typeof ElicitationAnswer>;

/** The names of the fields whose value breaks the form's own rules; empty when the content may be sent. */
export function formFaults(form: readonly FormField[], content: FormContent): string[] {
  const known = new Set(form.map((field) => field.name));
  const faults = Object.keys(content).filter((name) => !known.has(name));
  for (const field of form) if (fieldProblem(field, content[field.name]) !== null) faults.push(field.name);
  return faults;
}
