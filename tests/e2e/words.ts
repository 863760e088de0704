import { readFileSync } from 'node:fs';
import { closeUp } from '../../src/renderer/i18n/hanSpaces';

/**
 * The page's own sentences, where a test means "says so" and not these very words; the names of DESIGN section 12 are
 * written out in the tests instead. What stands in `{{…}}` is filled from `values`.
 */
export function words(
  key: string,
  values: Readonly<Record<string, string>> = {},
  language: 'en' | 'zh-CN' = 'en',
): string {
  const file = new URL(`../../src/renderer/i18n/${language}.json`, import.meta.url);
  let found: unknown = JSON.parse(readFileSync(file, 'utf8'));
  for (const part of key.split('.')) {
    found = typeof found === 'object' && found !== null ? Reflect.get(found, part) : undefined;
  }
  if (typeof found !== 'string') throw new Error(`no words for ${key}`);
  const filled = found.replaceAll(/{{(\w+)}}/g, (_whole, name: string) => values[name] ?? '');
  return closeUp(filled, Object.values(values));
}
