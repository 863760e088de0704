import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../tests/support/acpSchema';
import { formFaults, parseElicitation } from './elicitation';

const form = {
  sessionId: 's',
  mode: 'form',
  message: 'Tell me',
  requestedSchema: {
    type: 'object',
    required: ['name', 'size'],
    properties: {
      name: { type: 'string', title: 'Name', minLength: 2, format: 'email' },
      colour: {
        type: 'string',
        oneOf: [
          { const: 'r', title: 'Red' },
          { const: 'g', title: 'Green' },
        ],
      },
      size: { type: 'string', enum: ['s', 'm'], default: 'm' },
      count: { type: 'integer', minimum: 1, maximum: 9 },
      ratio: { type: 'number' },
      sure: { type: 'boolean', default: true },
      tags: { type: 'array', items: { type: 'string', enum: ['x', 'y'] }, minItems: 1 },
      titled: { type: 'array', items: { anyOf: [{ const: 'p', title: 'P' }] } },
    },
  },
};

describe('a form that an agent asks for', () => {
  it('keeps every field with its rules, in its order', () => {
    expect(faultsOf('CreateElicitationRequest', form)).toEqual([]);
    const request = parseElicitation(form);
    expect(request).toMatchObject({ mode: 'form', message: 'Tell me', acpSessionId: 's' });
    expect(request?.mode === 'form' && request.fields).toEqual([
      { type: 'string', name: 'name', label: 'Name', required: true, minLength: 2, format: 'email' },
      {
        type: 'string',
        name: 'colour',
        label: 'colour',
        required: false,
        choices: [
          { id: 'r', label: 'Red' },
          { id: 'g', label: 'Green' },
        ],
      },
      {
        type: 'string',
        name: 'size',
        label: 'size',
        required: true,
        choices: [
          { id: 's', label: 's' },
          { id: 'm', label: 'm' },
        ],
        default: 'm',
      },
      { type: 'number', name: 'count', label: 'count', required: false, integer: true, minimum: 1, maximum: 9 },
      { type: 'number', name: 'ratio', label: 'ratio', required: false, integer: false },
      { type: 'boolean', name: 'sure', label: 'sure', required: false, default: true },
      {
        type: 'multi',
        name: 'tags',
        label: 'tags',
        required: false,
        choices: [
          { id: 'x', label: 'x' },
          { id: 'y', label: 'y' },
        ],
        minItems: 1,
      },
      { type: 'multi', name: 'titled', label: 'titled', required: false, choices: [{ id: 'p', label: 'P' }] },
    ]);
  });

  it('leaves out an optional field of a kind that nobody knows, and refuses a required one', () => {
    const schema = { properties: { a: { type: 'colour' }, b: { type: 'string' } } };
    const request = parseElicitation({ mode: 'form', message: '', requestedSchema: schema });
    expect(request?.mode === 'form' && request.fields.map((field) => field.name)).toEqual(['b']);
    expect(
      parseElicitation({ mode: 'form', message: '', requestedSchema: { ...schema, required: ['a'] } }),
    ).toBeUndefined();
  });

  it('says which values break its rules', () => {
    const request = parseElicitation(form);
    const fields = request?.mode === 'form' ? request.fields : [];
    expect(formFaults(fields, { name: 'me@x.test', size: 's', count: 3, tags: ['x'], sure: false })).toEqual([]);
    expect(formFaults(fields, {})).toEqual(['name', 'size']);
    expect(
      formFaults(fields, { name: 'x', size: 'xl', count: 1.5, ratio: 'a', tags: [], sure: 'yes', extra: 1 }),
    ).toEqual(['extra', 'name', 'size', 'count', 'ratio', 'sure', 'tags']);
  });
});

describe('a page that an agent asks to open', () => {
  it('is read with its id, and refused without', () => {
    const url = { mode: 'url', message: 'Sign in', url: 'https://x.test/', elicitationId: 'e', requestId: 3 };
    expect(parseElicitation(url)).toEqual({
      mode: 'url',
      message: 'Sign in',
      url: 'https://x.test/',
      elicitationId: 'e',
      scopeRequestId: 3,
    });
    expect(parseElicitation({ ...url, elicitationId: undefined })).toBeUndefined();
    expect(parseElicitation({ ...url, mode: '_hologram' })).toBeUndefined();
  });
});
