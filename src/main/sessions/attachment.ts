import type { McpServer, SessionSetup } from '@shared/acp/sessionMethods';
import type { SessionUpdate } from '@shared/acp/update';
import { type AppError, AppFailure, fail, ok, type Result, toAppError } from '@shared/errors';
import type { SessionEventBody } from '@shared/session/event';
import { isTurnOpen, type SessionOptions, type SessionState } from '@shared/session/state';
import { sameValue } from '@shared/session/sameValue';
import type { Adapter } from '../agents/adapters/types';
import type { AgentConnection } from '../agents/agentConnection';
import { allWays } from '../agents/signInWays';
import { isSessionNotFound } from './notFound';
import type { SessionContext, SessionIdentity } from './sessionContext';
import { applyChosen } from './sessionOptions';

/** Quiet after which a replay is taken for finished, and the longest it is waited for (DESIGN section 4). */
const REPLAY_QUIET_MS = 250;
const REPLAY_MAX_MS = 3000;
/** How long the error that is known to pass is given to pass. */
const PASSING_MS = 1000;

interface Session {
  state: () => SessionState;
  append: (bodies: readonly SessionEventBody[]) => void;
  flush: () => void;
  cwd: () => string;
  onUpdate: (update: SessionUpdate) => void;
  onLost: (error: AppError, exit: AgentConnection['exit']) => void;
}

/** `seen`: it brought something that is now in the transcript. */
type Replay = { use: boolean; startedAt: number; lastAt: number; seen: boolean };

/**
 * A session's tie to a connection: made when needed (`session/new`, `resume` or `load`), lost when the process ends,
 * and never silently exchanged for a fresh one (DESIGN section 5, AC-25).
 */
export class Attachment {
  readonly #identity: SessionIdentity;
  readonly #context: SessionContext;
  readonly #session: Session;
  #connection: AgentConnection | null = null;
  #attaching: Promise<Result<null>> | null = null;
  #unregister: (() => void) | null = null;
  #replay: Replay | null = null;
  #isClosed = false;
  /** While a start waits, since the agent died at its last ones. */
  #startWait: { tryNow: () => void; giveUp: () => void } | null = null;

  constructor(identity: SessionIdentity, context: SessionContext, session: Session) {
    this.#identity = identity;
    this.#context = context;
    this.#session = session;
  }

  get connection(): AgentConnection | null {
    return this.#connection;
  }

  get isAttaching(): boolean {
    return this.#attaching !== null;
  }

  /** Between a load and our next prompt: what comes now of content is replay. */
  get isReplaying(): boolean {
    return this.#replay !== null;
  }

  /** The replay rebuilds a transcript of which we hold nothing; else it is suppressed, never merged. */
  get usesReplay(): boolean {
    return this.#replay?.use === true;
  }

  sawReplay(): void {
    if (this.#replay === null) return;
    this.#replay.lastAt = this.#context.clock.now();
    this.#replay.seen ||= this.#session.state().items.length > 0;
  }

  /** Connected and known to the agent, or why not. Calls that come meanwhile share the attempt. */
  attach(): Promise<Result<null>> {
    const isLive = this.#connection?.status === 'ready' || this.#connection?.status === 'unresponsive';
    if (isLive && this.#session.state().atAgent === 'attached') return Promise.resolve(ok(null));
    this.#attaching ??= this.#attach().finally(() => {
      this.#attaching = null;
    });
    return this.#attaching;
  }

  /**
   * Waits until a replay that may still be running has been quiet for 250 ms, 3 s at most, and ends it: its late updates
   * come after the load's answer (Gemini: 8 of 13, real-agents.md).
   */
  async endReplay(): Promise<void> {
    const replay = this.#replay;
    if (replay === null) return;
    const { clock } = this.#context;
    for (;;) {
      const now = clock.now();
      const quiet = now - Math.max(replay.lastAt, replay.startedAt);
      if (quiet >= REPLAY_QUIET_MS || now - replay.startedAt >= REPLAY_MAX_MS) break;
      const wait = Math.min(REPLAY_QUIET_MS - quiet, REPLAY_MAX_MS - (now - replay.startedAt));
      await new Promise<void>((resolve) => clock.setTimer(wait, resolve));
    }
    this.#replay = null;
    if (replay.use && replay.seen) this.#apply([{ type: 'notice.added', notice: { code: 'session.historyRebuilt' } }]);
  }

  /** The session at the agent is given up: what it still says goes nowhere, and the next attach starts a fresh one. */
  forget(): void {
    this.#unregister?.();
    this.#unregister = null;
    this.#replay = null;
    this.#apply([
      { type: 'attachment.changed', atAgent: 'new', acpSessionId: null, error: null },
      { type: 'notice.added', notice: { code: 'session.startedAnew' } },
    ]);
  }

  /**
   * The agent said in its answer that nobody is signed in: shown as a failed attempt with the ways to sign in. A process
   * of this session's own goes, since the next one reads the new sign-in.
   */
  requireSignIn(message: string): void {
    const connection = this.#connection;
    const methods = connection === null ? [] : allWays(connection.agent.authMethods, connection.adapter);
    this.release();
    this.#apply([
      { type: 'connection.changed', connection: { status: 'none' } },
      { type: 'attachment.changed', atAgent: 'detached', error: { code: 'agent.authRequired', message, methods } },
    ]);
    if (connection?.adapter.processPer === 'session') void connection.close();
  }

  /** A live connection, with or without the session on it: signing in asks nothing of a session. */
  async connect(): Promise<Result<AgentConnection>> {
    await this.#attaching?.catch(() => undefined);
    return this.#connection?.status === 'ready' ? ok(this.#connection) : this.#connect();
  }

  /** Runs `run` with the live connection, attaching first; what it throws becomes the answer. */
  async withAgent(run: (connection: AgentConnection, acpSessionId: string) => Promise<void>): Promise<Result<null>> {
    const attached = await this.attach();
    if (!attached.ok) return attached;
    const { acpSessionId } = this.#session.state();
    if (this.#connection === null || acpSessionId === null) return fail({ code: 'agent.stopped' });
    try {
      await run(this.#connection, acpSessionId);
      return ok(null);
    } catch (thrown) {
      return fail(toAppError(thrown));
    }
  }

  /** A start that waits is made now. */
  startNow(): void {
    this.#startWait?.tryNow();
  }

  /** A start that waits is not made; whoever wants the agent next begins again. */
  giveUpWaiting(): void {
    this.#startWait?.giveUp();
  }

  /** The session goes away: an attempt that is under way ends in nothing. */
  close(): void {
    this.#isClosed = true;
    this.giveUpWaiting();
    this.release();
  }

  /** Lets go of the connection without ending it. */
  release(): void {
    this.#unregister?.();
    this.#unregister = null;
    this.#connection = null;
    this.#replay = null;
  }

  /** Lets go of the connection for good: the next attempt takes another. */
  leave(): void {
    if (this.#connection === null) return;
    this.release();
    this.#session.onLost({ code: 'agent.stopped' }, null);
  }

  async #attach(): Promise<Result<null>> {
    const givenUp = new AbortController();
    const connected = await this.#connect(givenUp);
    if (!connected.ok) return this.#isClosed || givenUp.signal.aborted ? connected : this.#failed(connected.error);
    const connection = connected.value;
    try {
      const setup = await this.#openAtAgent(connection);
      const { acpSessionId } = this.#session.state();
      const chosen = this.#context.index.get(this.#identity.sessionId)?.chosenOptions ?? {};
      if (acpSessionId !== null) {
        const kept = await applyChosen({ connection, acpSessionId, ...this.#session }, chosen, setup);
        if (kept !== chosen) this.#context.index.update(this.#identity.sessionId, { chosenOptions: kept });
      }
      void this.#listModels(connection);
      return ok(null);
    } catch (thrown) {
      const error = toAppError(thrown);
      // The connection's own end was told already, by whoever lost it.
      const isHeld = this.#connection === connection && connection.status !== 'exited';
      return isHeld ? this.#failed(this.#attachError(error)) : fail(error);
    }
  }

  /** A process that is ready and ours; nothing is asked of it for the session yet. */
  async #connect(givenUp = new AbortController()): Promise<Result<AgentConnection>> {
    const { supervisor, agent } = this.#context;
    const { agentId, sessionId } = this.#identity;
    const entry = agent(agentId);
    if (entry === undefined) return fail({ code: 'agent.unknown', agentId });
    const onStarting = ({ connectionId }: AgentConnection): void => {
      this.#startWait = null;
      if (this.#isClosed) return;
      this.#apply([{ type: 'connection.changed', connection: { status: 'starting', connectionId } }]);
    };
    const acquired = await supervisor.acquire(entry, this.#session.cwd(), sessionId, onStarting, {
      signal: givenUp.signal,
      entry: () => agent(agentId),
      onWait: ({ until, failures, tryNow }) => {
        this.#startWait = { tryNow, giveUp: () => givenUp.abort() };
        this.#apply([{ type: 'connection.changed', connection: { status: 'waiting', until, failures } }]);
      },
    });
    this.#startWait = null;
    if (this.#isClosed) {
      // Nobody else will ever use a process that was started for this session alone.
      if (acquired.ok && acquired.value.adapter.processPer === 'session') await acquired.value.close();
      return fail({ code: 'agent.stopped' });
    }
    if (acquired.ok) this.#hold(acquired.value);
    else this.#apply([{ type: 'connection.changed', connection: { status: 'none' } }]);
    return acquired;
  }

  /** In the background: it may take a quarter of a minute, and nothing needs it (AC-15). */
  async #listModels(connection: AgentConnection): Promise<void> {
    const { agent, models, onDefect } = this.#context;
    const entry = agent(this.#identity.agentId);
    if (entry === undefined) return;
    try {
      const listed = await models.of(connection, entry);
      if (listed === null || this.#connection !== connection) return;
      const listedModels = listed.map(({ value, name, configOptions }) => ({
        value,
        name,
        description: configOptions.map((option) => option.name).join(' · ') || null,
      }));
      this.#apply([{ type: 'options.changed', options: { listedModels } }]);
    } catch (thrown) {
      onDefect('list of models', thrown);
    }
  }

  #hold(connection: AgentConnection): void {
    const { connectionId } = connection;
    this.#connection = connection;
    this.#apply([{ type: 'connection.changed', connection: { status: 'ready', connectionId } }]);
    void connection.closed.then((error) => {
      if (this.#connection !== connection) return;
      this.release();
      this.#session.onLost(error, connection.exit);
    });
  }

  async #openAtAgent(connection: AgentConnection): Promise<SessionSetup> {
    const cwd = this.#session.cwd();
    const { acpSessionId } = this.#session.state();
    if (acpSessionId === null) return this.#create(connection);
    const { capabilities } = connection.agent;
    const holdsTranscript = this.#session.state().items.length > 0;
    const method =
      capabilities.session.resume && (holdsTranscript || !capabilities.loadSession) ? 'session/resume' : 'session/load';
    if (method === 'session/load' && !capabilities.loadSession) throw new AppFailure({ code: 'session.notResumable' });
    const now = this.#context.clock.now();
    this.#replay =
      method === 'session/load' ? { use: !holdsTranscript, startedAt: now, lastAt: now, seen: false } : null;
    this.#register(connection, acpSessionId);
    try {
      const mcpServers = await this.mcpServers(connection);
      const setup = await connection.request(method, { sessionId: acpSessionId, cwd, mcpServers });
      if (this.#replay !== null) this.#replay.startedAt = this.#context.clock.now();
      this.#opened(connection, acpSessionId, setup);
      return setup;
    } catch (thrown) {
      // Half a history would be taken for all of it by the next attempt.
      if (this.#replay?.use === true && this.#replay.seen) this.#apply([{ type: 'transcript.cleared' }]);
      this.#replay = null;
      this.#unregister?.();
      this.#unregister = null;
      // Nothing was ever said in it, so nothing is lost with it: agents forget a session that had no prompt.
      if (this.#isUnused() && isSessionNotFound(toAppError(thrown))) return this.#create(connection);
      throw thrown;
    }
  }

  /** Was nothing said in it at the agent before the prompt that may be waiting for this attempt? */
  #isUnused(): boolean {
    const { turn, nextOrdinal, untoldBefore = 0 } = this.#session.state();
    if (this.#context.index.get(this.#identity.sessionId)?.imported === true) return false;
    return (isTurnOpen(turn) ? turn.firstOrdinal : nextOrdinal) <= untoldBefore;
  }

  async #create(connection: AgentConnection): Promise<SessionSetup> {
    const params = { cwd: this.#session.cwd(), mcpServers: await this.mcpServers(connection) };
    const created = await connection.request('session/new', params).catch(async (thrown: unknown) => {
      if (!isPassing(connection.adapter, toAppError(thrown))) throw thrown;
      // What is missing in it starts beside it; asked again at once it often says the same.
      await new Promise<void>((resolve) => this.#context.clock.setTimer(PASSING_MS, resolve));
      return connection.request('session/new', params);
    });
    this.#opened(connection, created.acpSessionId, created);
    return created;
  }

  /** The person's own MCP servers that this agent gets; what it gets and what not is kept with the session. */
  async mcpServers(connection: AgentConnection): Promise<McpServer[]> {
    const { mcp } = connection.agent.capabilities;
    const cwd = this.#session.cwd();
    const { servers, told } = await this.#context.mcpServers.forSession(connection.agentId, mcp, cwd);
    const { mcp: before = { given: [], leftOut: [] } } = this.#session.state();
    if (!sameValue(before, told)) this.#apply([{ type: 'mcp.given', mcp: told }]);
    return servers;
  }

  #opened(connection: AgentConnection, acpSessionId: string, setup: SessionSetup): void {
    const options: Partial<SessionOptions> = {};
    if (setup.modes !== undefined) options.modes = setup.modes;
    if (setup.models !== undefined) options.models = setup.models;
    if (setup.configOptions !== undefined) options.configOptions = setup.configOptions;
    this.#apply([
      { type: 'options.changed', options },
      { type: 'attachment.changed', atAgent: 'attached', acpSessionId, error: null },
    ]);
    // After the options: commands and modes that came early are newer than the answer.
    if (this.#unregister === null) this.#register(connection, acpSessionId);
  }

  #register(connection: AgentConnection, acpSessionId: string): void {
    this.#unregister?.();
    this.#unregister = connection.register(acpSessionId, (update) => this.#session.onUpdate(update));
  }

  #apply(bodies: readonly SessionEventBody[]): void {
    this.#session.flush();
    this.#session.append(bodies);
  }

  #attachError(error: AppError): AppError {
    if (this.#session.state().acpSessionId === null) return error;
    if (isSessionNotFound(error))
      return { code: 'session.lostAtAgent', message: 'message' in error ? error.message : '' };
    if (error.code === 'agent.refused') return { code: 'session.loadFailed', message: error.message };
    return error;
  }

  /** The transcript stays as it is, the reason is shown with its ways out, and nothing starts anew by itself. */
  #failed(error: AppError): Result<null> {
    const { atAgent } = this.#session.state();
    const next = error.code === 'session.lostAtAgent' ? 'lost' : atAgent === 'attached' ? 'detached' : atAgent;
    this.#apply([{ type: 'attachment.changed', atAgent: next, error }]);
    return fail(error);
  }
}

/** The error of session/new that the adapter knows to pass (cursor-acp.md 2.4): the one thing that is asked twice. */
const isPassing = ({ passingNewError: known }: Adapter, error: AppError): boolean =>
  known !== null &&
  error.code === 'agent.refused' &&
  error.rpcCode === known.rpcCode &&
  known.message.test(error.message);
