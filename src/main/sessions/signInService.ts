import type { AuthMethod } from '@shared/acp/methods';
import { signInNeed } from '@shared/acp/signInNeed';
import type { Clock } from '@shared/clock';
import { fail, ok, type Result, toAppError } from '@shared/errors';
import { Feed, type StreamSource } from '@shared/feed';
import type { AgentId, PtyId, SessionId } from '@shared/ids';
import type { PtyExit, SignInProgress, SignInsFrame, SignInsSnapshot } from '@shared/ipc/signIn';
import { adapterOf } from '../agents/adapters/table';
import type { AgentConnection } from '../agents/agentConnection';
import type { AgentService } from '../agents/agentService';
import type { CatalogEntry } from '../agents/catalog';
import type { Pty } from '../agents/pty';
import type { Ptys } from '../agents/ptys';
import { terminalProgram } from '../agents/signInWays';
import type { AgentProgram } from '../agents/startAgent';
import type { Supervisor } from '../agents/supervisor';
import type { SessionActor } from './sessionActor';
import type { SessionService } from './sessionService';

export interface SignInServiceOptions {
  clock: Clock;
  sessions: SessionService;
  agents: AgentService;
  supervisor: Supervisor;
  ptys: Ptys;
  /** The agent's program as it would be started now. */
  program: (entry: CatalogEntry) => Promise<AgentProgram>;
}

/** A start is over after this; a person who is slow to log in must not keep sessions from starting. */
const START_MS = 5000;

/** One way to sign in, as the agent or its adapter told it; never as a page says. */
interface Way {
  actor: SessionActor;
  entry: CatalogEntry;
  method: AuthMethod;
}

type Stage = SignInProgress extends infer P
  ? P extends SignInProgress
    ? Omit<P, 'methodId' | 'sessionId'>
    : never
  : never;

/**
 * Signing in to agents, one attempt at a time for each. An account belongs to the agent, so what comes of it is for all of
 * its sessions: each repeats what was refused. Nothing here is asked of an agent before it refused something, since
 * `authenticate` opens browsers and fails where a key would do (cursor-acp.md 2.3, AC-98).
 */
export class SignInService {
  readonly feed = new Feed<SignInsFrame>();
  readonly #options: SignInServiceOptions;
  readonly #progress = new Map<AgentId, SignInProgress>();
  /** Takes back what is under way, by agent. */
  readonly #undo = new Map<AgentId, () => Promise<void>>();

  constructor(options: SignInServiceOptions) {
    this.#options = options;
  }

  source(): StreamSource {
    return this.feed.source((): SignInsSnapshot => ({
      signIns: [...this.#progress].map(([agentId, progress]) => ({ agentId, progress })),
    }));
  }

  /** Answers when it has begun; how it goes on is told by the stream. An attempt that was under way is taken back. */
  async begin(sessionId: SessionId, methodId: string): Promise<Result<null>> {
    const found = this.#way(sessionId, methodId);
    if (!found.ok) return found;
    const way = found.value;
    if (way.method.type === 'env_var') {
      await this.cancel(way.entry.config.id);
      return fail({ code: 'signIn.keysMissing', methodId });
    }
    // Each is under way before anything is waited for, so that whatever comes later finds it.
    const before = this.cancel(way.entry.config.id);
    if (way.method.type === 'terminal') return this.#openTerminal(way, before);
    void this.#authenticate(way, before);
    await before;
    return ok(null);
  }

  /** Keeps what the method asks for with the agent, secrets as secrets, and starts it again. */
  async giveKeys(
    sessionId: SessionId,
    methodId: string,
    values: Readonly<Record<string, string>>,
    acceptPlain: boolean,
  ): Promise<Result<null>> {
    const found = this.#way(sessionId, methodId);
    if (!found.ok) return found;
    const way = found.value;
    const { config } = way.entry;
    const vars = way.method.vars ?? [];
    const given = vars.filter(({ name }) => (values[name] ?? '') !== '');
    if (given.length === 0 || vars.some(({ name, optional }) => !optional && (values[name] ?? '') === '')) {
      return fail({ code: 'signIn.keysMissing', methodId });
    }
    await this.cancel(config.id);
    const secrets = given.filter(({ secret }) => secret).map(({ name }) => name);
    const env = { ...config.env, ...Object.fromEntries(given.map(({ name }) => [name, values[name] ?? ''])) };
    const agent = { ...config, env, secretEnv: [...new Set([...config.secretEnv, ...secrets])] };
    const saved = await this.#options.agents.save(agent, acceptPlain);
    if (saved.ok) void this.#signedIn(config.id, way, null);
    return saved;
  }

  /** Takes back what is under way; what was refused stays refused. */
  async cancel(agentId: AgentId): Promise<void> {
    const undo = this.#undo.get(agentId);
    this.#undo.delete(agentId);
    this.#tell(agentId, null);
    await undo?.();
  }

  /** The person signed in elsewhere: what was refused is repeated, by a new process. */
  async again(sessionId: SessionId): Promise<Result<null>> {
    const actor = this.#options.sessions.find(sessionId);
    if (!actor.ok) return actor;
    const { agentId } = actor.value.identity;
    await this.cancel(agentId);
    await this.#repeat(agentId, null);
    return ok(null);
  }

  /** The prompt that waits for a sign-in is not sent: its turn fails with the agent's own words. */
  giveUp(sessionId: SessionId): Result<null> {
    const actor = this.#options.sessions.find(sessionId);
    if (!actor.ok) return actor;
    actor.value.signIn.giveUp();
    return ok(null);
  }

  /** Asks the agent to forget the account, and ends its processes that nobody works with. */
  async signOut(agentId: AgentId): Promise<Result<null>> {
    const { agents, sessions, supervisor } = this.#options;
    const entry = agents.find(agentId);
    if (entry === undefined) return fail({ code: 'agent.unknown', agentId });
    const used = await supervisor.withAgent(entry, async (connection) => {
      await connection.request('logout', {}, { deadlineMs: 60_000 });
    });
    if (!used.ok) return used;
    // What has just come and is not told yet is no work: it would keep a process that is still signed in.
    for (const actor of sessions.actors) if (actor.identity.agentId === agentId) actor.flush();
    const live = supervisor.views().flatMap((view) => supervisor.find(view.connectionId) ?? []);
    const idle = live.filter((connection) => connection.agentId === agentId && !sessions.isConnectionBusy(connection));
    await Promise.all(idle.map((connection) => connection.close()));
    return ok(null);
  }

  /** Nobody sees any more what was begun from it. */
  async sessionGone(sessionId: SessionId): Promise<void> {
    for (const [agentId, progress] of this.#progress) if (progress.sessionId === sessionId) await this.cancel(agentId);
  }

  /** `before`: the end of the attempt that this one takes the place of. */
  async #authenticate(way: Way, before: Promise<void>): Promise<void> {
    const { actor, entry, method } = way;
    const agentId = entry.config.id;
    const abort = new AbortController();
    const isMine = this.#begun(agentId, async () => abort.abort());
    this.#stage(way, { status: 'authenticating', since: this.#options.clock.now() });
    await before;
    if (!isMine()) return;
    const connected = await actor.attachment.connect();
    if (!isMine()) return;
    if (!connected.ok) return this.#stage(way, { status: 'failed', error: connected.error });
    try {
      // No deadline: a person reads mail, types a code, and is in no hurry.
      await connected.value.request('authenticate', { methodId: method.id }, { signal: abort.signal });
    } catch (thrown) {
      if (isMine()) this.#stage(way, { status: 'failed', error: toAppError(thrown) });
      return;
    }
    // Also after a cancel, which the browser may have overtaken.
    await this.#signedIn(agentId, way, connected.value);
  }

  /** An attempt that another has taken the place of meanwhile leaves no terminal behind. */
  async #openTerminal(way: Way, before: Promise<void>): Promise<Result<null>> {
    const { actor, entry, method } = way;
    const { config } = entry;
    const { clock, ptys } = this.#options;
    let opened: Pty | null = null;
    const isMine = this.#begun(config.id, async () => {
      if (opened !== null) await ptys.close(opened.ptyId);
    });
    await before;
    const program = await this.#options.program(entry);
    if (!isMine()) return ok(null);
    if (program.missing !== null && method.command === undefined) return fail(program.missing);
    const run = terminalProgram(method, program, config.command, adapterOf(config.adapter));
    const release = await program.takeLease(run.command);
    if (release === null) return fail({ code: 'agent.stopped' });
    if (!isMine()) {
      release();
      return ok(null);
    }
    try {
      const started = await ptys.start({ runId: program.runId, agentId: config.id, cwd: actor.cwd, ...run });
      if (!started.ok) return started;
      opened = started.value;
    } finally {
      if (opened === null) release();
    }
    const { ptyId, exited } = opened;
    const stopTimer = clock.setTimer(START_MS, release);
    void exited.finally(() => {
      stopTimer();
      release();
    });
    if (!isMine()) {
      await ptys.close(ptyId);
      return ok(null);
    }
    this.#stage(way, { status: 'terminal', ptyId, ended: null });
    void exited.then((exit) => (isMine() ? this.#onTerminalEnd(way, ptyId, exit) : undefined));
    return ok(null);
  }

  /** Exit 0 is the success of terminal methods (acp.md 3.8); whatever else it was, what the program said stays to be read. */
  async #onTerminalEnd(way: Way, ptyId: PtyId, exit: PtyExit): Promise<void> {
    if (exit.exitCode !== 0 || exit.signal !== null)
      return this.#stage(way, { status: 'terminal', ptyId, ended: exit });
    await this.#signedIn(way.entry.config.id, way, null);
    await this.#options.ptys.close(ptyId);
  }

  async #signedIn(agentId: AgentId, way: Way, by: AgentConnection | null): Promise<void> {
    // Another attempt may have begun meanwhile; nobody needs it any more.
    const other = this.#undo.get(agentId);
    const isMine = this.#begun(agentId, async () => undefined);
    this.#stage(way, { status: 'restarting' });
    await this.#repeat(agentId, by);
    await other?.();
    if (!isMine()) return;
    if (by === null && wantsMore(way)) return this.#authenticate(way, Promise.resolve());
    await this.cancel(agentId);
  }

  /**
   * Repeats what was refused, in all sessions of the agent: with `by`, the connection through which the person signed in, or
   * with processes that start after it. No session keeps one that was started before.
   */
  async #repeat(agentId: AgentId, by: AgentConnection | null): Promise<void> {
    const { sessions, supervisor } = this.#options;
    const refused = sessions.actors.filter(({ identity, signIn }) => identity.agentId === agentId && signIn.isWanted);
    for (const { attachment } of refused) if (attachment.connection !== by) attachment.leave();
    await supervisor.renew(agentId, by);
    await Promise.all(refused.map(({ signIn }) => signIn.signedIn()));
  }

  #way(sessionId: SessionId, methodId: string): Result<Way> {
    const { agents, sessions } = this.#options;
    const actor = sessions.find(sessionId);
    if (!actor.ok) return actor;
    const { agentId } = actor.value.identity;
    const entry = agents.find(agentId);
    if (entry === undefined) return fail({ code: 'agent.unknown', agentId });
    const method = signInNeed(actor.value.state.attachError)?.methods.find(({ id }) => id === methodId);
    if (method === undefined) return fail({ code: 'signIn.methodUnknown', methodId });
    return ok({ actor: actor.value, entry, method });
  }

  /** Answers whether this attempt is still the agent's newest. */
  #begun(agentId: AgentId, undo: () => Promise<void>): () => boolean {
    this.#undo.set(agentId, undo);
    return () => this.#undo.get(agentId) === undo;
  }

  #stage({ actor, entry, method }: Way, stage: Stage): void {
    const { sessionId } = actor.identity;
    this.#tell(entry.config.id, { methodId: method.id, sessionId, ...stage });
  }

  #tell(agentId: AgentId, progress: SignInProgress | null): void {
    if (progress === null && !this.#progress.has(agentId)) return;
    if (progress === null) this.#progress.delete(agentId);
    else this.#progress.set(agentId, progress);
    this.feed.publish({ agentId, progress });
  }
}

/**
 * The agent has its key now and still refuses: some take it only by `authenticate` with the method (Codex; seen on the wire
 * with codex-acp 0.16.0). A way that its adapter added is none that the agent knows.
 */
function wantsMore({ actor, entry, method }: Way): boolean {
  const isTold = !adapterOf(entry.config.adapter).signIn.methods.some(({ id }) => id === method.id);
  return method.type === 'env_var' && isTold && actor.signIn.isWanted;
}
