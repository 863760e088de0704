import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../e2e/app';
import type { RunningApp } from '../e2e/runningApp';
import { writeSettings } from '../e2e/settings';
import { words } from '../e2e/words';
import { type Scenes, scenes } from './scenes';
import { scriptedAgent } from './scriptedAgent';
import { en, zh } from './speech';

// Pictures of everything that people look at, in both languages and themes, in a usual window, a very large one and at
// 200 % zoom: to be looked at, side by side (docs/design.md). SCREENS_ONLY=table,diff takes only these.

const OUT = join('test-results', 'screens');
const ONLY = process.env['SCREENS_ONLY']?.split(',');
const SIZES = [
  { size: 'usual', width: 1280, height: 800, zoom: 1 },
  { size: 'large', width: 2560, height: 1440, zoom: 1 },
  { size: 'zoomed', width: 1280, height: 800, zoom: 2 },
] as const;

type Language = 'en' | 'zh-CN';

class Screens {
  readonly #app: RunningApp;
  readonly #language: Language;

  constructor(app: RunningApp, language: Language) {
    this.#app = app;
    this.#language = language;
  }

  say(key: string, values: Readonly<Record<string, string>> = {}): string {
    return words(key, values, this.#language);
  }

  /** One state in every size and theme. `prepare` brings what a change of the size takes away. */
  async take(name: string, prepare?: () => Promise<void>): Promise<void> {
    if (!wanted(name)) return;
    const { page, electron } = this.#app;
    for (const { size, width, height, zoom } of SIZES) {
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
        const file = join(OUT, `${name}-${size}-${this.#language}-${colorScheme}.png`);
        await page.screenshot({ path: file, animations: 'disabled' });
      }
    }
    await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(1));
    await page.setViewportSize({ width: 1280, height: 800 });
  }
}

/** Waits until nothing in the page has changed for a while. */
async function calm(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        let timer = setTimeout(finish, 250);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(finish, 250);
        });
        function finish(): void {
          observer.disconnect();
          done();
        }
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
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
        box.closest('pre, textarea, input, .md-table, .md-formula, .output, .diff, .diff-pierre, .viewer') !== null
      )
        return [];
      return [`${box.tagName} .${box.className} ${box.clientWidth} < ${box.scrollWidth}`];
    },
  );
}

const wanted = (name: string): boolean => ONLY === undefined || ONLY.some((part) => name.startsWith(part));

const catalogue = ['cursor', 'claude', 'codex', 'gemini', 'opencode', 'copilot', 'demo'];

test.beforeAll(() => mkdirSync(OUT, { recursive: true }));

for (const language of ['en', 'zh-CN'] as const) {
  test(`empty states in ${language}`, async ({ launchApp, home, project }) => {
    test.setTimeout(600_000);
    test.skip(ONLY !== undefined && !ONLY.some((part) => part.startsWith('empty')));
    writeSettings(home, { locale: language, hiddenAgents: catalogue });
    const app = await launchApp();
    const screens = new Screens(app, language);
    await expect(app.page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await screens.take('empty-no-agents');
    for (const section of ['general', 'agents', 'mcp', 'data', 'about']) {
      await app.press('Mod+,');
      await app.page
        .getByRole('navigation', { name: screens.say('settings.sections') })
        .getByRole('button', { name: screens.say(`settings.${section}`), exact: true })
        .click();
      await screens.take(`empty-settings-${section}`);
    }
    await app.press('Escape');
    await app.press('Mod+Shift+f');
    await screens.take('empty-search');
    await app.quit();

    writeSettings(home, { locale: language });
    const second = await launchApp({ args: [] });
    const more = new Screens(second, language);
    await expect(second.page.getByRole('button', { name: more.say('home.tryDemo') })).toBeVisible();
    await more.take('empty-home');
    await second.pickFolder(project('ledger-api'));
    await second.page.getByRole('button', { name: more.say('home.openFolder') }).click();
    await expect(second.page.getByRole('heading', { name: more.say('newSession.title') })).toBeVisible();
    await more.take('empty-project');
    await second.page.getByRole('button', { name: more.say('sidebar.show') }).click();
    await second.page.getByRole('menuitem', { name: more.say('commands.importFromAgents') }).click();
    await more.take('empty-import');
  });

  test(`a session of each kind in ${language}`, async ({ launchApp, home, folder, project }) => {
    test.setTimeout(1_200_000);
    const cwd = project('ledger-api');
    project('atlas-web');
    const git = (...args: string[]) => execFileSync('git', args, { cwd, stdio: 'ignore' });
    git('init', '-b', 'usage-events');
    const picture = readFileSync(join('docs', 'screenshot-light.png')).toString('base64');
    const all: Scenes = scenes(language === 'en' ? en : zh, cwd, picture);
    const setting = scriptedAgent(folder, Object.values(all));
    writeSettings(home, { locale: language, agents: [setting], defaultAgent: setting.id });
    const app = await launchApp({ args: [cwd] });
    const { page } = app;
    const screens = new Screens(app, language);
    const message = page.getByRole('textbox', { name: screens.say('composer.message') });
    const log = page.getByRole('log', { name: screens.say('transcript.region') });
    const start = async (): Promise<void> => {
      await page
        .getByRole('button', { name: screens.say('sidebar.newSession'), exact: true })
        .first()
        .click();
      await page.getByRole('radio', { name: /^Cursor/ }).click();
      await page.getByRole('button', { name: screens.say('newSession.start') }).click();
      await expect(message).toBeFocused();
    };
    await start();
    await expect(page.getByRole('button', { name: screens.say('composer.stop'), exact: true })).toBeHidden();
    await screens.take('empty-session');
    const open: readonly string[] = ['plan', 'permission', 'question'];
    let isFirst = true;
    for (const [name, { prompt }] of Object.entries(all)) {
      if (!wanted(name)) continue;
      if (!isFirst) await start();
      isFirst = false;
      await message.fill(prompt);
      await expect(page.getByRole('button', { name: screens.say('composer.send') })).toBeEnabled();
      await message.press('Enter');
      await expect(message).toHaveValue('');
      if (open.includes(name))
        await expect(page.getByRole('region', { name: screens.say(`requests.${name}.region`) })).toBeVisible();
      else await expect(page.getByRole('button', { name: screens.say('composer.stop'), exact: true })).toBeHidden();
      if (name === 'answer') {
        await screens.take('answer');
        await screens.take('answer-top', () => log.evaluate((node) => node.scrollTo(0, 0)));
        await app.press('Mod+f');
        await page.keyboard.type(language === 'en' ? 'invoice' : '订单');
        await screens.take('answer-find');
        await app.press('Escape');
      } else if (name === 'reads' || name === 'subtask') {
        await screens.take(name);
        // Those of the reads' group and of each subtask; one that is opened is no longer among them.
        const closed = log.locator('button[aria-expanded="false"]');
        for (let left = await closed.count(); left > 0; left -= 1) await closed.first().click();
        await screens.take(`${name}-open`);
      } else await screens.take(name);
    }
    await app.press('Mod+Shift+f');
    await page.keyboard.type('zebra');
    await screens.take('search-no-hits');
    await app.press('Escape');
    await app.press('Mod+k');
    await screens.take('palette');
    await app.press('Escape');
    // A turn that waits for an answer is no end.
    await app.quit();
  });
}
