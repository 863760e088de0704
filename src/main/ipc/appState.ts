import type { Clock } from '@shared/clock';
import { ok, type Result } from '@shared/errors';
import { Feed, type StreamSource } from '@shared/feed';
import type { EngineStart } from '@shared/ipc/host';
import type { AppFrame, AppNotice, AppSnapshot, NavigateTarget } from '@shared/ipc/views';
import type { Settings, SettingsPatch } from '@shared/settings';
import { patched, type SettingsFile } from '../store/settingsFile';

type NewNotice = AppNotice extends infer N ? (N extends AppNotice ? Omit<N, 'at'> : never) : never;

/** What the whole app shares with its pages: settings, things to know once, and where to go. */
export class AppState {
  readonly feed = new Feed<AppFrame>();
  readonly #file: SettingsFile;
  readonly #start: EngineStart;
  readonly #clock: Clock;
  readonly #onSettings: (settings: Settings, locale: 'en' | 'zh-CN') => void;
  #notices: AppNotice[] = [];
  /** Where to go as soon as a page is there to go. */
  #waiting: NavigateTarget | null = null;

  constructor(
    file: SettingsFile,
    start: EngineStart,
    clock: Clock,
    onSettings: (settings: Settings, locale: 'en' | 'zh-CN') => void,
  ) {
    this.#file = file;
    this.#start = start;
    this.#clock = clock;
    this.#onSettings = onSettings;
  }

  get settings(): Settings {
    return this.#file.current;
  }

  get settingsPath(): string {
    return this.#file.path;
  }

  get locale(): 'en' | 'zh-CN' {
    const { locale } = this.settings;
    if (locale !== 'system') return locale;
    return /^zh\b/i.test(this.#start.systemLocale) ? 'zh-CN' : 'en';
  }

  source(): StreamSource {
    const { version, home, keychain } = this.#start;
    return {
      snapshot: (): AppSnapshot => ({
        settings: this.settings,
        version,
        platform: process.platform,
        locale: this.locale,
        notices: this.#notices,
        home,
        keychain,
      }),
      listen: (onFrame) => {
        const end = this.feed.listen(onFrame);
        const to = this.#waiting;
        this.#waiting = null;
        // After the snapshot, which replaces whatever came before it.
        if (to !== null) queueMicrotask(() => onFrame({ type: 'navigate', to } satisfies AppFrame));
        return end;
      },
    };
  }

  async patch(patch: SettingsPatch): Promise<Result<null>> {
    return this.update((settings) => patched(settings, patch));
  }

  async update(change: (settings: Settings) => Settings): Promise<Result<null>> {
    const saving = this.#file.update(change);
    const { settings, locale } = this;
    this.feed.publish({ type: 'settings', settings, locale });
    this.#onSettings(settings, locale);
    const saved = await saving;
    return saved.ok ? ok(null) : saved;
  }

  notice(notice: NewNotice): void {
    // Its time is its name, so no two have the same.
    const at = Math.max(this.#clock.now(), (this.#notices.at(-1)?.at ?? 0) + 1);
    const told: AppNotice = { ...notice, at };
    this.#notices = [...this.#notices, told];
    this.feed.publish({ type: 'notice', notice: told });
  }

  dismiss(at: number): void {
    this.#notices = this.#notices.filter((notice) => notice.at !== at);
    this.feed.publish({ type: 'notice.dropped', at });
  }

  /** What is not so any more is taken back. */
  dismissAll(code: AppNotice['code']): void {
    for (const notice of this.#notices) if (notice.code === code) this.dismiss(notice.at);
  }

  navigate(to: NavigateTarget): void {
    if (this.feed.size === 0) this.#waiting = to;
    else this.feed.publish({ type: 'navigate', to });
  }
}
