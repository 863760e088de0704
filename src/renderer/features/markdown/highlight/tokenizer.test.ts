import { describe, expect, it } from 'vitest';
import { languageLoaders } from './languages';
import { languageId } from '../languageTable';
import { createTokenizer } from './tokenizer';

const CODE = 'const a = `x ${1 + 2} y`; // note\n/* two\nlines */ export function f(p: string) {\n  return "s";\n}';

let shared: ReturnType<typeof createTokenizer> | undefined;

describe('tokenizer', () => {
  it('gives the same tokens for a block that grew as for the whole', async () => {
    const tokenizer = await createTokenizer();
    for (let cut = 1; cut < CODE.length; cut += 3) await tokenizer.tokenize('grows', 'typescript', CODE.slice(0, cut));
    const grown = await tokenizer.tokenize('grows', 'typescript', CODE);
    const whole = await tokenizer.tokenize('whole', 'typescript', CODE);
    expect(grown).toEqual(whole);
    expect(whole?.length).toBeGreaterThan(40);
  });

  it('gives no token past the end of its line', async () => {
    const tokenizer = await createTokenizer();
    const tokens = (await tokenizer.tokenize('b', 'typescript', CODE)) ?? new Uint32Array();
    const lines = CODE.split('\n');
    for (let index = 0; index < tokens.length; index += 4) {
      expect(tokens[index + 2]!).toBeLessThanOrEqual(lines[tokens[index]!]!.length);
    }
  });

  it('answers null for a language that it does not have', async () => {
    const tokenizer = await createTokenizer();
    expect(await tokenizer.tokenize('b', 'klingon', 'x')).toBeNull();
  });

  // One test for each: all of them together compile for seconds of a processor.
  it.each(Object.keys(languageLoaders))('has a grammar for %s, and it loads', async (id) => {
    shared ??= createTokenizer();
    expect(languageId(id)).toBe(id);
    expect(await (await shared).tokenize(id, id, 'x = "1"\n')).not.toBeNull();
  });

  it.each([
    ['objective-c', '@interface A : NSObject\n@end'],
    ['objc', 'NSString *s = @"a";'],
    ['dart', 'final String s = "a";'],
    ['jl', 'function f(x) "a" end'],
    ['kt', 'val s = "a"'],
    ['hs', 'main = putStrLn "a"'],
    ['clj', '(defn f [] "a")'],
    ['f#', 'let s = "a"'],
    ['tf', 'resource "a" "b" { c = true }'],
    ['gradle', 'def s = "a"'],
    ['cmd', '@echo off\nset A=1'],
    ['viml', 'let s = "a"'],
    ['typescriptreact', 'const a = <b c="d" />;'],
    ['tsql', "SELECT 'a' FROM b"],
    ['latex', '\\section{a}'],
    ['zig', 'const s = "a";'],
    ['sol', 'contract A { string s = "a"; }'],
    ['nginx', 'server { listen 80; }'],
    ['CMake', 'set(A "b")'],
  ])('colours what is called %s', async (name, code) => {
    shared ??= createTokenizer();
    const tokens = await (await shared).tokenize(name, languageId(name) ?? '', code);
    expect(tokens?.length).toBeGreaterThan(0);
  });
});
