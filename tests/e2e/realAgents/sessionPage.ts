import { resolve } from 'node:path';
import { _electron, expect } from '@playwright/test';
import type { ElectronApplication, Locator, Page } from '@playwright/test';

/** One session in the window, by the names that a screen reader says (DESIGN section 12). */
export class SessionPage {
  readonly transcript: Locator;
  readonly permission: Locator;
  readonly #page: Page;
  readonly #message: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.transcript = page.getByRole('log', { name: 'Transcript' });
    this.permission = page.getByRole('region', { name: 'Permission request' });
    this.#message = page.getByRole('textbox', { name: 'Message' });
  }

  static async launch({ profile, project }: { profile: string; project: string }) {
    const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const app: ElectronApplication = await _electron.launch({
      executablePath: process.env['SIGNALBOX_ELECTRON'] ?? '',
      args: [...root, resolve('.'), project],
      env: { ...process.env, SIGNALBOX_HOME: profile, LANGUAGE: 'en', LANG: 'en_US.UTF-8' } as Record<string, string>,
    });
    if (process.env['SB_DEBUG']) app.process().stderr?.on('data', (d) => process.stderr.write(String(d)));
    const page = await app.firstWindow();
    if (process.env['SB_DEBUG']) page.on('console', (m) => console.log('page:', m.text()));
    return { app, session: new SessionPage(page) };
  }

  /** Starts a session with the agent in the open project, and waits until the agent is there. */
  async begin(agent: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'New session', exact: true }).click();
    await this.#page.getByRole('radio', { name: `${agent}, ready` }).click();
    await this.#page.getByRole('button', { name: 'Start session' }).click();
    await expect(this.transcript).toBeVisible();
  }

  /** Opens a session of the list by what its row says. */
  async open(title: string): Promise<void> {
    await this.#page.getByRole('list', { name: 'Sessions' }).getByRole('button', { name: title }).click();
  }

  async chooseMode(name: string): Promise<void> {
    await this.#page.getByRole('button', { name: /^Mode: / }).click();
    await this.#page.getByRole('menuitemradio', { name }).click();
    await expect(this.#page.getByRole('button', { name: `Mode: ${name}` })).toBeVisible();
  }

  async send(text: string): Promise<void> {
    await this.#message.fill(text);
    await this.#page.getByRole('button', { name: 'Send' }).click();
    await expect(this.#message).toHaveValue('');
  }

  /** Presses an option of the request that waits, and waits until it is gone. */
  async answer(option: string): Promise<void> {
    await this.permission.getByRole('button', { name: option, exact: true }).click();
    await expect(this.permission).toBeHidden();
  }

  async stop(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Stop', exact: true }).click();
  }

  async turnEnded(): Promise<void> {
    await expect(this.#page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden();
  }

  /** What every row of the transcript says. There are few enough of them that all are drawn. */
  async rows(): Promise<string[]> {
    const rows = this.transcript.locator('[data-index]');
    await expect(rows.first()).toHaveAttribute('data-index', '0');
    return rows.allInnerTexts();
  }

  async screenshot(name: string): Promise<void> {
    await this.#page.screenshot({ path: `test-results/${name}` });
  }
}
