import fc from 'fast-check';

/** What an agent or a page may send in place of anything: JSON, with the names that break careless code. */
const key = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 8 }) },
  fc.constantFrom('__proto__', 'constructor', 'toString', 'then', 'length', 'type', 'id', ''),
);
const scalar = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.boolean(),
  fc.constantFrom(null, '', '../..', '\0', '\ud800', '__proto__', 1e308, -0),
);

export const oddValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { weight: 4, arbitrary: scalar },
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).value;

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...path, name]))];
}

/** `value` with what stands at `path` replaced by `put`, or left out where `put` is undefined. */
function changed(value: unknown, path: Path, put: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return put;
  if (Array.isArray(value)) {
    const list: unknown[] = [...value];
    if (rest.length === 0 && put === undefined) list.splice(Number(first), 1);
    else list[Number(first)] = changed(list[Number(first)], rest, put);
    return list;
  }
  const entries: [string, unknown][] = Object.entries(value ?? {});
  return Object.fromEntries(
    entries.flatMap(([name, inner]): [string, unknown][] => {
      if (name !== first) return [[name, inner]];
      return rest.length === 0 && put === undefined ? [] : [[name, changed(inner, rest, put)]];
    }),
  );
}

/** One place of a good value is something else, or is gone. */
export interface Mutation {
  at: number;
  put: unknown;
  isGone: boolean;
}
export const mutation: fc.Arbitrary<Mutation> = fc.record({ at: fc.nat(), put: oddValue, isGone: fc.boolean() });

export function mutated(value: unknown, { at, put, isGone }: Mutation): unknown {
  const paths = pathsOf(value);
  return changed(value, paths[at % paths.length] ?? [], isGone ? undefined : put);
}
