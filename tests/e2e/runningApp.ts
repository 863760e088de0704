import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { _electron, chromium, expect } from '@playwright/test';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { writeInto } from '../../scripts/bench/window/paste.mjs';
import { enginePid } from './processes';

export interface LaunchOptions {
  home: string;
  /** What a person would write behind `signalbox`. */
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

/**
 * The demo speaks without pauses, so that tests wait for nothing but the app, and the login shell is a plain one, whatever
 * this machine's own does at its start.
 */
const ENVIRONMENT = { SHELL: '/bin/sh', SIGNALBOX_DEMO_SPEED: '0', LANGUAGE: 'en', LANG: 'en_US.UTF-8' };
const START_MS = 20_000;
const END_MS = 12_000;

/** The app's folder: the repository, or a build elsewhere. */
export const appFolder = resolve(process.env['SIGNALBOX_APP'] ?? '.');
export const electronExecutable = process.env['SIGNALBOX_ELECTRON'] ?? '';
/**
 * Playwright holds the app's `ready` back until it has attached, but only where it finds Electron itself through the npm
 * package: given an executable it races with the first window (seen: one start in forty hung for ever).
 */
if (electronExecutable !== '') process.env['ELECTRON_OVERRIDE_DIST_PATH'] = dirname(electronExecutable);
/** Chromium refuses to run as root with its sandbox. */
export const rootFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** One running app, named as a person names its parts (DESIGN section 12), and what a test does to it from outside. */
export class RunningApp {
  readonly electron: ElectronApplication;
  page: Page;
  readonly home: string;
  /** Electron's main process. */
  readonly pid: number;
  /** What the page threw or logged as an error, and what the engine called a defect. */
  readonly complaints: string[] = [];
  #expected: RegExp[] = [];
  /** Kept from the start: Playwright gives it out no more once it has gone. */
  readonly #process: ChildProcess;

  private constructor(electron: ElectronApplication, page: Page, home: string, pid: number) {
    this.electron = electron;
    this.page = page;
    this.home = home;
    this.pid = pid;
    this.#process = electron.process();
  }

  static async launch({ home, args = [], env = {} }: LaunchOptions): Promise<RunningApp> {
    const electron = await _electron.launch({
      timeout: START_MS,
      args: [...rootFlags, '--lang=en-US', appFolder, ...args],
      env: { ...inherited(), ...ENVIRONMENT, SIGNALBOX_HOME: home, ...env },
    });
    const page = await firstWindow(electron);
    const pid = await electron.evaluate(() => process.pid);
    const app = new RunningApp(electron, page, home, pid);
    app.#listen();
    // The frame, or the page that says why there is none.
    await expect(page.getByRole('navigation').or(page.getByRole('main')).first()).toBeVisible({ timeout: 20_000 });
    // The folder opens a page of its own, which would take the place of what a quick test chooses before it is there.
    if (args.some((arg) => existsSync(arg))) {
      await expect(page.getByRole('main', { name: /^(Start|开始)$/ })).toHaveCount(0, { timeout: 20_000 });
    }
    return app;
  }

  #listen(): void {
    this.page.setDefaultTimeout(10_000);
    this.page.on('pageerror', (error) => this.#complain(`page: ${error.stack ?? error.message}`));
    this.page.on('console', (message) => {
      if (message.type() === 'error') this.#complain(`console: ${message.text()}`);
    });
  }

  /** After a crash of the page: Playwright gives the old one up, so the new one is attached to by Chromium's own port. */
  async reattach(): Promise<void> {
    const [port] = readFileSync(join(this.home, 'DevToolsActivePort'), 'utf8').split('\n');
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const page = browser.contexts()[0]?.pages()[0];
    if (page === undefined) throw new Error('there is no page to attach to');
    this.page = page;
    this.#listen();
  }

  /** Complaints that the test provokes. */
  expectComplaint(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  #complain(text: string): void {
    if (!this.#expected.some((pattern) => pattern.test(text))) this.complaints.push(text);
  }

  // The parts of the window

  get sidebar(): Locator {
    return this.page.getByRole('navigation', { name: 'Projects and sessions' });
  }
  get sessions(): Locator {
    return this.page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  }
  get transcript(): Locator {
    return this.page.getByRole('log', { name: 'Transcript' });
  }
  get message(): Locator {
    return this.page.getByRole('textbox', { name: 'Message' });
  }
  get sendButton(): Locator {
    return this.page.getByRole('button', { name: 'Send', exact: true });
  }
  get stopButton(): Locator {
    return this.page.getByRole('button', { name: 'Stop', exact: true });
  }
  get needsYou(): Locator {
    return this.page.getByRole('region', { name: 'Needs you' });
  }

  /** The row of a session by its title; its text also says its status in words. */
  row(title: string | RegExp): Locator {
    return this.sessions.filter({ hasText: title });
  }

  // What a person does

  /** From anywhere: a session with this agent in the project that is chosen, or in the one named. */
  async newSession(agent: string, project?: string): Promise<void> {
    await this.sidebar.getByRole('button', { name: 'New session', exact: true }).click();
    if (project !== undefined) {
      await this.page.getByRole('combobox', { name: 'Project' }).click();
      await this.page.getByRole('option', { name: project }).click();
    }
    // Whatever is known of it; one that is not there cannot be chosen.
    await this.page.getByRole('radio', { name: new RegExp(`^${agent}, (?!looking|not found)`) }).click();
    await this.page.getByRole('button', { name: 'Start session' }).click();
    await expect(this.page.getByRole('main', { name: 'Session', exact: true })).toBeVisible();
    await expect(this.message).toBeFocused();
  }

  async send(text: string): Promise<void> {
    await this.write(text);
    // An agent whose variant counts takes nothing before it is shown.
    await expect(this.page.getByRole('button', { name: /^(Send|发送)$/ })).toBeEnabled();
    await this.message.press('Enter');
    await expect(this.message).toHaveValue('');
  }

  /** Into the composer, long texts as a person pastes them. */
  write(text: string): Promise<void> {
    return writeInto(this.message, text);
  }

  /** Keys as the system has them: Control, on macOS Command. */
  press(keys: string): Promise<void> {
    return this.page.keyboard.press(keys.replace('Mod', 'ControlOrMeta'));
  }

  /** The card of an open request in the session on screen. */
  card(region: 'Permission request' | 'Plan review' | 'Question'): Locator {
    return this.page.getByRole('region', { name: region });
  }

  /** Presses keys until they take: a card does not listen before it has been there for half a second (AC-63). */
  async pressUntil(keys: string, taken: () => Promise<void>): Promise<void> {
    await expect(async () => {
      await this.press(keys);
      await taken();
    }).toPass({ intervals: [150], timeout: 8000 });
  }

  /** A picture to look at, beside those of the other tests. */
  async shot(name: string): Promise<void> {
    await this.page.screenshot({ path: join('test-results', `${name}.png`), animations: 'disabled' });
  }

  /** The same in both themes. */
  async shotInBothThemes(name: string): Promise<void> {
    for (const colorScheme of ['dark', 'light'] as const) {
      await this.page.emulateMedia({ colorScheme });
      await this.shot(`${name}-${colorScheme}`);
    }
  }

  // What the system does

  /** The next folder picker answers this; null: the person cancels. Tells how often it was opened since. */
  async pickFolder(path: string | null): Promise<() => Promise<number>> {
    const opened = await this.electron.evaluateHandle(({ dialog }, picked) => {
      const all = { count: 0 };
      dialog.showOpenDialog = () => {
        all.count += 1;
        return Promise.resolve({ canceled: picked === null, filePaths: picked === null ? [] : [picked] });
      };
      return all;
    }, path);
    return () => opened.evaluate(({ count }) => count);
  }

  /** The next save dialog answers this file. */
  async saveAs(path: string): Promise<void> {
    await this.electron.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    }, path);
  }

  /** Message boxes from now on are answered by the button that `answer` names; returns what was asked since. */
  async answerMessageBoxes(answer: string): Promise<() => Promise<string[]>> {
    const asked = await this.electron.evaluateHandle(({ dialog }, button) => {
      const all: string[] = [];
      dialog.showMessageBox = (...given: (Electron.BaseWindow | Electron.MessageBoxOptions)[]) => {
        const options = given.at(-1);
        const buttons = options !== undefined && 'buttons' in options ? (options.buttons ?? []) : [];
        const text = options !== undefined && 'message' in options ? [options.message, options.detail] : [];
        all.push([...text, ...buttons].join('\n'));
        return Promise.resolve({ response: buttons.indexOf(button), checkboxChecked: false });
      };
      return all;
    }, answer);
    return () => asked.jsonValue();
  }

  /**
   * What the app hands to the system from now on is kept instead: an address as it is, a file or folder that is shown in
   * the file manager as `shown PATH`, one that is opened as `path PATH`.
   */
  async keepExternalLinks(): Promise<() => Promise<string[]>> {
    const opened = await this.electron.evaluateHandle(({ shell }) => {
      const all: string[] = [];
      shell.openExternal = (url) => {
        all.push(url);
        return Promise.resolve();
      };
      shell.openPath = (path) => {
        all.push(`path ${path}`);
        return Promise.resolve('');
      };
      shell.showItemInFolder = (path) => void all.push(`shown ${path}`);
      return all;
    });
    return () => opened.jsonValue();
  }

  /** Notifications from now on are kept instead of shown; `click` clicks the last one. */
  async keepNotifications(): Promise<{ shown: () => Promise<string[]>; click: () => Promise<void> }> {
    const kept = await this.electron.evaluateHandle(({ Notification }) => {
      const all: Electron.Notification[] = [];
      Notification.isSupported = () => true;
      Notification.prototype.show = function show(this: Electron.Notification) {
        all.push(this);
      };
      return all;
    });
    return {
      shown: () => kept.evaluate((all) => all.map(({ title, body }) => `${title} | ${body}`)),
      click: () => kept.evaluate((all) => void all.at(-1)?.emit('click')),
    };
  }

  /** What closing the window by its button does. */
  async closeWindow(): Promise<void> {
    await this.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  }

  windowIsVisible(): Promise<boolean> {
    return this.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false);
  }

  /** The engine's process, as soon as it is there. */
  async enginePid(): Promise<number> {
    await expect.poll(() => enginePid(this.pid)).toBeDefined();
    return enginePid(this.pid) ?? -1;
  }

  /** The log file of main and engine. */
  log(): string {
    try {
      return readFileSync(join(this.home, 'logs', 'main.log'), 'utf8');
    } catch {
      return '';
    }
  }

  get hasExited(): boolean {
    const { exitCode, signalCode } = this.#process;
    return exitCode !== null || signalCode !== null;
  }

  /** Resolves when the main process is gone. */
  async exited(): Promise<void> {
    if (!this.hasExited) await once(this.#process, 'exit');
  }

  /** Quits as the menu does, and waits for it. */
  async quit(): Promise<void> {
    const gone = this.exited();
    // The answer may be lost with the process that gives it.
    await this.electron.evaluate(({ app }) => setImmediate(() => app.quit())).catch(() => undefined);
    await gone;
  }

  /** What a power cut or `kill -9` does: main dies without a word. */
  async kill(): Promise<void> {
    const gone = this.exited();
    process.kill(this.pid, 'SIGKILL');
    await gone;
  }

  /** After the test: the app ends in order, whatever it was doing. */
  async end(): Promise<void> {
    if (!this.hasExited) {
      const gone = this.exited();
      process.kill(this.pid, 'SIGTERM');
      const timer = setTimeout(() => {
        this.complaints.push('the app did not end in time');
        process.kill(this.pid, 'SIGKILL');
      }, END_MS);
      await gone;
      clearTimeout(timer);
    }
    for (const line of this.log().split('\n')) if (/defect in|\[error\]/.test(line)) this.#complain(line);
  }
}

/** Says what the app said where it shows no window. */
async function firstWindow(electron: ElectronApplication): Promise<Page> {
  let said = '';
  const child = electron.process();
  const listen = (chunk: Buffer): void => {
    said = (said + chunk.toString()).slice(-8000);
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  try {
    return await electron.firstWindow({ timeout: START_MS });
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`no window within ${START_MS} ms; the app said:\n${said}`, { cause: error });
  }
}

/** The environment of the test run without what belongs to the programs that started it. */
export function inherited(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !/^(ELECTRON_|npm_|SIGNALBOX_)/.test(entry[0]),
  );
  return Object.fromEntries(entries);
}

mkdirSync('test-results', { recursive: true });
