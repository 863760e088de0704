import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { type AppError, fail, ok, type Result } from '@shared/errors';
import type { AgentId } from '@shared/ids';
import type { SecretPlace } from '@shared/ipc/views';

/** The system's keychain, which only Electron's main process reaches. Null where there is none (DESIGN section 8). */
export interface Sealer {
  seal(text: string): Promise<string | null>;
  unseal(sealed: string): Promise<string | null>;
}

const Kept = z.union([z.object({ sealed: z.string() }), z.object({ plain: z.string() })]);
const SecretsFile = z.record(z.string(), z.record(z.string(), Kept));
type Kept = z.infer<typeof Kept>;

/**
 * Values of an agent's environment that nobody else should read: sealed by the system's keychain in `secrets.json`. Where
 * there is no keychain they live for this run only, unless the person accepted plain storage. They never reach
 * `settings.json`, the page, or a log.
 */
export class SecretStore {
  readonly #path: string;
  readonly #sealer: Sealer;
  readonly #kept: Map<AgentId, Map<string, Kept>>;
  /** In clear, of this run: what was unsealed or just set. */
  readonly #open = new Map<AgentId, Map<string, string>>();
  /** Every value that was in clear in this run, also when it is not kept any more: a process may still have it. */
  readonly #seen = new Set<string>();
  /** Of these the keychain cannot open what it sealed. */
  readonly #lost = new Set<string>();
  readonly #revisions = new Map<AgentId, number>();
  #writes: Promise<Result<null>> = Promise.resolve(ok(null));

  private constructor(path: string, sealer: Sealer, kept: z.infer<typeof SecretsFile>) {
    this.#path = path;
    this.#sealer = sealer;
    this.#kept = new Map(Object.entries(kept).map(([agentId, values]) => [agentId, new Map(Object.entries(values))]));
  }

  /**
   * A file that cannot be read is put aside and counts as empty: its secrets have to be typed again, and are said to be
   * missing.
   */
  static open(home: string, sealer: Sealer): SecretStore {
    const path = join(home, 'secrets.json');
    try {
      return new SecretStore(path, sealer, SecretsFile.parse(JSON.parse(readFileSync(path, 'utf8'))));
    } catch {
      if (existsSync(path)) renameSync(path, `${path}.broken`);
      return new SecretStore(path, sealer, {});
    }
  }

  /** Changes with every change of the agent's secrets, so that a process started with the old ones is not taken again. */
  revision(agentId: AgentId): number {
    return this.#revisions.get(agentId) ?? 0;
  }

  place(agentId: AgentId, name: string): SecretPlace {
    const kept = this.#kept.get(agentId)?.get(name);
    if (kept !== undefined && !this.#lost.has(keyOf(agentId, name))) return 'sealed' in kept ? 'keychain' : 'plain';
    return this.#open.get(agentId)?.has(name) === true ? 'thisRun' : 'missing';
  }

  /** In clear, for the process that is about to start. What cannot be unsealed any more is left out. */
  async values(agentId: AgentId, names: readonly string[]): Promise<Record<string, string>> {
    const values: Record<string, string> = {};
    for (const name of names) {
      const value = await this.#value(agentId, name);
      if (value !== null) values[name] = value;
    }
    return values;
  }

  /** Every secret that was in clear in this run, for redaction. */
  inClear(): string[] {
    return [...this.#seen];
  }

  /** Secrets that an agent got from elsewhere (its settings, the person's own environment), for redaction. */
  note(values: readonly string[]): void {
    for (const value of values) this.#seen.add(value);
  }

  /**
   * Sets what is given, keeps the others of `names`, forgets the rest. `acceptPlain`: the person agreed to plain storage
   * where the system has no keychain. Fails with `settings.invalid` where the file cannot be written.
   */
  async set(
    agentId: AgentId,
    names: readonly string[],
    given: Readonly<Record<string, string>>,
    acceptPlain: boolean,
  ): Promise<Result<null>> {
    const kept = new Map([...(this.#kept.get(agentId) ?? [])].filter(([name]) => names.includes(name)));
    const open = new Map([...(this.#open.get(agentId) ?? [])].filter(([name]) => names.includes(name)));
    for (const [name, text] of Object.entries(given)) {
      open.set(name, text);
      this.#seen.add(text);
      this.#lost.delete(keyOf(agentId, name));
      const sealed = await this.#sealer.seal(text);
      if (sealed !== null) kept.set(name, { sealed });
      else if (acceptPlain) kept.set(name, { plain: text });
      else kept.delete(name);
    }
    this.#kept.set(agentId, kept);
    this.#open.set(agentId, open);
    this.#revisions.set(agentId, this.revision(agentId) + 1);
    return this.#save();
  }

  async #value(agentId: AgentId, name: string): Promise<string | null> {
    const open = this.#open.get(agentId)?.get(name);
    if (open !== undefined) return open;
    const kept = this.#kept.get(agentId)?.get(name);
    if (kept === undefined) return null;
    const text = 'plain' in kept ? kept.plain : await this.#unseal(kept.sealed);
    if (text === null) {
      this.#lost.add(keyOf(agentId, name));
      return null;
    }
    this.#lost.delete(keyOf(agentId, name));
    this.#seen.add(text);
    const values = this.#open.get(agentId) ?? new Map<string, string>();
    this.#open.set(agentId, values.set(name, text));
    return text;
  }

  /** A keychain that was reset, or came with another machine, refuses what it never sealed: that value has to be typed again. */
  async #unseal(sealed: string): Promise<string | null> {
    try {
      return await this.#sealer.unseal(sealed);
    } catch {
      return null;
    }
  }

  #save(): Promise<Result<null>> {
    const entries = [...this.#kept].filter(([, values]) => values.size > 0);
    const text = JSON.stringify(Object.fromEntries(entries.map(([id, values]) => [id, Object.fromEntries(values)])));
    this.#writes = this.#writes.then(async () => {
      try {
        await writeFileAtomic(this.#path, `${text}\n`, { mode: 0o600 });
        return ok(null);
      } catch (thrown) {
        const message = thrown instanceof Error ? thrown.message : String(thrown);
        return fail({ code: 'settings.invalid', path: this.#path, message } satisfies AppError);
      }
    });
    return this.#writes;
  }
}

const keyOf = (agentId: AgentId, name: string): string => `${agentId}\0${name}`;
