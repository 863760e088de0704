import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@shared/clock';
import { type AppError, AppFailure, fail, ok, type Result } from '@shared/errors';
import { withFavourites } from '@shared/favourites';
import { McpServerConfig } from '@shared/mcpServer';
import { AgentConfig, Settings, type SettingsPatch } from '@shared/settings';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { storeError } from './database';

/** A file that could not be read, and where it is now. */
export interface SetAside {
  file: string;
  message: string;
}

/** An entry that cannot be used. It stays in the file as it is. */
export interface LeftOut {
  list: EntryList;
  /** Its name or id; `#3` is the third of its list. */
  entry: string;
  message: string;
}

type Json = Record<string, unknown>;

/** Lists of which each entry stands for itself: a bad one takes neither the others nor the file with it. */
const ENTRIES = { agents: AgentConfig, mcpServers: McpServerConfig };
type EntryList = keyof typeof ENTRIES;
/** What this version knows of an entry; everything else of it stays in the file. */
const KNOWN_KEYS: Record<EntryList, ReadonlySet<string>> = {
  agents: new Set(Object.keys(AgentConfig.shape)),
  mcpServers: new Set(McpServerConfig.options.flatMap(({ shape }) => Object.keys(shape))),
};
type Unusable = Record<EntryList, readonly unknown[]>;

/**
 * `settings.json` in the profile folder: read once at the start, written whole after every change. Keys that this version
 * does not know stay in the file, and so do entries that it cannot use. Secrets are not in it.
 */
export class SettingsFile {
  readonly path: string;
  private settings: Settings;
  private raw: Json;
  private readonly unusable: Unusable;
  private writes: Promise<Result<Settings>>;

  private constructor(path: string, settings: Settings, raw: Json, unusable: Unusable) {
    this.path = path;
    this.settings = settings;
    this.raw = raw;
    this.unusable = unusable;
    this.writes = Promise.resolve(ok(settings));
  }

  /** A missing file is all defaults; one that cannot be used is renamed to `settings.json.broken-<time>` and told of. */
  static open(home: string, clock: Clock): { file: SettingsFile; setAside: SetAside | null; leftOut: LeftOut[] } {
    const path = join(home, 'settings.json');
    const defaults = () => new SettingsFile(path, Settings.parse({}), {}, { agents: [], mcpServers: [] });
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      const setAside = isMissing(error) ? null : putAside(path, clock, error);
      return { file: defaults(), setAside, leftOut: [] };
    }
    try {
      // Editors on Windows put a byte order mark first, which JSON.parse refuses.
      const raw = z.record(z.string(), z.unknown()).parse(JSON.parse(text.replace(/^\uFEFF/, '')));
      const agents = usable('agents', raw);
      const mcpServers = usable('mcpServers', raw);
      const settings = Settings.parse({ ...raw, ...agents.taken, ...mcpServers.taken });
      const file = new SettingsFile(path, settings, raw, { agents: agents.bad, mcpServers: mcpServers.bad });
      return { file, setAside: null, leftOut: [...agents.leftOut, ...mcpServers.leftOut] };
    } catch (error) {
      return { file: defaults(), setAside: putAside(path, clock, error), leftOut: [] };
    }
  }

  get current(): Settings {
    return this.settings;
  }

  /**
   * In force at once, written in the order of the calls. A failed write is the answer `store.full` or `settings.invalid`; the change stays
   * in force for this run and goes into the file with the next write that works.
   */
  update(change: (settings: Settings) => Settings): Promise<Result<Settings>> {
    const settings = change(this.settings);
    this.settings = settings;
    this.raw = keepUnknown(this.raw, settings, this.unusable);
    const text = `${JSON.stringify(this.raw, null, 2)}\n`;
    this.writes = this.writes.then(() => this.write(text, settings));
    return this.writes;
  }

  /** Every change so far is in the file, or could not be written. */
  async written(): Promise<void> {
    await this.writes;
  }

  private async write(text: string, settings: Settings): Promise<Result<Settings>> {
    try {
      // An agent's environment may hold what others on this machine should not read.
      await writeFileAtomic(this.path, text, { mode: 0o600 });
      return ok(settings);
    } catch (error) {
      return fail(notWritten(this.path, error));
    }
  }
}

/** A full disk is told as such, with what can be done; the settings themselves are as valid as before. */
export function notWritten(path: string, thrown: unknown): AppError {
  const error = storeError(thrown);
  return error.code === 'store.full' ? error : { code: 'settings.invalid', path, message: messageOf(thrown) };
}

/** What the page sends: single keys of an object leave the others as they are. */
export function patched(settings: Settings, patch: SettingsPatch): Settings {
  return {
    ...settings,
    ...patch,
    durations: { ...settings.durations, ...patch.durations },
    notifications: { ...settings.notifications, ...patch.notifications },
    proxy: { ...settings.proxy, ...patch.proxy },
    favourites: withFavourites(settings.favourites, patch.favourites ?? {}),
  };
}

/** Each entry of the list parsed alone. `taken` is empty where there is no list: what stands there is the schema's to judge. */
function usable(list: EntryList, raw: Json): { taken: Json; bad: unknown[]; leftOut: LeftOut[] } {
  const entries: unknown = raw[list];
  if (!Array.isArray(entries)) return { taken: {}, bad: [], leftOut: [] };
  const good: unknown[] = [];
  const bad: unknown[] = [];
  const leftOut: LeftOut[] = [];
  for (const [index, entry] of entries.entries()) {
    const parsed = ENTRIES[list].safeParse(entry);
    if (parsed.success) {
      good.push(entry);
      continue;
    }
    bad.push(entry);
    leftOut.push({ list, entry: nameOf(entry) ?? `#${index + 1}`, message: z.prettifyError(parsed.error) });
  }
  return { taken: { [list]: good }, bad, leftOut };
}

function nameOf(entry: unknown): string | undefined {
  const { name, id } = isObject(entry) ? entry : {};
  return [name, id].find((word) => typeof word === 'string' && word !== '')?.toString();
}

/** zod leaves unknown keys of inner objects out; here they come back from the file, and whole entries that it refused. */
function keepUnknown(raw: Json, settings: Settings, unusable: Unusable): Json {
  return {
    ...raw,
    ...settings,
    durations: { ...objectAt(raw, 'durations'), ...settings.durations },
    notifications: { ...objectAt(raw, 'notifications'), ...settings.notifications },
    agents: entriesFor('agents', raw, settings, unusable),
    mcpServers: entriesFor('mcpServers', raw, settings, unusable),
  };
}

function entriesFor(list: EntryList, raw: Json, settings: Settings, unusable: Unusable): unknown[] {
  const before = Array.isArray(raw[list]) ? raw[list].filter(isObject) : [];
  const known = KNOWN_KEYS[list];
  const entries = settings[list].map((entry) => {
    const old = before.find(({ id }) => id === entry.id) ?? {};
    return { ...Object.fromEntries(Object.entries(old).filter(([key]) => !known.has(key))), ...entry };
  });
  // One that was made anew under the same id replaces what could not be used.
  const others = unusable[list].filter((bad) => !isObject(bad) || entries.every(({ id }) => id !== bad['id']));
  return [...entries, ...others];
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
