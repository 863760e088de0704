import { describe, expect, it } from 'vitest';
import { type FormContent, formFaults } from '../acp/elicitation';
import { fieldProblem } from './fieldProblem';
import type { FormField } from './request';

const base = { name: 'a', label: 'A', required: false };
const text = (rest: Partial<Extract<FormField, { type: 'string' }>>): FormField => ({
  ...base,
  ...rest,
  type: 'string',
});
const number = (rest: object): FormField => ({ ...base, integer: false, ...rest, type: 'number' });
const choices = [{ id: 'x', label: 'X' }];
const multi = (rest: object): FormField => ({ ...base, choices, ...rest, type: 'multi' });

describe('the check of a field', () => {
  it.each([
    [text({ required: true }), undefined, 'required'],
    [text({}), undefined, undefined],
    [text({ required: true }), ' \n', 'required'],
    [text({ required: true, minLength: 0 }), '', 'required'],
    [text({ maxLength: 1 }), '😀', undefined],
    [text({ minLength: 2 }), '😀', 'minLength'],
    [text({ maxLength: 1 }), 'ab', 'maxLength'],
    [text({ choices }), 'y', 'choice'],
    [text({ format: 'email' }), 'a@b', 'email'],
    [text({ format: 'email' }), 'a@b.c', undefined],
    [text({ format: 'uri' }), 'not one', 'uri'],
    [text({ format: 'uri' }), 'https://a.test/b?c', undefined],
    [text({ format: 'date' }), '2026-02-30', 'date'],
    [text({ format: 'date' }), '2028-02-29', undefined],
    [text({ format: 'date-time' }), '2026-02-28', 'date-time'],
    [text({ format: 'date-time' }), '2026-02-28T25:00', 'date-time'],
    [text({ format: 'date-time' }), '2026-02-28T23:10:00', 'date-time'],
    [text({ format: 'date-time' }), '2026-02-28T23:10:00Z', undefined],
    [text({ format: 'date-time' }), '2026-02-28T23:10:05.5+02:00', undefined],
    [text({}), 5, 'required'],
    [number({}), '5', 'number'],
    [number({ integer: true }), 1.5, 'integer'],
    [number({ minimum: 3 }), 2, 'minimum'],
    [number({ maximum: 3 }), 3, undefined],
    [multi({ required: true }), [], 'required'],
    [multi({ minItems: 1 }), [], 'minItems'],
    [multi({}), ['y'], 'choice'],
    [multi({ maxItems: 1 }), ['x'], undefined],
    [{ ...base, type: 'boolean' as const }, 'yes', 'required'],
  ])('of %o with %j finds %s', (field, value, code) => {
    expect(fieldProblem(field, value)?.code).toBe(code);
    const content: FormContent = value === undefined ? {} : { a: value };
    expect(formFaults([field], content)).toEqual(code === undefined ? [] : ['a']);
  });
});
