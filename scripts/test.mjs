#!/usr/bin/env node
// @ts-check
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { preflight } from './preflight.mjs';
import { electronVite, ensureBuilt, root } from './runtime/build.mjs';
import { RuntimeError, runScript, stackOf } from './runtime/runtimeError.mjs';
import { closing, playwrightCounts, stepCounts, sum, vitestCounts } from './runtime/testResults.mjs';
import { startVirtualDisplay } from './runtime/virtualDisplay.mjs';

// `npm test` runs everything; `node scripts/test.mjs unit|e2e|agents [arguments of the runner]` one part of it.
// The last line is always `N passed, N failed`, and what failed is named right before it; a step of the check and the
// build count as one test each.

/** @typedef {import('./runtime/testResults.mjs').Counts} Counts */

const RESULTS = join(root, 'test-results');
/** The whole stays below a quarter of an hour: what hangs is ended and counts as failed. */
const DEADLINE = Date.now() + 14.5 * 60 * 1000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
function signalGroup(child, signal) {
  try {
    if (child.pid && process.platform !== 'win32') process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It ended in between.
  }
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    for (const child of running) signalGroup(child, 'SIGKILL');
    process.exit(signal === 'SIGINT' ? 130 : 143);
  });
}

/**
 * @param {string} program @param {string[]} args @param {NodeJS.ProcessEnv} [env] added to ours
 * @param {(said: string) => void} [listen] takes what it says, which is shown as it comes otherwise
 * @returns {Promise<boolean>} whether it ended well, in time
 */
function run(program, args, env = {}, listen) {
  return new Promise((resolve) => {
    const output = listen ? 'pipe' : 'inherit';
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
      detached: process.platform !== 'win32',
    });
    running.add(child);
    if (listen) for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', listen);
    const timer = setTimeout(
      () => {
        process.stderr.write('Out of time: this step is ended.\n');
        signalGroup(child, 'SIGTERM');
        setTimeout(() => signalGroup(child, 'SIGKILL'), 5_000).unref();
      },
      Math.max(1_000, DEADLINE - Date.now()),
    );
    /** @param {boolean} well */
    const settle = (well) => {
      clearTimeout(timer);
      running.delete(child);
      resolve(well);
    };
    child.once('error', (error) => {
      process.stderr.write(`${program} could not be started: ${error.message}\n`);
      settle(false);
    });
    // After its output; what it left behind may hold its pipes, so the end itself has to do where nobody listens.
    child.once(listen ? 'close' : 'exit', (code) => settle(code === 0));
  });
}

/** @param {string} name @param {() => Promise<Counts>} work @returns {Promise<Counts>} */
async function step(name, work) {
  process.stdout.write(`\n=== ${name}\n`);
  const began = Date.now();
  return ended(name, began, await work());
}

/** @param {string} name @param {number} began @param {Counts} counts */
function ended(name, began, counts) {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  process.stdout.write(`=== ${name}: ${counts.passed} passed, ${counts.failed} failed${skipped} (${seconds} s)\n`);
  return counts;
}

const CHECKS = { types: 'types', lint: 'lint', format: 'format:check', 'dead code': 'deadcode' };

/** Side by side, since the longest of them uses one core; each is shown whole when it has ended. */
const checks = () =>
  Promise.all(
    Object.entries(CHECKS).map(async ([name, script]) => {
      const began = Date.now();
      let said = '';
      const well = await run('npm', ['run', '--silent', script], {}, (more) => (said += more));
      process.stdout.write(`\n=== ${name}\n${said}`);
      return ended(name, began, stepCounts(name, well, said));
    }),
  );

/** @param {string} program */
const bin = (program) => join(root, 'node_modules', '.bin', program);

/** @param {string[]} args */
function unit(args) {
  const report = join(RESULTS, 'unit.json');
  const stray = join(RESULTS, 'unit-stray.json');
  for (const file of [report, stray]) rmSync(file, { force: true });
  const reporters = ['default', 'json', join(root, 'scripts', 'runtime', 'strayErrors.mjs')];
  const argv = ['run', ...reporters.map((one) => `--reporter=${one}`), `--outputFile.json=${report}`, ...args];
  const env = { SIGNALBOX_STRAY_ERRORS: stray };
  return step('unit', async () => vitestCounts(report, stray, await run(bin('vitest'), argv, env)));
}

/** @param {'e2e' | 'agents'} project @param {string[]} args @param {NodeJS.ProcessEnv} env */
function playwright(project, args, env) {
  const report = join(RESULTS, `${project}.json`);
  rmSync(report, { force: true });
  const argv = ['test', `--project=${project}`, '--reporter=list,json', ...args];
  const all = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  return step(project, async () => playwrightCounts(report, await run(bin('playwright'), argv, all)));
}

/**
 * The window tests run on a screen of their own, so that they neither disturb the person nor depend on what is there.
 * @template T @param {(env: NodeJS.ProcessEnv) => Promise<T>} work @param {string} electron
 */
async function onScreen(electron, work) {
  const screen = process.platform === 'linux' ? await startVirtualDisplay() : undefined;
  try {
    const env = { SIGNALBOX_ELECTRON: electron, ELECTRON_RUN_AS_NODE: undefined, WAYLAND_DISPLAY: undefined };
    return await work(screen ? { ...env, DISPLAY: screen.display } : env);
  } finally {
    await screen?.stop();
  }
}

/** In a process of its own, since much of it is not done in the background: what the machine lacks, and Electron. */
const prepare = () => run(process.execPath, [join(root, 'scripts', 'preflight.mjs'), '--tests']);

/** @returns {Promise<Counts[]>} */
async function everything() {
  const [checked, isPrepared] = await Promise.all([checks(), prepare()]);
  if (!isPrepared) return [...checked, stepCounts('preflight', false)];
  const { executable: electron } = await preflight({ display: false });
  const before = [...checked, await unit([])];
  const build = await step('build', async () =>
    stepCounts('build', await run(process.execPath, [electronVite, 'build'])),
  );
  // What was built before is not what these tests are to judge.
  if (build.failed > 0) return [...before, build];
  const shown = await onScreen(electron, async (env) => [
    await playwright('e2e', [], env),
    await playwright('agents', [], env),
  ]);
  return [...before, build, ...shown];
}

/** @param {string} electron @param {'e2e' | 'agents'} project @param {string[]} args */
function shownPart(electron, project, args) {
  ensureBuilt();
  const all = args.includes('--all') ? { SIGNALBOX_AGENTS: 'all' } : {};
  const rest = args.filter((arg) => arg !== '--all');
  return onScreen(electron, async (env) => [await playwright(project, rest, { ...env, ...all })]);
}

/** @param {string | undefined} part @param {string[]} args @returns {Promise<Counts[]>} */
async function runPart(part, args) {
  if (part === 'unit') return [await unit(args)];
  if (part === undefined) return everything();
  const { executable } = await preflight({ display: false });
  return shownPart(executable, part === 'agents' ? 'agents' : 'e2e', args);
}

await runScript(async () => {
  const [part, ...args] = process.argv.slice(2);
  if (part !== undefined && !['unit', 'e2e', 'agents'].includes(part)) {
    throw new RuntimeError(`There is no part '${part}': say unit, e2e or agents, or nothing for all.`);
  }
  mkdirSync(RESULTS, { recursive: true });
  /** @type {Counts[]} */
  let counts;
  try {
    counts = await runPart(part, args);
  } catch (error) {
    const said = error instanceof RuntimeError ? error.message : stackOf(error);
    process.stderr.write(`${said}\n`);
    counts = [stepCounts('the tests could not be run', false, said)];
  }
  const total = sum(counts);
  process.stdout.write(closing(total));
  return total.failed > 0 ? 1 : 0;
});
