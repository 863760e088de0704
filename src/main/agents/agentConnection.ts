import type { Readable, Writable } from 'node:stream';
import type { InitializeResult } from '@shared/acp/initialize';
import { PROTOCOL_VERSION } from '@shared/acp/initialize';
import type { MethodName, NotificationName, NotificationParams, ParamsOf, ResultOf } from '@shared/acp/methods';
import type { SessionUpdate } from '@shared/acp/update';
import type { Clock } from '@shared/clock';
import { type AppError, AppFailure, fail, ok, type Result, toAppError } from '@shared/errors';
import type { AgentId, ConnectionId } from '@shared/ids';
import type { AgentProbe, ConnectionView } from '@shared/ipc/views';
import { Connection, type RequestOptions } from '../acp/connection';
import type { RequestContext } from '../acp/requestContext';
import { Wiretap } from '../acp/wiretap';
import type { Adapter } from './adapters/types';
import { EarlyUpdates } from './earlyUpdates';
import { exitReason } from './exitReason';
import { LastWords } from './lastWords';
import { withWays } from './signInWays';
import { StartDeadline } from './startDeadline';
import { StderrLines } from './stderrLines';

/** A started agent, process or worker: byte streams and an end. */
export interface AgentStreams {
  readonly pid: number | null;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly exited: Promise<{ exitCode: number | null; signal: string | null; stderrTail: string }>;
  stderrTail(): string;
  onStderr(listener: (text: string) => void): void;
  /** Ends the whole tree; false where something of it could not be ended. */
  close(): Promise<boolean>;
  /** The processes that it started and that live now, by pid. */
  descendants(): Promise<readonly number[]>;
}

/** Who answers what the agent asks: the sessions' side, one per connection. */
export interface ConnectionOwner {
  onRequest(method: string, params: unknown, context: RequestContext): Promise<unknown>;
  onNotification(method: string, params: unknown): void;
}

/** Where a session's updates go. */
export type UpdateSink = (update: SessionUpdate) => void;

export interface AgentConnectionOptions {
  connectionId: ConnectionId;
  agentId: AgentId;
  cwd: string;
  adapter: Adapter;
  streams: AgentStreams;
  /** Takes secrets out of what the agent said on stderr and in errors. */
  hide: (text: string) => string;
  clock: Clock;
  clientVersion: string;
  startSeconds: number;
  /** A start that fetches the agent first goes on while it writes to stderr (see StartDeadline). */
  isPatient: boolean;
  owner: (connection: AgentConnection) => ConnectionOwner;
  onChange: (connection: AgentConnection) => void;
  /** The agent opened a session, or refused something since nobody is signed in (true). */
  onSignIn: (needed: boolean) => void;
  onFault: (error: AppError) => void;
}

/** What an agent refuses with -32000 where nobody is signed in (cursor-acp.md 2.3). */
const OPENS_SESSION: ReadonlySet<MethodName> = new Set<MethodName>(['session/new', 'session/load', 'session/resume']);

/**
 * One agent process with its protocol on top. Updates go to the session that registered their id; those of an id nobody
 * knows yet are kept and delivered when `session/new` or `session/load` names it.
 */
export class AgentConnection {
  readonly connectionId: ConnectionId;
  readonly agentId: AgentId;
  readonly cwd: string;
  readonly adapter: Adapter;
  readonly wiretap: Wiretap;
  readonly startedAt: number;
  /** Settles with why it ended; never rejects. */
  readonly closed: Promise<AppError>;
  readonly #options: AgentConnectionOptions;
  readonly #rpc: Connection;
  readonly #sinks = new Map<string, UpdateSink>();
  readonly #early = new EarlyUpdates();
  #status: ConnectionView['status'] = 'starting';
  #exit: ConnectionView['exit'] = null;
  #init: InitializeResult | null = null;
  #lastActivityAt: number;
  #end: Promise<boolean> | null = null;
  #stopWanted = false;
  #deadline: StartDeadline | null = null;
  readonly #words: LastWords;
  /** What runs from the start (a wrapper's real program, a helper) is no work of a session. */
  #resident: ReadonlySet<number> = new Set();

  constructor(options: AgentConnectionOptions) {
    this.#options = options;
    this.connectionId = options.connectionId;
    this.agentId = options.agentId;
    this.cwd = options.cwd;
    this.adapter = options.adapter;
    this.startedAt = options.clock.now();
    this.#lastActivityAt = this.startedAt;
    this.wiretap = new Wiretap(options.clock, options.hide, () => options.onChange(this));
    const { streams } = options;
    this.#words = new LastWords(options.clock, options.hide, () => options.onChange(this));
    const stderr = new StderrLines(options.clock, (text) => this.wiretap.note('stderr', text));
    streams.onStderr((text) => {
      stderr.add(text);
      if (this.#status !== 'starting') return;
      this.#words.add(text);
      if (options.isPatient) this.#deadline?.extend();
    });
    const owner = options.owner(this);
    this.#rpc = new Connection({
      stdin: streams.stdin,
      stdout: streams.stdout,
      clock: options.clock,
      wiretap: this.wiretap,
      explainEnd: () => this.#explainEnd(),
      handlers: {
        onUpdate: (acpSessionId, update) => this.#onUpdate(acpSessionId, update),
        onRequest: (method, params, context) => {
          this.#lastActivityAt = options.clock.now();
          return owner.onRequest(method, params, context);
        },
        onNotification: (method, params) => owner.onNotification(method, params),
        onFault: options.onFault,
      },
    });
    this.closed = this.#rpc.closed;
    void streams.exited.then(({ exitCode, signal, stderrTail }) => {
      stderr.flush();
      this.#exit = { exitCode, signal, stderrTail };
      this.#setStatus('exited');
      this.#rpc.closeAfterOutput(this.#endOf(this.#exit));
    });
    void this.closed.then(() => this.close());
  }

  get status(): ConnectionView['status'] {
    return this.#status;
  }

  get exit(): ConnectionView['exit'] {
    return this.#exit;
  }

  /** The text without the secrets that this agent was given, or that look like ones. */
  hide(text: string): string {
    return this.#options.hide(text);
  }

  /** While it starts: the newest line on stderr, without secrets. */
  get lastWords(): string | null {
    return this.#status === 'starting' ? this.#words.line : null;
  }

  /** What initialize answered; only a ready connection is handed out, so its holders always find it. */
  get agent(): InitializeResult {
    if (this.#init === null) throw new AppFailure({ code: 'agent.stopped' });
    return this.#init;
  }

  get lastActivityAt(): number {
    return this.#lastActivityAt;
  }

  /** Initializes; on failure the process is ended. */
  async initialize(): Promise<Result<InitializeResult>> {
    const { clock, adapter, clientVersion, startSeconds, streams } = this.#options;
    const deadline = new StartDeadline(clock, startSeconds);
    this.#deadline = deadline;
    try {
      const answer = this.request('initialize', {
        protocolVersion: PROTOCOL_VERSION,
        clientCapabilities: adapter.capabilities,
        clientInfo: { name: 'signalbox', title: 'Signalbox', version: clientVersion },
      });
      const late = deadline.passed.then((seconds): never => {
        throw new AppFailure({ code: 'agent.startTimeout', seconds, stderrTail: streams.stderrTail() });
      });
      const result = await Promise.race([answer, late]);
      if (result.protocolVersion !== PROTOCOL_VERSION) {
        await this.close();
        return fail({ code: 'agent.protocolUnsupported', version: result.protocolVersion });
      }
      this.#init = result;
      this.#resident = new Set(await streams.descendants());
      this.#lastActivityAt = clock.now();
      this.#setStatus('ready');
      return ok(result);
    } catch (thrown) {
      await this.close();
      return fail(toAppError(thrown));
    } finally {
      deadline.stop();
    }
  }

  /** Rejects with an AppFailure (see Connection.request). */
  async request<M extends MethodName>(method: M, params: ParamsOf<M>, options?: RequestOptions): Promise<ResultOf<M>> {
    this.#lastActivityAt = this.#options.clock.now();
    try {
      const answer = await this.#rpc.request(method, params, options);
      if (OPENS_SESSION.has(method)) this.#options.onSignIn(false);
      if (method === 'logout') this.#options.onSignIn(true);
      return answer;
    } catch (thrown) {
      const error = withWays(method, toAppError(thrown), this.adapter);
      if (error.code === 'agent.authRequired') this.#options.onSignIn(true);
      // It is kept and shown as an error card, and agents put their environment into errors.
      throw new AppFailure(withoutSecrets(error, this.#options.hide), { cause: thrown });
    }
  }

  notify<N extends NotificationName>(method: N, params: NotificationParams<N>): Promise<void> {
    return this.#rpc.notify(method, params);
  }

  /** From now on `sink` gets the session's updates, beginning with those that came too early. Returns its own end. */
  register(acpSessionId: string, sink: UpdateSink): () => void {
    this.#sinks.set(acpSessionId, sink);
    for (const update of this.#early.take(acpSessionId)) sink(update);
    this.#options.onChange(this);
    return () => {
      if (this.#sinks.get(acpSessionId) !== sink) return;
      this.#sinks.delete(acpSessionId);
      this.#early.drop(acpSessionId);
      this.#options.onChange(this);
    };
  }

  /** Has no update come for too long in an open turn? The owner of the turn says so and takes it back. */
  setUnresponsive(unresponsive: boolean): void {
    if (unresponsive && this.#status === 'ready') this.#setStatus('unresponsive');
    if (!unresponsive && this.#status === 'unresponsive') this.#setStatus('ready');
  }

  /** Runs something that it started after it was ready (background work)? Such a connection is not idle. */
  async hasBackgroundWork(): Promise<boolean> {
    const pids = await this.#options.streams.descendants();
    return pids.some((pid) => !this.#resident.has(pid));
  }

  /** Ends the process and its whole tree. Safe to call again; false where something of it could not be ended. */
  close(): Promise<boolean> {
    this.#stopWanted ||= this.#status !== 'exited';
    this.#end ??= this.#close();
    return this.#end;
  }

  async #close(): Promise<boolean> {
    if (this.#status !== 'exited') this.#setStatus('stopping');
    const gone = await this.#options.streams.close();
    this.#rpc.close({ code: 'agent.stopped' });
    return gone;
  }

  /** Output ended: the exit says why, if it comes soon; else that the agent closed its output is all we know. */
  async #explainEnd(): Promise<AppError> {
    const { streams, clock } = this.#options;
    const late = new Promise<null>((resolve) => clock.setTimer(1000, () => resolve(null)));
    const exit = await Promise.race([streams.exited, late]);
    if (exit !== null) return this.#endOf(exit);
    return this.#stopWanted
      ? { code: 'agent.stopped' }
      : { code: 'agent.outputEnded', stderrTail: streams.stderrTail() };
  }

  /** A stop that we asked for is no failure, whatever the agent's exit code says. */
  #endOf(exit: NonNullable<ConnectionView['exit']>): AppError {
    return this.#stopWanted ? { code: 'agent.stopped' } : exitReason(exit);
  }

  #onUpdate(acpSessionId: string, update: SessionUpdate): void {
    this.#lastActivityAt = this.#options.clock.now();
    const normal = this.adapter.normalizeUpdate(update);
    const sink = this.#sinks.get(acpSessionId);
    if (sink !== undefined) return sink(normal);
    this.#early.push(acpSessionId, normal);
  }

  #setStatus(status: ConnectionView['status']): void {
    if (this.#status === status || this.#status === 'exited') return;
    this.#status = status;
    this.#options.onChange(this);
  }
}

function withoutSecrets(error: AppError, hide: (text: string) => string): AppError {
  return 'message' in error ? { ...error, message: hide(error.message) } : error;
}

/** What people are shown of an initialize. */
export function probeOf(init: InitializeResult): AgentProbe {
  const { capabilities } = init;
  return {
    version: init.agentInfo?.version ?? null,
    title: init.agentInfo?.title ?? init.agentInfo?.name ?? null,
    protocolVersion: init.protocolVersion,
    capabilities: {
      loadSession: capabilities.loadSession,
      resume: capabilities.session.resume,
      list: capabilities.session.list,
      close: capabilities.session.close,
      remove: capabilities.session.delete,
      image: capabilities.prompt.image,
      audio: capabilities.prompt.audio,
      embeddedContext: capabilities.prompt.embeddedContext,
      mcpHttp: capabilities.mcp.http,
      mcpSse: capabilities.mcp.sse,
      signOut: capabilities.auth.logout,
      steering: capabilities.steering,
    },
    authMethods: init.authMethods,
  };
}
