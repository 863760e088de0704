import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closing, playwrightCounts, stepCounts, sum, vitestCounts } from '../../scripts/runtime/testResults.mjs';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'signalbox-results-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A run of the real vitest, told as scripts/test.mjs tells it. */
async function vitest(files: Record<string, string>) {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const [report, stray] = [join(folder, 'unit.json'), join(folder, 'stray.json')];
  const reporters = ['json', resolve('scripts/runtime/strayErrors.mjs')].map((one) => `--reporter=${one}`);
  const program = resolve('node_modules/vitest/vitest.mjs');
  const args = [program, 'run', ...reporters, `--outputFile.json=${report}`];
  const env = { ...process.env, SIGNALBOX_STRAY_ERRORS: stray };
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore', env });
  const [code] = await once(child, 'exit');
  return vitestCounts(report, stray, code === 0);
}

describe('the end of what the tests say', () => {
  it('names each test of vitest that failed and what failed outside of any, with how its error begins', async () => {
    const counts = await vitest({
      'a.test.mjs': `import { describe, expect, it } from 'vitest';
        describe('a room', () => { it('holds', () => {}); it('is whole', () => expect({ a: 1 }).toEqual({ a: 2 })); });`,
      'b.test.mjs': `import { it } from 'vitest'; it('waits', () => {}); throw new Error('cannot be loaded');`,
      'c.test.mjs': `import { it } from 'vitest'; it('goes', () => void Promise.reject(new Error('nobody awaits me')));`,
    });
    expect(counts).toMatchObject({ passed: 2, failed: 1 });
    expect(counts.failures.toSorted().map((text) => text.split('\n').slice(0, 2))).toEqual([
      [
        expect.stringMatching(/a\.test\.mjs › a room › is whole$/),
        '    AssertionError: expected { a: 1 } to deeply equal { a: 2 }',
      ],
      [expect.stringMatching(/b\.test\.mjs$/), '    cannot be loaded'],
      ['outside of any test', '    Error: nobody awaits me'],
    ]);
  });

  it('counts what failed outside of any test as one failure', () => {
    const [report, stray] = [join(folder, 'unit.json'), join(folder, 'stray.json')];
    writeFileSync(report, JSON.stringify({ numPassedTests: 3, numFailedTests: 0, testResults: [] }));
    writeFileSync(stray, JSON.stringify(['Error: nobody awaits me\n    at here', 'Error: nor me']));
    expect(vitestCounts(report, stray, false)).toEqual({
      passed: 3,
      failed: 1,
      skipped: 0,
      failures: [
        'outside of any test\n    Error: nobody awaits me\n        at here',
        'outside of any test\n    Error: nor me',
      ],
    });
  });

  it('names each window test that failed, in plain letters', () => {
    const test = (status: string, message?: string) => ({
      status,
      results: [{ errors: message === undefined ? [] : [{ message }] }],
    });
    const report = join(folder, 'e2e.json');
    const inner = { title: 'a group', specs: [{ title: 'opens', tests: [test('flaky', 'once')] }] };
    const specs = [
      { title: 'closes', tests: [test('unexpected', '\u001b[31mExpected: 1\u001b[39m\n\nReceived: 2\n3\n4\n5\n6\n7')] },
      { title: 'stays', tests: [test('expected')] },
    ];
    const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 0 };
    writeFileSync(report, JSON.stringify({ stats, suites: [{ title: 'a.spec.ts', specs, suites: [inner] }] }));
    const counts = playwrightCounts(report, false);
    expect(counts).toMatchObject({ passed: 1, failed: 2 });
    expect(counts.failures).toEqual([
      'a.spec.ts › closes\n    Expected: 1\n    Received: 2\n    3\n    4\n    5\n    6',
      'a.spec.ts › a group › opens\n    once',
    ]);
  });

  it('says which part left no report', () => {
    expect(playwrightCounts(join(folder, 'e2e.json'), true).failures).toEqual(['e2e: failed without a failed test']);
  });

  it('ends with the count alone on its line, and what failed right before it', () => {
    const ran = { passed: 4, failed: 1, skipped: 0, failures: ['a.test.ts › b\n    c'] };
    const all = [stepCounts('types', true, 'fine'), stepCounts('lint', false, 'begins\n\n1\n2\n3\n4\n5\nends\n'), ran];
    expect(closing(sum(all))).toBe(
      '\n=== failed\nlint\n    1\n    2\n    3\n    4\n    5\n    ends\na.test.ts › b\n    c\n\n5 passed, 2 failed\n',
    );
    expect(closing(sum([stepCounts('types', true)]))).toBe('\n1 passed, 0 failed\n');
  });
});
