import type { Clock } from '@shared/clock';
import { type AppError, fail, ok, type Result, toAppError } from '@shared/errors';
import type { AgentId, ConnectionId, SessionId } from '@shared/ids';
import type { AgentProbe, ConnectionView } from '@shared/ipc/views';
import type { Durations } from '@shared/settings';
import { adapterOf } from './adapters/table';
import { AgentConnection, type AgentConnectionOptions, probeOf } from './agentConnection';
import type { CatalogEntry } from './catalog';
import { RestartPolicy, type StartWait } from './restartPolicy';
import { fetchesFirst } from './startDeadline';
import { type AgentStarter, startAgent, type StartedAgent } from './startAgent';

export interface SupervisorOptions {
  starter: AgentStarter;
  clock: Clock;
  clientVersion: string;
  newId: () => string;
  durations: () => Durations;
  /** Who answers the agents: the sessions' side. */
  owner: AgentConnectionOptions['owner'];
  /** Is a turn, a request or a terminal of one of its sessions open? */
  isBusy: (connection: AgentConnection) => boolean;
  /** Our ids of the sessions that it serves, for the views. */
  sessionIdsOf: (connection: AgentConnection) => SessionId[];
  onConnection: (view: ConnectionView) => void;
  onConnectionRemoved: (connectionId: ConnectionId) => void;
  /** An initialize told something new of an agent, or a start failed. */
  onProbe: (entry: CatalogEntry, probe: AgentProbe | null, error: AppError | null) => void;
  /** See AgentConnectionOptions. */
  onSignIn: (entry: CatalogEntry, needed: boolean) => void;
  onFault: (error: AppError) => void;
}

/** For a start that may have to wait, since the agent died at its last ones. */
export interface StartPatience {
  onWait: (wait: StartWait) => void;
  /** As it is configured when the wait is over: the person may have mended it. */
  entry: () => CatalogEntry | undefined;
  signal: AbortSignal;
}

interface Running {
  key: string;
  /** The agent's generation at its start: an older one read an older sign-in. */
  generation: number;
  connection: AgentConnection;
  env: StartedAgent['env'];
  ready: Promise<Result<AgentConnection>>;
}

/** Exited connections whose frames can still be inspected. */
const KEPT_EXITED = 8;
const IDLE_CHECK_MS = 30_000;

/**
 * Owns every connection: starts one when a session needs it, shares it where the adapter says so, stops it when it is idle,
 * and ends them all at quit (DESIGN section 4).
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #running = new Map<ConnectionId, Running>();
  readonly #restarts: RestartPolicy;
  /** Those that opened a session. */
  readonly #served = new WeakSet<AgentConnection>();
  readonly #starting = new Map<string, Promise<Result<Running>>>();
  readonly #exited: { connection: AgentConnection; pid: number | null }[] = [];
  readonly #pids = new Map<ConnectionId, number | null>();
  /** Counts by agent what its processes read at their start and that has changed since, besides its configuration. */
  readonly #generations = new Map<AgentId, number>();
  #stopIdleTimer: () => void = () => undefined;
  #closing = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#restarts = new RestartPolicy(options.clock);
    this.#scheduleIdleCheck();
  }

  /**
   * The connection for a session, started if there is none. Sessions that share one and ask at the same time share its
   * start. `onStarting` hears of the connection before it is ready, `patience` of a wait before the start, which its signal
   * gives up; without it nothing waits.
   */
  async acquire(
    entry: CatalogEntry,
    cwd: string,
    sessionId: SessionId,
    onStarting: (connection: AgentConnection) => void,
    patience?: StartPatience,
  ): Promise<Result<AgentConnection>> {
    if (this.#closing || patience?.signal.aborted === true) return fail({ code: 'agent.stopped' });
    const key = this.#keyOf(entry, cwd, sessionId);
    for (const running of this.#running.values()) {
      if (running.key !== key || this.#isStale(running) || running.connection.status === 'stopping') continue;
      onStarting(running.connection);
      return running.ready;
    }
    const generation = this.#generationOf(entry.config.id);
    const underWay = this.#starting.get(startKey(key, generation));
    const program = this.#programKey(entry);
    const wait = underWay === undefined && patience !== undefined ? this.#restarts.waitFor(program) : null;
    if (wait !== null && patience !== undefined) {
      patience.onWait(wait);
      await this.#restarts.passed(program, patience.signal);
      const now = patience.entry();
      if (now === undefined) return fail({ code: 'agent.unknown', agentId: entry.config.id });
      // Somebody else may have started it meanwhile.
      return this.acquire(now, cwd, sessionId, onStarting, patience);
    }
    const started = await (underWay ?? this.#start(key, generation, entry, cwd, patience !== undefined));
    if (!started.ok) return started;
    onStarting(started.value.connection);
    return started.value.ready;
  }

  /** A start and initialize only to look, in no session's name. The process is ended before this answers. */
  async probe(entry: CatalogEntry, cwd: string): Promise<Result<AgentProbe>> {
    const acquired = await this.acquire(entry, cwd, `probe:${this.#options.newId()}`, () => undefined);
    if (!acquired.ok) return acquired;
    const probe = probeOf(acquired.value.agent);
    if (this.#options.sessionIdsOf(acquired.value).length === 0) await acquired.value.close();
    return ok(probe);
  }

  /**
   * Somebody signed in to it, through `by` or beside it: whoever asks for a connection from now on gets that one or a process
   * that was started after it. Older ones still work with what they read at their start, so they are ended: at once where
   * nobody works with them, the others when nobody does any more (`stopIdle`).
   */
  async renew(agentId: AgentId, by: AgentConnection | null): Promise<void> {
    const generation = this.#generationOf(agentId) + 1;
    this.#generations.set(agentId, generation);
    for (const running of this.#running.values()) if (running.connection === by) running.generation = generation;
    await this.stopIdle();
  }

  /** Runs `run` with a connection of the agent: one that is live, else one that is started for it alone and ended after. */
  async withAgent(entry: CatalogEntry, run: (connection: AgentConnection) => Promise<void>): Promise<Result<null>> {
    const isReady = ({ agentId, status }: AgentConnection): boolean =>
      agentId === entry.config.id && status === 'ready';
    const live = [...this.#running.values()].find(({ connection }) => isReady(connection))?.connection;
    const { newId, starter } = this.#options;
    const used = live ? ok(live) : await this.acquire(entry, starter.home, `probe:${newId()}`, () => undefined);
    if (!used.ok) return used;
    try {
      await run(used.value);
      return ok(null);
    } catch (thrown) {
      return fail(toAppError(thrown));
    } finally {
      if (live === undefined) await used.value.close();
    }
  }

  /** The environment that terminals of this connection inherit. */
  environmentOf(connection: AgentConnection): Readonly<Record<string, string>> {
    return this.#running.get(connection.connectionId)?.env ?? {};
  }

  find(connectionId: ConnectionId): AgentConnection | undefined {
    return (
      this.#running.get(connectionId)?.connection ??
      this.#exited.find((entry) => entry.connection.connectionId === connectionId)?.connection
    );
  }

  views(): ConnectionView[] {
    const exited = this.#exited.map(({ connection }) => this.view(connection));
    return [...exited, ...[...this.#running.values()].map(({ connection }) => this.view(connection))];
  }

  view(connection: AgentConnection): ConnectionView {
    return {
      connectionId: connection.connectionId,
      agentId: connection.agentId,
      cwd: connection.cwd,
      pid: this.#pids.get(connection.connectionId) ?? null,
      status: connection.status,
      startedAt: connection.startedAt,
      sessionIds: this.#options.sessionIdsOf(connection),
      exit: connection.exit,
      lastWords: connection.lastWords,
      isNoisy: connection.wiretap.isNoisy,
    };
  }

  /** Ends every process tree; false where something could not be ended. Nothing can be acquired after it. */
  async closeAll(): Promise<boolean> {
    this.#closing = true;
    this.#restarts.close();
    this.#stopIdleTimer();
    this.#options.starter.lease.close();
    await Promise.all(this.#starting.values());
    // Those too that ended by themselves a moment ago: what they left running may still be ending.
    const all = [...this.#running.values(), ...this.#exited];
    const gone = await Promise.all(all.map(({ connection }) => connection.close()));
    return !gone.includes(false);
  }

  /**
   * Stops what has been idle for the configured time, and what is stale and idle at all; called by the timer, when a turn
   * ends, and by tests.
   */
  async stopIdle(): Promise<void> {
    const { isBusy } = this.#options;
    const closing: Promise<boolean>[] = [];
    for (const running of this.#running.values()) {
      const { connection } = running;
      if (connection.status !== 'ready' || !this.#mayStop(running)) continue;
      if (isBusy(connection) || (await connection.hasBackgroundWork())) continue;
      // Asked again: a prompt may have come while the process table was read.
      if (!isBusy(connection)) closing.push(connection.close());
    }
    await Promise.all(closing);
  }

  #mayStop(running: Running): boolean {
    const { connection } = running;
    const { clock, durations, sessionIdsOf } = this.#options;
    const { capabilities } = connection.agent;
    // An agent that offers neither could not give its sessions back.
    const isNeeded = !capabilities.loadSession && !capabilities.session.resume;
    if (this.#isStale(running)) return !isNeeded || sessionIdsOf(connection).length === 0;
    const idleMs = durations().idleStopMinutes * 60_000;
    return !isNeeded && idleMs > 0 && clock.now() - connection.lastActivityAt >= idleMs;
  }

  #isStale({ connection, generation }: Running): boolean {
    return generation < this.#generationOf(connection.agentId);
  }

  #generationOf(agentId: AgentId): number {
    return this.#generations.get(agentId) ?? 0;
  }

  /** One start a key at a time: those who ask meanwhile wait for the same process. */
  #start(
    key: string,
    generation: number,
    entry: CatalogEntry,
    cwd: string,
    forSession: boolean,
  ): Promise<Result<Running>> {
    const program = this.#programKey(entry);
    const failed = (error: AppError): void => {
      // What only looks says nothing of how often sessions start it.
      if (forSession) this.#restarts.failed(program, error);
    };
    const begun = startAgent(entry, cwd, this.#options.starter).catch((thrown: unknown) => fail(toAppError(thrown)));
    const starting = begun.then((started): Result<Running> => {
      this.#starting.delete(startKey(key, generation));
      if (!started.ok) {
        failed(started.error);
        this.#options.onProbe(entry, null, started.error);
        return started;
      }
      const connection = this.#connect(entry, cwd, started.value, program);
      const ready = this.#initialize(entry, connection).finally(started.value.onStarted);
      void ready.then(async (init) => {
        if (!init.ok) return failed(init.error);
        const error = await connection.closed;
        if (!this.#served.has(connection)) failed(error);
      });
      const running: Running = { key, generation, connection, env: started.value.env, ready };
      this.#running.set(connection.connectionId, running);
      this.#publish(connection);
      return ok(running);
    });
    this.#starting.set(startKey(key, generation), starting);
    return starting;
  }

  #connect(entry: CatalogEntry, cwd: string, started: StartedAgent, program: string): AgentConnection {
    const { clock, clientVersion, durations, newId, owner, onFault } = this.#options;
    const connection = new AgentConnection({
      connectionId: newId(),
      agentId: entry.config.id,
      cwd,
      adapter: adapterOf(entry.config.adapter),
      streams: started.streams,
      hide: started.hide,
      isPatient: fetchesFirst(entry.config.command),
      clock,
      clientVersion,
      startSeconds: durations().startSeconds,
      owner,
      onChange: (changed) => this.#onChange(changed),
      onSignIn: (needed) => {
        if (!needed) {
          this.#served.add(connection);
          this.#restarts.succeeded(program);
        }
        this.#options.onSignIn(entry, needed);
      },
      onFault,
    });
    this.#pids.set(connection.connectionId, started.streams.pid);
    return connection;
  }

  async #initialize(entry: CatalogEntry, connection: AgentConnection): Promise<Result<AgentConnection>> {
    const init = await connection.initialize();
    if (!init.ok) {
      this.#options.onProbe(entry, null, init.error);
      return init;
    }
    this.#options.onProbe(entry, probeOf(init.value), null);
    return ok(connection);
  }

  #onChange(connection: AgentConnection): void {
    if (connection.status === 'exited' && this.#running.delete(connection.connectionId)) {
      this.#exited.push({ connection, pid: this.#pids.get(connection.connectionId) ?? null });
      for (const old of this.#exited.splice(0, this.#exited.length - KEPT_EXITED)) {
        this.#pids.delete(old.connection.connectionId);
        this.#options.onConnectionRemoved(old.connection.connectionId);
      }
    }
    this.#publish(connection);
  }

  #publish(connection: AgentConnection): void {
    this.#options.onConnection(this.view(connection));
  }

  #keyOf(entry: CatalogEntry, cwd: string, sessionId: SessionId): string {
    const perSession = adapterOf(entry.config.adapter).processPer === 'session';
    // The whole configuration: after a change the next session gets the changed program.
    const { starter } = this.#options;
    const revision = starter.secrets.revision(entry.config.id);
    const owner = perSession || sessionId.startsWith('probe:') ? sessionId : null;
    return JSON.stringify([entry.config, revision, starter.proxy(), cwd, owner]);
  }

  /** What counts failed starts: the program as it is configured now, in whichever folder. */
  #programKey(entry: CatalogEntry): string {
    const { secrets, proxy } = this.#options.starter;
    const { id } = entry.config;
    return JSON.stringify([entry.config, secrets.revision(id), proxy(), this.#generationOf(id)]);
  }

  #scheduleIdleCheck(): void {
    this.#stopIdleTimer = this.#options.clock.setTimer(IDLE_CHECK_MS, () => {
      void this.stopIdle().finally(() => this.#closing || this.#scheduleIdleCheck());
    });
  }
}

const startKey = (key: string, generation: number): string => `${generation} ${key}`;
