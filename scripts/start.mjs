#!/usr/bin/env node
// @ts-check
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { electronFlags, hasDisplay, preflight } from './preflight.mjs';
import { ensureBuilt, root } from './runtime/build.mjs';
import { colourCount, cropToWindow, difference, encodePng, readFramebuffer } from './runtime/framebuffer.mjs';
import { RuntimeError, runScript } from './runtime/runtimeError.mjs';
import { startVirtualDisplay } from './runtime/virtualDisplay.mjs';

const QUIT_MS = 20_000;
const FIRST_PICTURE_MS = 60_000;
const SCREENSHOT = join(root, 'test-results', 'start.png');

/**
 * Folders are meant as seen from where the person typed the command; npm itself runs scripts in the checkout.
 * @param {string[]} args
 */
function appArguments(args) {
  const from = process.env.INIT_CWD ?? process.cwd();
  return args.map((arg) => (arg.startsWith('-') ? arg : resolve(from, arg)));
}

/**
 * Runs one program until it ends. A signal to this script becomes one request to quit, so that the app ends its turns in
 * order; after QUIT_MS it is killed. The program has a process group of its own, or Ctrl-C would reach it twice, which
 * Chromium takes as an order to die at once.
 * @param {string} program @param {string[]} args @param {NodeJS.ProcessEnv} env
 * @returns {{ ended: Promise<number>, interrupted: () => boolean }} `ended`: the exit code, 0 when we asked it to quit
 */
function runUntilEnd(program, args, env) {
  const ownGroup = process.platform !== 'win32';
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], detached: ownGroup });
  let asked = false;
  const quit = () => {
    if (asked) return;
    asked = true;
    child.kill('SIGTERM');
    setTimeout(() => {
      process.stderr.write(`The app did not end within ${QUIT_MS / 1000} s and is killed.\n`);
      if (ownGroup && child.pid) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
    }, QUIT_MS).unref();
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, quit);
  /** @type {Promise<number>} */
  const ended = new Promise((settle, fail) => {
    child.once('error', (error) => fail(new RuntimeError(`${program} could not be started: ${error.message}`)));
    child.once('close', (code, signal) => {
      if (asked) return settle(0);
      if (signal) process.stderr.write(`The app was ended by ${signal}.\n`);
      settle(code ?? 1);
    });
  });
  return { ended, interrupted: () => asked };
}

/**
 * Waits until the window is painted and no longer changes (but for a blinking caret), and saves its picture.
 * @param {string} framebuffer @param {AbortSignal} ended
 */
async function saveScreenshot(framebuffer, ended) {
  const deadline = Date.now() + FIRST_PICTURE_MS;
  let last;
  let calm = 0;
  while (!ended.aborted) {
    await delay(500);
    const picture = cropToWindow(readFramebuffer(framebuffer));
    const painted = picture !== undefined && colourCount(picture) > 16;
    calm = painted && last && difference(last, picture) < 0.001 ? calm + 1 : 0;
    last = picture;
    const late = Date.now() > deadline;
    if (late && !picture)
      throw new RuntimeError(`No window appeared within ${FIRST_PICTURE_MS / 1000} s: see the lines above.`);
    if (!picture || (calm < 4 && !late)) continue;
    mkdirSync(dirname(SCREENSHOT), { recursive: true });
    writeFileSync(SCREENSHOT, encodePng(picture));
    process.stdout.write(`Screenshot: ${SCREENSHOT}\n`);
    return;
  }
}

/** @param {string} program @param {string[]} args @param {NodeJS.ProcessEnv} env */
async function startWithoutScreen(program, args, env) {
  const framebuffers = mkdtempSync(join(tmpdir(), 'signalbox-screen-'));
  const screen = await startVirtualDisplay({ framebuffers });
  try {
    process.stderr.write(`No display here: the app runs on a virtual one (${screen.display}).\n`);
    const app = runUntilEnd(program, args, { ...env, DISPLAY: screen.display });
    const over = new AbortController();
    const ended = app.ended.finally(() => over.abort());
    await Promise.all([
      saveScreenshot(join(framebuffers, 'Xvfb_screen0'), over.signal).then(() => {
        if (!over.signal.aborted) process.stdout.write('Signalbox is running. Press Ctrl-C to quit.\n');
      }),
      ended,
    ]);
    return await ended;
  } finally {
    await screen.stop();
    rmSync(framebuffers, { recursive: true, force: true });
  }
}

await runScript(async () => {
  const args = appArguments(process.argv.slice(2));
  const display = hasDisplay();
  const runtime = await preflight({ display });
  const flags = electronFlags();
  // Without a session bus and a GPU Chromium complains many times about nothing that matters here.
  if (!display) flags.push('--log-level=3');
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env };
  // Editors set it in their terminals; with it Electron is a plain Node.
  delete env.ELECTRON_RUN_AS_NODE;
  const program = runtime.executable;
  const argv = [...flags, root, ...args];
  ensureBuilt();
  return display ? runUntilEnd(program, argv, env).ended : startWithoutScreen(program, argv, env);
});
