import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import type { Clock } from '@shared/clock';
import { type AppError, fail, ok, type Result } from '@shared/errors';
import type { RegistryList } from '@shared/registry';
import { fetchText, type NetworkEnvironment } from './download';
import { parseRegistry, type RegistryEntry } from './entry';
import snapshot from './snapshot.json';

export const REGISTRY_URL = 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json';
/** When the shipped copy was made. */
const SNAPSHOT_AT = Date.parse('2026-08-22');
const MAX_BYTES = 8 * 1024 * 1024;
const TIME_LIMIT_MS = 20_000;
/** Asked again no sooner, unless the person asks. */
const FRESH_MS = 60 * 60_000;

const Cache = z.object({ fetchedAt: z.number(), registry: z.unknown() });

export interface RegistryBookOptions {
  home: string;
  url: string;
  clock: Clock;
  env: () => Promise<NetworkEnvironment>;
  onChange: () => void;
}

interface Known {
  entries: readonly RegistryEntry[];
  shown: RegistryList['shown'];
}

/** The newest list of agents that is known: shipped, or fetched before and kept in the profile. Asks the network only by `refresh`. */
export class RegistryBook {
  readonly #options: RegistryBookOptions;
  readonly #file: string;
  /** Read when it is first asked for: no start needs it, and parsing it takes longer than opening the store. */
  #known: Known | null = null;
  #refreshing: Promise<Result<null>> | null = null;
  #notRefreshed: AppError | null = null;

  constructor(options: RegistryBookOptions) {
    this.#options = options;
    this.#file = join(options.home, 'registry.json');
  }

  get entries(): readonly RegistryEntry[] {
    return this.#current().entries;
  }

  get state(): Omit<RegistryList, 'entries'> {
    return { shown: this.#current().shown, refreshing: this.#refreshing !== null, notRefreshed: this.#notRefreshed };
  }

  find(id: string): RegistryEntry | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  /** `force`: also where the list is fresh. What failed is told in `state` and answered. */
  refresh(force: boolean): Promise<Result<null>> {
    if (this.#refreshing !== null) return this.#refreshing;
    const { shown } = this.#current();
    const age = this.#options.clock.now() - shown.at;
    if (!force && shown.from === 'network' && age >= 0 && age < FRESH_MS) return Promise.resolve(ok(null));
    this.#refreshing = this.#fetch().then((result) => {
      this.#refreshing = null;
      this.#notRefreshed = result.ok ? null : result.error;
      this.#options.onChange();
      return result;
    });
    this.#options.onChange();
    return this.#refreshing;
  }

  async #fetch(): Promise<Result<null>> {
    const { url, clock, env } = this.#options;
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    const fetched = await fetchText(url, { env: await env(), signal, maxBytes: MAX_BYTES });
    if (!fetched.ok) {
      const message = 'message' in fetched.error ? fetched.error.message : fetched.error.code;
      return fail({ code: 'registry.unreachable', url, message });
    }
    const json = parseJson(fetched.value);
    const entries = parseRegistry(json);
    if (entries === null || entries.length === 0) return fail({ code: 'registry.unreadable', url });
    this.#known = { entries, shown: { from: 'network', at: clock.now() } };
    const cache: z.input<typeof Cache> = { fetchedAt: clock.now(), registry: json };
    // A full disk costs the cache, not the list.
    await writeFileAtomic(this.#file, JSON.stringify(cache)).catch(() => undefined);
    return ok(null);
  }

  #current(): Known {
    if (this.#known !== null) return this.#known;
    const cached = this.#cached();
    this.#known =
      cached !== null && cached.at > SNAPSHOT_AT
        ? { entries: cached.entries, shown: { from: 'network', at: cached.at } }
        : { entries: parseRegistry(snapshot) ?? [], shown: { from: 'snapshot', at: SNAPSHOT_AT } };
    return this.#known;
  }

  #cached(): { at: number; entries: RegistryEntry[] } | null {
    let text;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch {
      return null;
    }
    const cache = Cache.safeParse(parseJson(text));
    const entries = cache.success ? parseRegistry(cache.data.registry) : null;
    return cache.success && entries !== null && entries.length > 0 ? { at: cache.data.fetchedAt, entries } : null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
