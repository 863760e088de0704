import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../e2e/app';
import type { LaunchOptions, RunningApp } from '../e2e/runningApp';
import { words } from '../e2e/words';

// How pictures of a state are taken, in both languages and themes: see screens.spec.ts. SCREENS_ONLY=table,diff takes only
// those whose names begin so.

export const OUT = join('test-results', 'screens');
export const ONLY = process.env['SCREENS_ONLY']?.split(',');
interface Size {
  size: string;
  width: number;
  height: number;
  zoom: number;
}

const SIZES: readonly Size[] = [
  { size: 'usual', width: 1280, height: 800, zoom: 1 },
  { size: 'large', width: 2560, height: 1440, zoom: 1 },
  { size: 'zoomed', width: 1280, height: 800, zoom: 2 },
];
/** 400 % of 1280 is 320 wide (WCAG 1.4.10): as high as what is to be seen, and as low as such a window really is. */
export const NARROW: readonly Size[] = [
  { size: 'high', width: 320, height: 720, zoom: 1 },
  { size: 'low', width: 1280, height: 800, zoom: 4 },
];

interface Taking {
  sizes?: readonly Size[];
  prepare?: () => Promise<void>;
  height?: number;
}

export type Language = 'en' | 'zh-CN';

/** One app in one language, and the pictures that are taken of it. */
export class Screens {
  readonly app: RunningApp;
  readonly page: Page;
  readonly #language: Language;

  constructor(app: RunningApp, language: Language) {
    this.app = app;
    this.page = app.page;
    this.#language = language;
  }

  say(key: string, values: Readonly<Record<string, string>> = {}): string {
    return words(key, values, this.#language);
  }

  get message(): Locator {
    return this.page.getByRole('textbox', { name: this.say('composer.message') });
  }

  button(key: string, values?: Readonly<Record<string, string>>): Locator {
    return this.page.getByRole('button', { name: this.say(key, values), exact: true });
  }

  async openSettings(section: string): Promise<void> {
    await this.app.press('Mod+,');
    await this.page
      .getByRole('navigation', { name: this.say('settings.sections') })
      .getByRole('button', { name: this.say(`settings.${section}`), exact: true })
      .click();
  }

  /** From anywhere, in the project that is chosen. */
  async newSession(agent: string): Promise<void> {
    await this.button('sidebar.newSession').first().click();
    await this.page.getByRole('radio', { name: new RegExp(`^${agent}`) }).click();
    await this.button('newSession.start').click();
    await expect(this.message).toBeFocused();
  }

  async send(text: string): Promise<void> {
    await this.message.fill(text);
    await expect(this.button('composer.send')).toBeEnabled();
    await this.message.press('Enter');
    await expect(this.message).toHaveValue('');
  }

  /** What the pointer is over and where the keyboard is, in the usual size: of each a ground or a ring is to be seen. */
  async point(name: string, over: Locator, at: Locator): Promise<void> {
    if (!wanted(name)) return;
    const { page } = this;
    // Rings are for whoever works by keyboard: the last that was pressed has been a key.
    await page.keyboard.press('Shift');
    await at.focus();
    await over.hover();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await calm(page);
      await page.screenshot({ path: join(OUT, `${name}-usual-${this.#language}-${colorScheme}.png`) });
    }
  }

  /**
   * One state in every size and theme. `prepare` brings what a change of the size takes away; `height` is of the usual
   * window where what is to be seen is longer than one.
   */
  async take(name: string, { prepare, height: tall, sizes = SIZES }: Taking = {}): Promise<void> {
    if (!wanted(name)) return;
    const { page } = this;
    const { electron } = this.app;
    for (const { size, width, height: usual, zoom } of sizes) {
      const height = (size === 'usual' ? tall : undefined) ?? usual;
      await electron.evaluate(
        ({ BrowserWindow }, factor) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(factor),
        zoom,
      );
      await page.setViewportSize({ width, height });
      await prepare?.();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        // Rows are measured, colours of code come from a worker: it is calm when nothing changes any more.
        await calm(page);
        expect.soft(await page.evaluate(cutAtTheSide), `${name}, ${size}: nothing is cut at its side`).toEqual([]);
        expect.soft(await page.evaluate(() => window.scrollY), `${name}, ${size}: the window itself stands`).toBe(0);
        const file = join(OUT, `${name}-${size}-${this.#language}-${colorScheme}.png`);
        await page.screenshot({ path: file, animations: 'disabled' });
      }
    }
    await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(1));
    await page.setViewportSize({ width: 1280, height: 800 });
  }
}

/** Waits until nothing in the page has changed for a while, in the shadow trees of diffs neither. */
async function calm(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        let timer = setTimeout(finish, 400);
        const observer = new MutationObserver(() => {
          watch();
          clearTimeout(timer);
          timer = setTimeout(finish, 400);
        });
        function watch(): void {
          const inside = [...document.querySelectorAll('.diff-pierre')].flatMap((host) => host.shadowRoot ?? []);
          for (const root of [document.body, ...inside])
            observer.observe(root, { subtree: true, childList: true, attributes: true });
        }
        function finish(): void {
          observer.disconnect();
          done();
        }
        watch();
      }),
  );
}

/**
 * What is wider than the box that shows it, other than code, tables and lines that end in an ellipsis, which say so
 * themselves. Runs in the page.
 */
function cutAtTheSide(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main, main *, nav, nav *, aside *, [role="dialog"] *')].flatMap(
    (box) => {
      const style = getComputedStyle(box);
      if (box.scrollWidth <= box.clientWidth + 1 || style.overflowX === 'visible' || style.textOverflow === 'ellipsis')
        return [];
      if (
        box.clientWidth <= 1 ||
        box.closest(
          'pre, textarea, input, .md-table, .md-formula, .output, .diff, .diff-pierre, .viewer, .file-text, :has(> .xterm)',
        ) !== null
      )
        return [];
      return [`${box.tagName} .${box.className} ${box.clientWidth} < ${box.scrollWidth}`];
    },
  );
}

/** Whether any picture is wanted whose name begins with `kind`, or this one. */
export const wanted = (name: string): boolean => ONLY === undefined || ONLY.some((part) => name.startsWith(part));
const wantedOf = (kind: string): boolean => wanted(kind) || (ONLY?.some((part) => part.startsWith(kind)) ?? false);

interface Place {
  launchApp: (options?: Partial<LaunchOptions>) => Promise<RunningApp>;
  home: string;
  folder: string;
  project: (name: string) => string;
  language: Language;
  /** The app, with what is done to it in its language. */
  screens: (options?: Partial<LaunchOptions>) => Promise<Screens>;
}

/** All pictures whose names begin with `kind`, in both languages. */
export function pictures(kind: string, take: (place: Place) => Promise<void>): void {
  for (const language of ['en', 'zh-CN'] as const) {
    test(`${kind} in ${language}`, async ({ launchApp, home, folder, project }) => {
      test.setTimeout(600_000);
      test.skip(!wantedOf(kind));
      mkdirSync(OUT, { recursive: true });
      const screens = async (options?: Partial<LaunchOptions>) => new Screens(await launchApp(options), language);
      await take({ launchApp, home, folder, project, language, screens });
    });
  }
}
