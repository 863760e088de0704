import { join } from 'node:path';
import type { PromptContent } from '@shared/acp/content';
import { type AppError, fail, ok, type Result } from '@shared/errors';
import type { StreamSource } from '@shared/feed';
import type { AgentId, ProjectId, RequestId, SessionId, TurnId } from '@shared/ids';
import type { SessionListSnapshot, SessionSnapshot } from '@shared/ipc/views';
import type { RequestAnswer, SessionRequest } from '@shared/session/request';
import { isTurnOpen } from '@shared/session/state';
import { type CatalogEntry, DEMO_AGENT_ID } from '../agents/catalog';
import { ensureDemoProject } from '../agents/demo/scratchProject';
import type { AgentProgram } from '../agents/startAgent';
import type { Terminals } from '../agents/terminals';
import type { ProjectService } from '../projects/projectService';
import type { Store } from '../store/openStore';
import { Attention, type Notify } from './attention';
import { AgentImports } from './imports/agentImports';
import { LiveActors } from './liveActors';
import { ProjectChanges } from './projectChanges';
import type { ProjectBoard } from './projectBoard';
import type { SessionActor } from './sessionActor';
import type { SessionBoard, SessionFlags } from './sessionBoard';
import type { SessionContext } from './sessionContext';
import { chooseOption } from './sessionOptions';
import { SessionRemoval } from './sessionRemoval';
import type { UnroutedRequests } from './unroutedRequests';

export interface SessionServiceOptions {
  context: Omit<SessionContext, 'isOnScreen' | 'onChanged' | 'onRequestOpened' | 'onTurnEnded'>;
  store: Store;
  projects: ProjectService;
  projectBoard: ProjectBoard;
  board: SessionBoard;
  unrouted: UnroutedRequests;
  terminals: Terminals;
  /** The profile folder, where the demo's scratch project lives. */
  home: string;
  /** What would be started for an agent. */
  program: (entry: CatalogEntry) => Promise<AgentProgram>;
  notify: Notify;
  onCounts: (counts: { waiting: number; running: number }) => void;
}

/** All sessions: who asks for one by its id comes through here. */
export class SessionService {
  readonly #options: SessionServiceOptions;
  readonly #context: SessionContext;
  readonly #actors: LiveActors;
  readonly #attention: Attention;
  readonly #removal: SessionRemoval;
  readonly projects: ProjectChanges;
  readonly imports: AgentImports;

  constructor(options: SessionServiceOptions) {
    this.#options = options;
    this.#context = {
      ...options.context,
      isOnScreen: (sessionId) => this.#attention.isOnScreen(sessionId),
      onChanged: (actor) => this.#onChanged(actor),
      onRequestOpened: (actor, request) => this.#attention.onRequestOpened(actor, request),
      onTurnEnded: (actor, outcome, lastedMs) => {
        this.#attention.onTurnEnded(actor, outcome, lastedMs);
        this.#actors.touch(actor);
        const { supervisor, onDefect } = options.context;
        void supervisor.stopIdle().catch((thrown: unknown) => onDefect('stop of stale connections', thrown));
      },
    };
    const { board, projects, projectBoard, notify, store } = options;
    this.#actors = new LiveActors(this.#context, board);
    this.projects = new ProjectChanges({
      projects,
      projectBoard,
      board,
      index: store.sessions,
      actors: this.#actors,
      // An agent keeps what it has: a project that is taken off the list is not lost to it.
      removeSessions: (sessionIds) => this.remove(sessionIds, false),
    });
    this.#removal = new SessionRemoval({
      ...options,
      context: this.#context,
      actors: this.#actors,
      onRemoved: () => this.#tellCounts(),
    });
    this.imports = new AgentImports({
      ...options,
      ...options.context,
      projects: this.projects,
      actors: this.#actors,
    });
    const { settings } = options.context;
    this.#attention = new Attention({ board, projectBoard, settings, notify });
    options.unrouted.feed.listen((frame) => {
      if (frame.type === 'unrouted.set') this.#attention.onUnrouted(frame.unrouted.request);
      this.#tellCounts();
    });
    options.terminals.onEvent((event) => {
      const actor = this.#actors.get(event.sessionId);
      if (event.kind === 'output') actor?.onTerminal(event.terminalId, event.text);
      if (event.kind === 'exited') actor?.onTerminalExit(event.terminalId, event.exitStatus);
    });
  }

  /** For the services beside this one. */
  find(sessionId: SessionId): Result<SessionActor> {
    return this.#actors.find(sessionId);
  }

  get actors(): SessionActor[] {
    return this.#actors.all;
  }

  /** Brings to rest what the last run left at work. Call once, before anyone looks. */
  start(): void {
    for (const sessionId of this.#options.store.sessions.unsettled()) {
      const actor = this.#actors.find(sessionId);
      if (!actor.ok) {
        this.#context.onDefect('reconcile', actor.error);
        continue;
      }
      actor.value.reconcile();
      this.#actors.letGo(actor.value);
    }
  }

  // Streams

  listSource(): StreamSource {
    const { board, projectBoard, unrouted } = this.#options;
    return {
      snapshot: (): SessionListSnapshot => ({
        projects: projectBoard.list(),
        sessions: board.list(),
        unrouted: unrouted.list(),
      }),
      listen: (onFrame) => {
        const ends = [board.feed, projectBoard.feed, unrouted.feed].map((feed) => feed.listen(onFrame));
        return () => ends.forEach((end) => end());
      },
    };
  }

  sessionSource(sessionId: SessionId): Result<StreamSource> {
    const found = this.#actors.find(sessionId);
    if (!found.ok) return found;
    const actor = found.value;
    const { projectId, agentId } = actor.identity;
    return ok({
      snapshot: (): SessionSnapshot => ({
        ...actor.journal.snapshot(),
        draft: this.#options.store.drafts.get(sessionId),
        place: this.#options.store.places.get(sessionId),
        projectId,
        agentId,
        cwd: actor.cwd,
      }),
      listen: (onFrame) => {
        const end = actor.journal.events.listen(onFrame);
        this.#readImported(actor).catch((thrown: unknown) => this.#context.onDefect('imported session', thrown));
        return () => {
          end();
          this.#actors.letGo(actor);
        };
      },
    });
  }

  // What the person does

  create(projectId: ProjectId, agentId: AgentId): Result<{ sessionId: SessionId }> {
    const { projectBoard, store, board } = this.#options;
    const project = projectBoard.get(projectId);
    if (project === undefined) return fail({ code: 'project.unknown', projectId });
    if (project.missing) return fail({ code: 'project.missing', path: project.path });
    if (this.#context.agent(agentId) === undefined) return fail({ code: 'agent.unknown', agentId });
    const unused = store.sessions.findUnused(projectId, agentId);
    if (unused !== undefined && !this.#actors.isBusy(unused)) return ok({ sessionId: unused });
    const sessionId = this.#context.newId();
    board.add(store.sessions.create({ sessionId, projectId, agentId, cwd: project.path }).summary);
    return ok({ sessionId });
  }

  async createDemo(): Promise<Result<{ sessionId: SessionId }>> {
    const folder = await ensureDemoProject(join(this.#options.home, 'demo'));
    const project = await this.projects.add(folder);
    return project.ok ? this.create(project.value.projectId, DEMO_AGENT_ID) : project;
  }

  /** `now`: a person asked for just this, so it waits for nothing. */
  async attach(sessionId: SessionId, now = false): Promise<Result<null>> {
    const actor = this.#actors.find(sessionId);
    if (!actor.ok) return actor;
    const attached = actor.value.attachment.attach();
    if (now) actor.value.attachment.startNow();
    return attached;
  }

  prompt(sessionId: SessionId, content: PromptContent): Result<{ turnId: TurnId }> {
    const actor = this.#actors.find(sessionId);
    if (!actor.ok) return actor;
    if (this.#options.board.get(sessionId)?.archived === true) return fail({ code: 'session.archived' });
    return actor.value.prompt(content);
  }

  cancel(sessionId: SessionId): Result<null> {
    const actor = this.#actors.find(sessionId);
    if (actor.ok) actor.value.cancel();
    return actor.ok ? ok(null) : actor;
  }

  /**
   * Ends the agent's process tree. A session in whose turn the person did this goes on with a new process at once; one at
   * rest is woken by its next use.
   */
  async forceStop(sessionId: SessionId): Promise<Result<{ alsoEnded: SessionId[] }>> {
    const actor = this.#actors.find(sessionId);
    if (!actor.ok) return actor;
    const wasAtWork = isTurnOpen(actor.value.state.turn);
    // Told first, so that the end of the process is the person's own doing and no failure.
    actor.value.cancel();
    const { connection } = actor.value;
    if (connection === null) return ok({ alsoEnded: [] });
    const alsoEnded = this.sessionIdsOf(connection).filter((other) => other !== sessionId);
    await connection.close();
    // Where that fails the session says so, with its ways out.
    if (wasAtWork && actor.value.state.acpSessionId !== null) void actor.value.attachment.attach();
    return ok({ alsoEnded });
  }

  keepWaiting(sessionId: SessionId): Result<null> {
    const actor = this.#actors.find(sessionId);
    if (actor.ok) actor.value.keepWaiting();
    return actor.ok ? ok(null) : actor;
  }

  /** A fresh session at the agent under the same transcript; only ever after a click (AC-25). */
  async startAnew(sessionId: SessionId): Promise<Result<null>> {
    const actor = this.#actors.find(sessionId);
    if (!actor.ok) return actor;
    // What came just now is no work.
    actor.value.flush();
    const { attachment, isBusy } = actor.value;
    if (isBusy || attachment.isAttaching) return fail({ code: 'session.busy' });
    attachment.forget();
    actor.value.journal.checkpoint();
    return actor.value.attachment.attach();
  }

  /** After an error that the agent said: asks the person to sign in, with the agent's own ways to. */
  requireSignIn(sessionId: SessionId): Result<null> {
    const actor = this.#actors.find(sessionId);
    if (!actor.ok) return actor;
    // What came just now is no work.
    actor.value.flush();
    const { attachment, isBusy, state } = actor.value;
    if (isBusy || attachment.isAttaching) return fail({ code: 'session.busy' });
    const { turn } = state;
    const failed = turn.status === 'done' && turn.outcome.status === 'failed' ? turn.outcome.error : null;
    attachment.requireSignIn(failed !== null && 'message' in failed ? failed.message : '');
    return ok(null);
  }

  async choose(sessionId: SessionId, choice: Parameters<typeof chooseOption>[2]): Promise<Result<null>> {
    const actor = this.#actors.find(sessionId);
    return actor.ok ? chooseOption(this.#context, actor.value, choice) : actor;
  }

  rename(sessionId: SessionId, title: string): Result<null> {
    const actor = this.#actors.find(sessionId);
    if (!actor.ok) return actor;
    actor.value.record({ type: 'title.set', title: { text: title, source: 'user' } });
    actor.value.journal.checkpoint();
    const committed = this.#options.store.transcripts.commit();
    this.#actors.letGo(actor.value);
    return committed;
  }

  /** Marks all of them; those that work are not archived, and answered with. */
  mark(sessionIds: readonly SessionId[], flags: SessionFlags): Result<{ busy: SessionId[] }> {
    const isBusy = (sessionId: SessionId) => flags.archived === true && this.#actors.isBusy(sessionId);
    const busy = sessionIds.filter(isBusy);
    const others = busy.length === 0 ? sessionIds : sessionIds.filter((sessionId) => !isBusy(sessionId));
    this.#options.board.patchAll(others, flags);
    return ok({ busy });
  }

  /** `atAgent`: also there, where it can; it is started for that where no process of it runs. */
  remove(sessionIds: readonly SessionId[], atAgent: boolean): Promise<Result<{ keptAtAgent: number }>> {
    return this.#removal.remove(sessionIds, atAgent);
  }

  answer(requestId: RequestId, answer: RequestAnswer, viaKeyboard: boolean): Result<null> {
    const guardMs = viaKeyboard ? this.#context.settings().durations.keyGuardMs : 0;
    const { unrouted } = this.#options;
    if (unrouted.has(requestId)) return unrouted.answer(requestId, answer, guardMs);
    const actor = this.actors.find((candidate) => candidate.has(requestId));
    return actor === undefined ? fail({ code: 'request.alreadySettled' }) : actor.answer(requestId, answer, guardMs);
  }

  /** The request as it stands in its session; for what is done with it besides answering (a plan that is saved). */
  findRequest(sessionId: SessionId, requestId: RequestId): SessionRequest | undefined {
    const actor = this.#actors.find(sessionId);
    return actor.ok ? actor.value.journal.request(requestId) : undefined;
  }

  look(sessionId: SessionId | null): Result<null> {
    this.#attention.look(sessionId);
    return ok(null);
  }

  windowFocus(focused: boolean): void {
    this.#attention.windowFocus(focused);
    if (focused) void this.#options.projectBoard.refresh();
  }

  // The engine

  sessionIdsOf(connection: object): SessionId[] {
    return this.#actors.on(connection).map((actor) => actor.identity.sessionId);
  }

  isConnectionBusy(connection: object): boolean {
    const { terminals } = this.#options;
    return this.#actors
      .on(connection)
      .some((actor) => actor.isBusy || actor.attachment.isAttaching || terminals.hasLive(actor.identity.sessionId));
  }

  /**
   * Memory holds no more of what cannot be written: turns that run end and say why, and an agent that goes on regardless
   * loses its process.
   */
  stopTurns(error: AppError): void {
    for (const actor of this.actors) {
      const { turn } = actor.state;
      if (!isTurnOpen(turn)) continue;
      const { connection } = actor;
      actor.interrupt({ status: 'failed', error });
      if (turn.kind === 'agent') void connection?.close();
    }
  }

  /** There is room on the disk again. */
  onWritable(): void {
    this.#options.board.writeMarks();
  }

  /** Turns end as interrupted and everything is on disk; processes are the supervisor's to end. */
  shutdown(): void {
    for (const actor of this.actors) {
      actor.interrupt();
      actor.reconcile();
      this.#actors.end(actor);
    }
  }

  /** An imported session has nothing to be read until its agent has told it: opening it is asking for that. */
  async #readImported(actor: SessionActor): Promise<void> {
    const { atAgent, items, attachError } = actor.state;
    if (items.length > 0 || actor.journal.hasOlder || atAgent !== 'detached' || attachError !== null) return;
    if (this.#options.store.sessions.get(actor.identity.sessionId)?.imported !== true) return;
    // Why it failed is part of its state.
    await actor.attachment.attach();
  }

  #onChanged(actor: SessionActor): void {
    this.#options.board.refresh(actor);
    this.#attention.onChanged(actor);
    this.#tellCounts();
    // Its process was stopped and nobody looks: later, when whoever caused this is done with the actor.
    if (actor.connection === null && actor.journal.events.size === 0) setImmediate(() => this.#actors.letGo(actor));
  }

  #tellCounts(): void {
    const { waiting, running } = this.#options.board.counts();
    this.#options.onCounts({ waiting: waiting + this.#options.unrouted.list().length, running });
  }
}
