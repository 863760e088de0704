import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readTextFile, resolveInside, writeTextFile } from '../../src/main/sessions/workspaceFiles';
import { FUZZ_TIME, fuzz } from '../support/fuzz/fuzz';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'signalbox-fuzz-')));
const root = join(base, 'root');
mkdirSync(join(root, 'a', 'b'), { recursive: true });
mkdirSync(join(base, 'outside', 'deep'), { recursive: true });
mkdirSync(join(base, 'root-beside'));
writeFileSync(join(base, 'outside', 'secret'), 'SECRET');
writeFileSync(join(base, 'root-beside', 'secret'), 'SECRET');
writeFileSync(join(root, 'a', 'file'), 'inside');
const links: [from: string, to: string][] = [
  ['out', '../outside'],
  ['a/up', '../../outside/deep'],
  ['a/absolute', join(base, 'outside')],
  ['a/inside', 'b'],
  ['a/loop', 'loop'],
  ['a/dangling', '../../outside/not-there'],
  ['a/b/back', '../..'],
];
for (const [from, to] of links) symlinkSync(to, join(root, from));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const part = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'a',
      'b',
      'file',
      'out',
      'up',
      'absolute',
      'inside',
      'loop',
      'dangling',
      'back',
      'secret',
      'deep',
    ),
  },
  fc.constantFrom('..', '.', '', '...', '..\\', '%2e%2e', '~', '\0', 'new', 'C:', '\u202e', '..\u2215'),
  fc.string({ maxLength: 5 }),
);
const path = fc
  .tuple(
    fc.constantFrom(root, `${root}/`, base, '', '/', `${root}-beside`, `${root}/../root`),
    fc.array(part, { maxLength: 7 }),
    fc.constantFrom('/', '//', '/./'),
  )
  .map(([start, parts, joint]) => [start, ...parts].join(joint));

const isInside = (real: string): boolean => {
  const way = relative(root, real);
  return way === '' || (!way.startsWith(`..${sep}`) && way !== '..' && !way.startsWith('/'));
};

describe('the confinement of paths', () => {
  it(
    'no path, however it is written, leads out of the roots',
    (context) =>
      fuzz(context, 500, [path], async (given) => {
        const resolved = await resolveInside([root], given);
        if (resolved.ok) expect(isInside(resolved.value)).toBe(true);
        else expect(resolved.error.code).toMatch(/^file\./);
        const text = await readTextFile([root], { path: given });
        if (text.ok) expect(text.value).not.toContain('SECRET');
      }),
    FUZZ_TIME,
  );

  it(
    'nothing is written outside of the roots',
    (context) =>
      fuzz(context, 150, [path], async (given) => {
        await writeTextFile([root], { path: given, content: 'written' });
        const secrets = await Promise.all(
          [join(base, 'outside', 'secret'), join(base, 'root-beside', 'secret')].map((file) =>
            readTextFile([base], { path: file }),
          ),
        );
        for (const secret of secrets) expect(secret).toEqual({ ok: true, value: 'SECRET' });
        expect(await readTextFile([base], { path: join(base, 'outside', 'not-there') })).toMatchObject({ ok: false });
      }),
    FUZZ_TIME,
  );
});
