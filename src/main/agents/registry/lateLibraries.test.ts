import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const MAIN = new URL('../../', import.meta.url);
const files = readdirSync(MAIN, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /(?<!\.test)\.ts$/.test(name));

/** Who reads it as soon as the engine is read: a type costs nothing, `import()` only when it comes to it. */
const readersOf = (what: RegExp): string[] =>
  files.filter((name) => {
    const source = readFileSync(new URL(name, MAIN), 'utf8');
    const imports = source.matchAll(/^import (?!type )[^;]*? from '([^']+)';|^import '([^']+)';/gm);
    return [...imports].some((found) => what.test(found[1] ?? found[2] ?? ''));
  });

it('libraries for downloads and archives are not read by every start of the engine', () => {
  expect(files.length).toBeGreaterThan(100);
  // Half of what the engine had to read before it could start.
  expect(readersOf(/^(undici|node:tls|node:https?)$/)).toEqual([]);
  expect(readersOf(/^(tar|yauzl|unbzip2-stream)$/).toSorted()).toEqual([
    'agents/registry/unpackTar.ts',
    'agents/registry/unpackZip.ts',
  ]);
  expect(readersOf(/\/unpack(Tar|Zip)$/)).toEqual([]);
});

it('the window comes before zod and before Node’s own fetch: main reads neither', () => {
  expect(readersOf(/^zod$/).filter((name) => name.startsWith('app/'))).toEqual([]);
  // `protocol.handle` makes a Request and a Response of each answer, and the first of them reads HTTP/2 and TLS.
  const sources = files.filter((name) => name.startsWith('app/'));
  const handled = sources.filter((name) => /protocol\.handle\(/.test(readFileSync(new URL(name, MAIN), 'utf8')));
  expect(handled).toEqual([]);
});
