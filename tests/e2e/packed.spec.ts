import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { listPackage } from '@electron/asar';
import { chromium, expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { fakeAgent, writeSettings } from './settings';

// The packed app shuts Playwright's own door (the inspect fuse is off), so it is started as a person starts it and
// attached to by Chromium's debugging port.

const electron = process.env.SIGNALBOX_ELECTRON ?? '';
const isFallback = electron.includes('-fallback-');
const folders = { linux: 'linux-unpacked', darwin: 'mac', win32: 'win-unpacked' };
const output = join('dist', isFallback ? 'fallback' : '');

let home: string;
let project: string;
let packed: ChildProcess | undefined;
let page: Page | undefined;

test.skip(process.platform !== 'linux', 'The unpacked app is started where it is packed by every test run: on Linux.');

test.beforeAll(() => {
  test.setTimeout(240_000);
  const flags = ['--dir', '--built', ...(isFallback ? ['--runtime=fallback'] : [])];
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/dist.mjs', ...flags], { encoding: 'utf8' });
  expect(status, `${stdout}\n${stderr}`).toBe(0);
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-packed-'));
  home = join(folder, 'home');
  project = join(folder, 'orchard');
  mkdirSync(home);
  const authMethods = [{ id: 'code', name: 'Device code', type: 'terminal', args: ['login'] }];
  const config = { auth: true, authFile: join(folder, 'signed-in'), authMethods };
  writeSettings(home, { agents: [fakeAgent(folder, { name: 'Orchard', config }).setting], defaultAgent: 'demo' });
  mkdirSync(project);
});

test.afterAll(async () => {
  if (packed?.exitCode === null) {
    packed.kill('SIGTERM');
    await once(packed, 'exit');
  }
  if (home) rmSync(resolve(home, '..'), { recursive: true, force: true });
});

/** Starts the packed app and waits for the address of its debugging port. */
async function startPacked(): Promise<Page> {
  const executable = join(output, folders.linux, 'signalbox');
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  packed = spawn(executable, ['--remote-debugging-port=0', ...root, project], {
    env: { ...process.env, SIGNALBOX_HOME: home, LANGUAGE: 'en', LANG: 'en_US.UTF-8' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const address = await debuggingAddress(packed);
  const browser = await chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  if (!context) throw new Error('the packed app has no browser context');
  return context.pages()[0] ?? (await context.waitForEvent('page'));
}

/** Reads on after it has found the address, or the app would block on a full pipe. */
function debuggingAddress(app: ChildProcess): Promise<string> {
  return new Promise((settle, fail) => {
    let stderr = '';
    app.stderr?.on('data', (chunk) => {
      stderr = (stderr + String(chunk)).slice(-20_000);
      const address = /DevTools listening on (ws:\S+)/.exec(stderr)?.[1];
      if (address !== undefined) settle(address);
    });
    app.once('error', fail);
    app.once('exit', () => fail(new Error(`the packed app ended before it had a window:\n${stderr}`)));
  });
}

test('the packed app carries the native modules of this platform, and no library that is bundled already', () => {
  const resources = join(output, folders.linux, 'resources');
  const packages = listPackage(join(resources, 'app.asar'), { isPack: false }).flatMap(
    (path) => /^\/node_modules\/(.+)\/package\.json$/.exec(path)?.[1] ?? [],
  );
  const here = `${process.platform}-${process.arch}`;
  expect(packages.toSorted()).toEqual([
    '@lydell/node-pty',
    `@lydell/node-pty-${here}`,
    '@photostructure/sqlite',
    'node-gyp-build',
  ]);
  const unpacked = readdirSync(join(resources, 'app.asar.unpacked'), { recursive: true, encoding: 'utf8' });
  expect(unpacked.filter((path) => path.endsWith('.node')).map((path) => path.includes(here))).toEqual([true, true]);
});

test('the packed app starts, and a turn of the demo agent finishes in it', async () => {
  test.setTimeout(120_000);
  page ??= await startPacked();
  expect(new URL(page.url()).protocol).toBe('app:');
  await page.getByRole('button', { name: 'New session' }).first().click();
  // The folder of the command line opens by itself, which begins the page anew.
  await expect(page.getByRole('combobox', { name: 'Project' })).toContainText('orchard');
  const message = page.getByRole('textbox', { name: 'Message' });
  // Asks for nothing: the whole conversation with its requests is driven in demo.spec.ts.
  await message.fill('/todos');
  await message.press('Enter');
  const transcript = page.getByRole('log', { name: 'Transcript' });
  await expect(transcript.getByText('/todos').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Todos' }).getByRole('listitem').first()).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').first()).toContainText(/Done|Idle/, {
    timeout: 60_000,
  });
  await page.screenshot({ path: 'test-results/packed.png' });
});

test('a terminal runs in the packed app, whose fuses allow no other Node', async () => {
  page ??= await startPacked();
  await page.getByRole('button', { name: 'New session' }).first().click();
  await page.getByRole('radio', { name: /^Orchard/ }).click();
  await page.getByRole('button', { name: 'Start session' }).click();
  await page.getByRole('button', { name: 'Open a terminal: Device code' }).click();
  const terminal = page.getByRole('textbox', { name: 'Terminal: Device code' });
  await expect(terminal).toBeFocused();
  // What is typed before the program asks may be lost among what the screen replays.
  await expect(page.getByRole('region', { name: 'Terminal: Device code' })).toContainText('Done?');
  await page.keyboard.type('yes');
  await page.keyboard.press('Enter');
  await expect(terminal).toBeHidden();
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log', { name: 'Transcript' })).toContainText('Echo: Hello');
});
