import { type AppError, fail, ok, type Result } from '@shared/errors';
import { Feed, type StreamSource } from '@shared/feed';
import type { AgentId } from '@shared/ids';
import type {
  InstallJob,
  InstallKind,
  RegistryEntryView,
  RegistryFrame,
  RegistryList,
  RegistrySnapshot,
} from '@shared/registry';
import type { Settings } from '@shared/settings';
import { installedAgent } from './agentOfEntry';
import { isNewer, type RegistryEntry } from './entry';
import { type InstallWorld, runInstall } from './installJob';
import { RegistryBook, type RegistryBookOptions } from './registryBook';
import { findTools, type Tools, waysOf } from './tools';
import { isFolderOf } from './versionFolders';

export interface RegistryOptions extends Omit<RegistryBookOptions, 'onChange'>, Omit<InstallWorld, 'env'> {
  /** Takes the agent of an entry off the list. */
  forget: (agentId: AgentId) => Promise<Result<null>>;
  onDefect: (where: string, thrown: unknown) => void;
  /** Whether a process of this agent runs. */
  isRunning: (agentId: AgentId) => boolean;
}

interface Running {
  job: InstallJob;
  cancel: AbortController;
}

const KEPT_LINES = 6;
/** Progress is told no more often than this. */
const TELL_MS = 100;

/** The registry and what is installed from it: the list, one install after the other, and what is left of old versions. */
export class RegistryService {
  readonly #options: RegistryOptions;
  readonly #book: RegistryBook;
  readonly #feed = new Feed<RegistryFrame>();
  readonly #jobs = new Map<string, Running>();
  #queue: Promise<void> = Promise.resolve();
  #tools: Tools = { node: undefined, npm: undefined, uvx: undefined };
  #untold = new Set<string>();
  #isTelling = false;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#book = new RegistryBook({ ...options, onChange: () => this.changed() });
  }

  source(): StreamSource {
    return {
      snapshot: (): RegistrySnapshot => ({
        list: this.#list(),
        jobs: [...this.#jobs.values()].map(({ job }) => job),
      }),
      listen: (onFrame) => {
        const end = this.#feed.listen(onFrame);
        void this.#look();
        return end;
      },
    };
  }

  /** Something of what the list shows has changed: the person's agents, or the list itself. */
  changed(): void {
    if (this.#feed.size > 0) this.#feed.publish({ type: 'list', list: this.#list() });
  }

  /** Never an error: what is shown stays, and says why it is not newer. */
  async refresh(force: boolean): Promise<Result<null>> {
    await this.#look();
    // An agent may have been taken off the list elsewhere.
    void this.sweep();
    await this.#book.refresh(force);
    return ok(null);
  }

  /** Begins; the job tells the rest. */
  install(entryId: string, kind: InstallKind): Result<null> {
    const entry = this.#book.find(entryId);
    if (entry === undefined) return fail({ code: 'registry.unknown', entryId });
    if (entry[kind] === undefined) return fail({ code: 'registry.notOffered', entryId });
    if (this.#isBusy(entryId)) return fail({ code: 'registry.busy', entryId });
    this.#start(entry, kind);
    return ok(null);
  }

  /** To the version of the list, in the way in which it was installed, or the first that works where that is no more. */
  update(entryId: string): Result<null> {
    const entry = this.#book.find(entryId);
    const installed = installedAgent(this.#options.settings(), entryId);
    if (entry === undefined || installed === null) return fail({ code: 'registry.notInstalled', entryId });
    const { kind } = installed.registry;
    const other = waysOf(entry, this.#tools)[0]?.kind;
    return this.install(entryId, entry[kind] === undefined && other !== undefined ? other : kind);
  }

  /** A job that failed is put away; one that runs is ended with all its processes, and what it wrote is removed. */
  cancel(entryId: string): Result<null> {
    const running = this.#jobs.get(entryId);
    if (running === undefined) return ok(null);
    if (running.job.status === 'failed') this.#drop(entryId);
    else {
      running.cancel.abort();
      this.#set(entryId, { status: 'cancelling' });
    }
    return ok(null);
  }

  async remove(entryId: string): Promise<Result<null>> {
    if (this.#isBusy(entryId)) return fail({ code: 'registry.busy', entryId });
    const installed = installedAgent(this.#options.settings(), entryId);
    if (installed === null) return fail({ code: 'registry.notInstalled', entryId });
    const forgotten = await this.#options.forget(installed.id);
    if (!forgotten.ok) return forgotten;
    this.#drop(entryId);
    await this.#sweepVersions((one) => one === entryId);
    this.changed();
    return ok(null);
  }

  /** Removes what no agent of the list uses and nobody is working on: old versions, installs that were cut off. */
  sweep(): Promise<void> {
    // In turn with the installs, which write into the same folders.
    return this.#enqueue('sweep', async () => {
      const { folders } = this.#options;
      for (const name of await folders.listWork()) await folders.dropWork(name);
      await this.#sweepVersions(() => true);
    });
  }

  /** Ends what is being installed. */
  async close(): Promise<void> {
    for (const { cancel } of this.#jobs.values()) cancel.abort();
    await this.#queue;
  }

  #start(entry: RegistryEntry, kind: InstallKind): void {
    const cancel = new AbortController();
    const job: InstallJob = {
      entryId: entry.id,
      version: entry.version,
      kind,
      update: installedAgent(this.#options.settings(), entry.id) !== null,
      status: 'running',
      phase: 'waiting',
      received: 0,
      total: null,
      lines: [],
      error: null,
      left: 'nothing',
    };
    this.#jobs.set(entry.id, { job, cancel });
    this.#feed.publish({ type: 'job', job });
    void this.#enqueue(`install of ${entry.id}`, () => this.#run(entry, kind, cancel.signal));
  }

  async #run(entry: RegistryEntry, kind: InstallKind, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return this.#drop(entry.id);
    const outcome = await runInstall(entry, kind, this.#options, signal, {
      phase: (phase) => this.#set(entry.id, { phase, lines: [] }),
      bytes: (received, total) => this.#set(entry.id, { received, total }),
      line: (line) => {
        const lines = this.#jobs.get(entry.id)?.job.lines ?? [];
        this.#set(entry.id, { lines: [...lines, line].slice(-KEPT_LINES) });
      },
    });
    if (outcome.status === 'failed') this.#fail(entry.id, outcome.error, outcome.left);
    else this.#drop(entry.id);
    this.changed();
    await this.#sweepVersions((one) => one === entry.id);
  }

  /** One after the other; what goes wrong in one is told and does not stop the next. */
  #enqueue(what: string, work: () => Promise<void>): Promise<void> {
    const before = this.#queue;
    const next = async (): Promise<void> => {
      await before;
      try {
        await work();
      } catch (thrown) {
        this.#options.onDefect(what, thrown);
      }
    };
    this.#queue = next();
    return this.#queue;
  }

  async #sweepVersions(isMeant: (entryId: string) => boolean): Promise<void> {
    const { folders, settings, isRunning } = this.#options;
    for (const { entryId, folder } of await folders.list()) {
      const record = await folders.recordIn(entryId, folder);
      const origin = installedAgent(settings(), entryId)?.registry;
      if ((origin !== undefined && isFolderOf(origin, folder, record)) || !isMeant(entryId)) continue;
      // A session goes on with the program that it was started with.
      if (record !== null && isRunning(record.agentId)) continue;
      if (!this.#isBusy(entryId)) await folders.dropFolder(entryId, folder);
    }
  }

  #fail(entryId: string, error: AppError, left: InstallJob['left']): void {
    this.#set(entryId, { status: 'failed', error, left });
  }

  #isBusy(entryId: string): boolean {
    const job = this.#jobs.get(entryId)?.job;
    return job !== undefined && job.status !== 'failed';
  }

  #set(entryId: string, part: Partial<InstallJob>): void {
    const running = this.#jobs.get(entryId);
    if (running === undefined) return;
    running.job = { ...running.job, ...part };
    this.#tell(entryId);
  }

  #drop(entryId: string): void {
    if (!this.#jobs.delete(entryId)) return;
    this.#feed.publish({ type: 'job.removed', entryId });
  }

  #tell(entryId: string): void {
    this.#untold.add(entryId);
    if (this.#isTelling) return;
    this.#isTelling = true;
    this.#options.clock.setTimer(TELL_MS, () => {
      this.#isTelling = false;
      for (const id of this.#untold) {
        const running = this.#jobs.get(id);
        if (running !== undefined) this.#feed.publish({ type: 'job', job: running.job });
      }
      this.#untold.clear();
    });
  }

  async #look(): Promise<void> {
    const tools = findTools(await this.#options.env());
    const isChanged = JSON.stringify(tools) !== JSON.stringify(this.#tools);
    this.#tools = tools;
    if (isChanged) this.changed();
  }

  #list(): RegistryList {
    const settings = this.#options.settings();
    return { entries: this.#book.entries.map((entry) => this.#view(entry, settings)), ...this.#book.state };
  }

  #view(entry: RegistryEntry, settings: Settings): RegistryEntryView {
    const agent = installedAgent(settings, entry.id);
    const { id, name, version, description, license = null } = entry;
    const ways = waysOf(entry, this.#tools);
    return {
      id,
      name,
      version,
      description,
      license,
      website: entry.website ?? entry.repository ?? null,
      ways,
      installed:
        agent === null
          ? null
          : {
              agentId: agent.id,
              version: agent.registry.version,
              kind: agent.registry.kind,
              updatable: ways.length > 0 && isNewer(version, agent.registry.version),
            },
    };
  }
}
