/** A title as a file's name: what no system forbids, and not endless. */
export function fileName(title: string, otherwise: string): string {
  const plain = title
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .trim()
    .slice(0, 80)
    .trim();
  return plain === '' || /^\.+$/.test(plain) ? otherwise : plain;
}
