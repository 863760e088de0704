import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { electronFlags } from '../preflight.mjs';
import { ensureBuilt, root } from '../runtime/build.mjs';

/** Where a step fails it is for good, however busy the machine is. */
const PATIENCE_MS = 120_000;

/** A built checkout to measure in place of this one: a snapshot, an older commit. */
const OTHER_TREE = process.env.BENCH_TREE;

/**
 * The built app in a window, with a profile of its own and one project open. It is started as a person starts it and reached
 * through Chromium's debugging port: Playwright's own launcher takes NODE_OPTIONS away and puts an inspector into main.
 * @param {{ executable: string, display?: string, folder: string, settings: object, project?: string,
 *   env?: Record<string, string> }} options
 *   `folder`: for profile (`home`, which may have been filled before) and project; `project`: another one than an empty
 */
export async function startApp({ executable, display, folder, settings, project = join(folder, 'orchard'), env = {} }) {
  if (OTHER_TREE === undefined) ensureBuilt();
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  mkdirSync(project, { recursive: true });
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings));
  const { ELECTRON_RUN_AS_NODE: _, WAYLAND_DISPLAY: __, ...inherited } = process.env;
  const child = spawn(
    executable,
    [...electronFlags(), '--log-level=3', '--remote-debugging-port=0', OTHER_TREE ?? root, project],
    {
      env: {
        ...inherited,
        ...(display === undefined ? {} : { DISPLAY: display }),
        LANG: 'en_US.UTF-8',
        LANGUAGE: 'en',
        SIGNALBOX_HOME: home,
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const exited = once(child, 'exit');
  const quit = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
  };
  try {
    const address = await debuggingAddress(child);
    await pageOf(address);
    const browser = await chromium.connectOverCDP(address, { timeout: PATIENCE_MS });
    const [context] = browser.contexts();
    const page = context.pages()[0] ?? (await context.waitForEvent('page'));
    page.setDefaultTimeout(PATIENCE_MS);
    // From here on it hears keys.
    await page.getByRole('navigation').first().waitFor();
    return { page, home, project, pid: child.pid, quit };
  } catch (error) {
    await quit();
    throw error;
  }
}

/** Attaching races with the opening of the first window: on a busy machine one start in five hung for ever. */
async function pageOf(address) {
  const list = `http://${new URL(address).host}/json/list`;
  for (const deadline = Date.now() + PATIENCE_MS; ;) {
    const targets = await fetch(list).then((answer) => answer.json());
    if (targets.some(({ type, url }) => type === 'page' && url.startsWith('app:'))) return;
    if (Date.now() > deadline) throw new Error('the app has no window');
    await delay(50);
  }
}

/** Reads on after it has found the address, or the app would block on a full pipe. */
function debuggingAddress(child) {
  return new Promise((settle, fail) => {
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr = (stderr + String(chunk)).slice(-20_000);
      const address = /DevTools listening on (ws:\S+)/.exec(stderr)?.[1];
      if (address !== undefined) settle(address);
    });
    child.once('error', fail);
    child.once('exit', () => fail(new Error(`the app ended before it had a window:\n${stderr}`)));
  });
}
