import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@shared/clock';
import { AppFailure, fail, ok, type Result } from '@shared/errors';
import { Settings, type SettingsPatch } from '@shared/settings';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';

/** A file that could not be read, and where it is now. */
export interface SetAside {
  file: string;
  message: string;
}

type Json = Record<string, unknown>;

/**
 * `settings.json` in the profile folder: read once at the start, written whole after every change. Keys that this version
 * does not know stay in the file. Secrets are not in it.
 */
export class SettingsFile {
  readonly path: string;
  private settings: Settings;
  private raw: Json;
  private writes: Promise<Result<Settings>>;

  private constructor(path: string, settings: Settings, raw: Json) {
    this.path = path;
    this.settings = settings;
    this.raw = raw;
    this.writes = Promise.resolve(ok(settings));
  }

  /** A missing file is all defaults; one that cannot be used is renamed to `settings.json.broken-<time>` and told of. */
  static open(home: string, clock: Clock): { file: SettingsFile; setAside: SetAside | null } {
    const path = join(home, 'settings.json');
    const defaults = () => new SettingsFile(path, Settings.parse({}), {});
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      if (isMissing(error)) return { file: defaults(), setAside: null };
      return { file: defaults(), setAside: putAside(path, clock, error) };
    }
    try {
      // Editors on Windows put a byte order mark first, which JSON.parse refuses.
      const raw = z.record(z.string(), z.unknown()).parse(JSON.parse(text.replace(/^\uFEFF/, '')));
      return { file: new SettingsFile(path, Settings.parse(raw), raw), setAside: null };
    } catch (error) {
      return { file: defaults(), setAside: putAside(path, clock, error) };
    }
  }

  get current(): Settings {
    return this.settings;
  }

  /**
   * In force at once, written in the order of the calls. A failed write is the answer `settings.invalid`; the change stays
   * in force for this run and goes into the file with the next write that works.
   */
  update(change: (settings: Settings) => Settings): Promise<Result<Settings>> {
    const settings = change(this.settings);
    this.settings = settings;
    this.raw = keepUnknown(this.raw, settings);
    const text = `${JSON.stringify(this.raw, null, 2)}\n`;
    this.writes = this.writes.then(() => this.write(text, settings));
    return this.writes;
  }

  private async write(text: string, settings: Settings): Promise<Result<Settings>> {
    try {
      // An agent's environment may hold what others on this machine should not read.
      await writeFileAtomic(this.path, text, { mode: 0o600 });
      return ok(settings);
    } catch (error) {
      return fail({ code: 'settings.invalid', path: this.path, message: messageOf(error) });
    }
  }
}

/** What the page sends: single keys of `durations` and `notifications` leave the others as they are. */
export function patched(settings: Settings, patch: SettingsPatch): Settings {
  return {
    ...settings,
    ...patch,
    durations: { ...settings.durations, ...patch.durations },
    notifications: { ...settings.notifications, ...patch.notifications },
    proxy: { ...settings.proxy, ...patch.proxy },
  };
}

/** zod leaves unknown keys of inner objects out; here they come back from the file. */
function keepUnknown(raw: Json, settings: Settings): Json {
  const rawAgents = Array.isArray(raw['agents']) ? raw['agents'].filter(isObject) : [];
  return {
    ...raw,
    ...settings,
    durations: { ...objectAt(raw, 'durations'), ...settings.durations },
    notifications: { ...objectAt(raw, 'notifications'), ...settings.notifications },
    agents: settings.agents.map((agent) => ({ ...rawAgents.find((known) => known['id'] === agent.id), ...agent })),
  };
}

function putAside(path: string, clock: Clock, reason: unknown): SetAside {
  const file = `${path}.broken-${clock.now()}`;
  try {
    renameSync(path, file);
  } catch (error) {
    // To go on would overwrite it with the first change.
    throw new AppFailure({ code: 'settings.invalid', path, message: messageOf(error) }, { cause: error });
  }
  return { file, message: messageOf(reason) };
}

function messageOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return error instanceof Error ? error.message : String(error);
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectAt = (raw: Json, key: string): Json => (isObject(raw[key]) ? raw[key] : {});
