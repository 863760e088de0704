/** Deep equality of JSON-like values. Lets an update that repeats what we hold keep the old references. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((value, index) => sameValue(value, b[index]));
  }
  const left = definedEntries(a);
  const right = new Map(definedEntries(b));
  return left.length === right.size && left.every(([key, value]) => right.has(key) && sameValue(value, right.get(key)));
}

const definedEntries = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, member]) => member !== undefined);
