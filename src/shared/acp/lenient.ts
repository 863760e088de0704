import type { z } from 'zod';

/** Small readers for what agents send: a field that is missing or malformed is "not given", never an error. */

export type Fields = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});

export const optionalString = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const optionalNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

export const optionalBoolean = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined;

/** The readable entries, in their order; undefined when it is no list at all. */
export function optionalList<T>(value: unknown, read: (entry: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const list: T[] = [];
  for (const entry of value) {
    const one = read(entry);
    if (one !== undefined) list.push(one);
  }
  return list;
}

/** The entries that a schema accepts; empty when it is no list at all. */
export function listOf<T>(schema: z.ZodType<T>, value: unknown): T[] {
  return (
    optionalList(value, (entry) => {
      const parsed = schema.safeParse(entry);
      return parsed.success ? parsed.data : undefined;
    }) ?? []
  );
}

export const stringsOf = (value: unknown): string[] | undefined => optionalList(value, optionalString);

/** The string values of a record; undefined when it is none. */
export function stringRecordOf(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined;
  const result: Record<string, string> = {};
  for (const [key, entry] of Object.entries(value)) {
    if (typeof entry === 'string') result[key] = entry;
  }
  return result;
}

/** A copy without the members that are undefined, so that absent stays absent in JSON and in comparisons. */
export function given<T extends object>(value: T): T {
  const result = { ...value };
  for (const key in result) if (result[key] === undefined) delete result[key];
  return result;
}
