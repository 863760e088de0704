import type { AppError } from '@shared/errors';
import type { Feed } from '@shared/feed';
import type { AgentId } from '@shared/ids';
import { agentStateOf } from '@shared/ipc/agentState';
import type { AgentAvailability } from '@shared/ipc/discovery';
import type { AgentProbe, AgentsFrame, AgentView } from '@shared/ipc/views';
import type { AgentConfig, Settings } from '@shared/settings';
import { adapterOf } from './adapters/table';
import { type CatalogEntry, listAgents } from './catalog';
import { agentStamp, type ProbeFile, type Told } from './discovery/probeFile';
import type { Programs } from './discovery/programs';
import type { UserEnvironment } from './discovery/userEnvironment';
import { agentEnvironment } from './environment';
import type { SecretStore } from './secretStore';

export interface AgentBoardOptions {
  settings: () => Settings;
  secrets: SecretStore;
  environment: UserEnvironment;
  programs: Programs;
  file: ProbeFile;
  feed: Feed<AgentsFrame>;
}

const NOTHING: Told = { probe: null, lastError: null, signInNeeded: false };
const sameConfig = (a: AgentConfig, b: AgentConfig): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What the person sees of every agent: where its program is, and what it told of itself when it was last started. */
export class AgentBoard {
  readonly #options: AgentBoardOptions;
  #views = new Map<AgentId, AgentView>();
  /** Of this run, also what is not worth a file; by the stamp that it holds for. */
  readonly #told = new Map<AgentId, { stamp: string; told: Told }>();
  #round = 0;
  /** Null until programs were first looked for. */
  #detected: Promise<void> | null = null;

  constructor(options: AgentBoardOptions) {
    this.#options = options;
  }

  views(): AgentView[] {
    return [...this.#views.values()];
  }

  view(agentId: AgentId): AgentView | undefined {
    return this.#views.get(agentId);
  }

  /** The agents with what is known of them at once: enough for a first look, and no program is looked for yet. */
  list(): void {
    for (const entry of listAgents(this.#options.settings())) this.#set(this.#viewOf(entry, this.#atOnce(entry)));
  }

  /** Looks for every agent's program; what is known at once is told at once. Resolves when all were looked for. */
  detect(): Promise<void> {
    this.#round += 1;
    this.#detected = this.#detect(this.#round);
    return this.#detected;
  }

  /** A start with this configuration told something, or failed. */
  async onProbe({ config }: CatalogEntry, probe: AgentProbe | null, error: AppError | null): Promise<void> {
    // Stopped by us, or the folder is gone: that says nothing of the agent.
    if (error !== null && (error.code === 'agent.stopped' || !error.code.startsWith('agent.'))) return;
    // It answered, so it is there after all: it was installed since, or is quicker now.
    if (probe !== null && this.#views.get(config.id)?.availability.status === 'missing') await this.detect();
    await this.#tell(config, (before) => ({
      probe: probe ?? before.probe,
      lastError: error?.code === 'agent.authRequired' ? null : error,
      signInNeeded: error?.code === 'agent.authRequired' || before.signInNeeded,
    }));
  }

  /** The agent took or refused a session for want of a sign-in. */
  async onSignIn({ config }: CatalogEntry, signInNeeded: boolean): Promise<void> {
    await this.#tell(config, (before) => ({ ...before, lastError: null, signInNeeded }));
  }

  setChecking(agentId: AgentId, checking: boolean): void {
    const view = this.#views.get(agentId);
    if (view !== undefined) this.#set({ ...view, checking });
  }

  /** What is to be looked at again in the background: never started as they are now, or not started well. */
  unchecked(): CatalogEntry[] {
    return listAgents(this.#options.settings()).filter(({ config }) => {
      const view = this.#views.get(config.id);
      return view !== undefined && ['notChecked', 'broken', 'tooOld'].includes(agentStateOf(view));
    });
  }

  async #detect(round: number): Promise<void> {
    const { environment, feed, programs } = this.#options;
    const entries = listAgents(this.#options.settings());
    this.list();
    for (const agentId of this.#views.keys()) {
      if (entries.some(({ config }) => config.id === agentId)) continue;
      this.#views.delete(agentId);
      feed.publish({ type: 'agent.removed', agentId });
    }
    const base = await environment.base();
    const look = async (entry: CatalogEntry): Promise<void> => {
      const { availability } = await programs.find(entry, this.#envOf(entry, base));
      if (round === this.#round) this.#set(this.#viewOf(entry, availability));
    };
    await Promise.all(entries.map(look));
  }

  /** Until it was looked for again what was found before holds, so that nothing flickers. */
  #atOnce(entry: CatalogEntry): AgentAvailability {
    const before = this.#views.get(entry.config.id);
    if (before !== undefined && sameConfig(before.config, entry.config)) return before.availability;
    return this.#options.programs.atOnce(entry, () => this.#envOf(entry, process.env));
  }

  #envOf({ config }: CatalogEntry, base: Readonly<Record<string, string | undefined>>): Record<string, string> {
    return agentEnvironment(base, config.env, '', config.unsetEnv);
  }

  #viewOf(entry: CatalogEntry, availability: AgentAvailability): AgentView {
    const { id, secretEnv } = entry.config;
    const adapter = adapterOf(entry.config.adapter);
    const told = availability.status === 'found' ? this.#toldOf(entry.config, availability.executable) : NOTHING;
    const ofProgram = availability.status === 'found' ? availability.version : null;
    const version = told.probe?.version ?? ofProgram;
    return {
      ...entry,
      variantFirst: adapter.variantFirst,
      lastingPermission: adapter.lastingPermission,
      ...told,
      secrets: Object.fromEntries(secretEnv.map((name) => [name, this.#options.secrets.place(id, name)])),
      availability,
      version,
      checking: this.#views.get(id)?.checking ?? false,
      hint: adapter.program?.hint(ofProgram ?? version ?? '') ?? null,
    };
  }

  #toldOf(config: AgentConfig, executable: string): Told {
    const stamp = agentStamp(config, executable);
    const now = this.#told.get(config.id);
    if (now?.stamp === stamp) return now.told;
    return this.#options.file.told(config.id, stamp) ?? NOTHING;
  }

  async #tell(config: AgentConfig, change: (before: Told) => Told): Promise<void> {
    // Which program it was is known once it was looked for.
    if (this.#views.get(config.id)?.availability.status === 'looking') await (this.#detected ?? this.detect());
    const view = this.#views.get(config.id);
    // A test of what is not saved says nothing of what is.
    if (view === undefined || !sameConfig(view.config, config) || view.availability.status !== 'found') return;
    const { executable } = view.availability;
    const stamp = agentStamp(config, executable);
    const told = change(this.#toldOf(config, executable));
    this.#told.set(config.id, { stamp, told });
    if (view.origin !== 'demo') this.#options.file.tell(config.id, stamp, told);
    this.#set(this.#viewOf(view, view.availability));
  }

  #set(view: AgentView): void {
    const before = this.#views.get(view.config.id);
    this.#views.set(view.config.id, view);
    if (JSON.stringify(before) !== JSON.stringify(view)) this.#options.feed.publish({ type: 'agent.set', agent: view });
  }
}
