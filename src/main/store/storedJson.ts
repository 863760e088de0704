/** JSON that this store wrote itself; its type is known by its column, so it is not checked again. */
export function storedJson<T>(text: string): Readonly<T> {
  const value: T = JSON.parse(text);
  return value;
}
