import { runInThisContext } from 'node:vm';
import { expect, it } from 'vitest';
import { asciiOnly } from '../../scripts/runtime/asciiOnly.mjs';

/** What a script of this text means; the build does the same to our own. */
const meaningOf = (code: string): unknown => runInThisContext(`(${code})`);

it('writes a script without a wide character that means the same', () => {
  const scripts = [
    '"发送 … — é"',
    '`代理${1 + 1}条 😀`',
    String.raw`'\\中\\\\文'`,
    String.raw`'\中' + "\\\中\"文"`,
    '"中".replace(/[一-龥]/u, "x")',
    '[..."a😀b"].filter((c) => /[😀-😎]/u.test(c)).join()',
    String.raw`/\、|\—/.exec("a—b").index`,
    String.raw`/^\\—$/.test("\\—")`,
    '({ "键": 1, größe: 2 })',
    '[/* — */ "“a”", "\u2028"]',
  ];
  for (const script of scripts) {
    const ascii = asciiOnly(script);
    expect(Buffer.byteLength(ascii)).toBe(ascii.length);
    expect(meaningOf(ascii)).toEqual(meaningOf(script));
  }
});

it('leaves a script that is plain as it is', () => {
  const plain = String.raw`const a = "\u4e2d\\"; /\d/`;
  expect(asciiOnly(plain)).toBe(plain);
});
