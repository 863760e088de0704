import type { FormField, PermissionOption } from '@shared/session/request';
import { describe, expect, it } from 'vitest';
import { contentOf, problemOf, startValue } from './formValues';
import { isTooSoon, pressedAt } from './keyGuard';
import { orderOptions } from './optionOrder';

describe('AC-63: isTooSoon', () => {
  it('counts from when the agent asked, or from when the card appeared, whichever is later', () => {
    expect(isTooSoon(1499, 1000, 900, 500)).toBe(true);
    expect(isTooSoon(1500, 1000, 900, 500)).toBe(false);
    expect(isTooSoon(9400, 1000, 9000, 500)).toBe(true);
    expect(isTooSoon(9500, 1000, 9000, 500)).toBe(false);
  });

  it('never holds a key back where the guard is off', () => {
    expect(isTooSoon(1000, 1000, 1000, 0)).toBe(false);
    expect(isTooSoon(900, 1000, 1000, 0)).toBe(false);
  });

  it('counts to when the key was pressed, however late a busy page gets to it', () => {
    const late = pressedAt({ timeStamp: 200 }, 11_000, 1000);
    expect(late).toBe(10_200);
    expect(isTooSoon(late, 10_000, 10_000, 500)).toBe(true);
    expect(pressedAt({ timeStamp: 1000.4 }, 11_000, 1000)).toBe(11_000);
  });
});

const option = (optionId: string, kind: PermissionOption['kind']): PermissionOption => ({
  optionId,
  name: optionId,
  kind,
});

describe('orderOptions', () => {
  it('AC-63: puts what lasts behind what is only now, and makes it no key’s default', () => {
    const { options, enter, escape } = orderOptions([
      option('always', 'allow_always'),
      option('once', 'allow_once'),
      option('no', 'reject_once'),
    ]);
    expect(options.map((one) => one.optionId)).toEqual(['once', 'always', 'no']);
    expect(enter?.optionId).toBe('once');
    expect(escape?.optionId).toBe('no');
  });

  it('has no default where only lasting options are offered', () => {
    const { enter, escape } = orderOptions([option('always', 'allow_always'), option('never', 'reject_always')]);
    expect(enter).toBeNull();
    expect(escape).toBeNull();
  });

  it('has no default where two options allow once', () => {
    expect(orderOptions([option('a', 'allow_once'), option('b', 'allow_once')]).enter).toBeNull();
  });
});

const text = (rest: Partial<Extract<FormField, { type: 'string' }>>): FormField => ({
  type: 'string',
  name: 'a',
  label: 'A',
  required: false,
  ...rest,
});
const number = (rest: Partial<Extract<FormField, { type: 'number' }>>): FormField => ({
  type: 'number',
  name: 'n',
  label: 'N',
  required: true,
  integer: false,
  ...rest,
});

describe('problemOf', () => {
  it.each([
    [text({ required: true }), '', 'required'],
    [text({}), '', undefined],
    [text({ required: true }), '  ', 'required'],
    [text({ minLength: 2 }), ' ', undefined],
    [text({ minLength: 2 }), '中', 'minLength'],
    [text({ maxLength: 1 }), '😀', undefined],
    [text({ format: 'email' }), 'a@b', 'email'],
    [text({ format: 'email' }), 'a@b.c', undefined],
    [text({ format: 'uri' }), 'not one', 'uri'],
    [text({ format: 'date' }), '2026-13-01', 'date'],
    [number({}), 'x', 'number'],
    [number({ integer: true }), '1.5', 'integer'],
    [number({ minimum: 3 }), '2', 'minimum'],
    [number({ maximum: 3 }), '3', undefined],
  ])('of %o with %j is %s', (field, value, code) => {
    expect(problemOf(field, value)?.code).toBe(code);
  });
});

describe('contentOf', () => {
  it('sends each field by its type and leaves empty ones out', () => {
    const fields: FormField[] = [
      text({}),
      text({ name: 'b' }),
      number({}),
      { type: 'boolean', name: 'c', label: 'C', required: false },
      { type: 'multi', name: 'd', label: 'D', required: false, choices: [] },
    ];
    expect(contentOf(fields, { a: 'x', b: '', n: ' 4 ', d: ['p'] })).toEqual({ a: 'x', n: 4, c: false, d: ['p'] });
  });

  it('starts from the defaults', () => {
    expect(startValue(number({ default: 7 }))).toBe('7');
    expect(contentOf([number({ default: 7 })], {})).toEqual({ n: 7 });
  });

  it('writes a moment in the person’s own time, and sends it with its zone', () => {
    const moment: FormField = {
      name: 'n',
      label: 'N',
      required: true,
      type: 'string',
      format: 'date-time',
      default: '2026-03-01T12:30:05Z',
    };
    const shown = startValue(moment);
    expect(shown).toMatch(/^2026-0[23]-\d\dT\d\d:\d\d:05$/);
    for (const [typed, meant] of [
      [shown, '2026-03-01T12:30:05Z'],
      ['2026-07-01T09:15', '2026-07-01T09:15'],
    ] as const) {
      const { n } = contentOf([moment], { n: typed });
      expect(n).toMatch(/T\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
      expect(new Date(String(n)).getTime()).toBe(new Date(meant).getTime());
      expect(problemOf(moment, typed)).toBeNull();
    }
    expect(problemOf(moment, 'tomorrow')?.code).toBe('date-time');
  });
});
