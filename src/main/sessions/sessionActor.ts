import type { PromptContent } from '@shared/acp/content';
import type { SessionUpdate } from '@shared/acp/update';
import { type AppError, AppFailure, fail, ok, type Result } from '@shared/errors';
import type { BlobId, RequestId, TurnId } from '@shared/ids';
import type { WireAnswer } from '@shared/session/answerToWire';
import { decide, type SessionInput } from '@shared/session/decide';
import { isStateUpdate } from '@shared/session/decide/decideUpdate';
import type { SessionEventBody } from '@shared/session/event';
import type { QueuedPrompt } from '@shared/session/queue';
import type { RequestAnswer, SessionRequest } from '@shared/session/request';
import { isTurnOpen, type SessionState, type TurnOutcome, type TurnState } from '@shared/session/state';
import type { RequestContext } from '../acp/requestContext';
import type { AgentConnection } from '../agents/agentConnection';
import { cutBlocks, cutRequest, type SavePart } from '../store/cutParts';
import { AgentTurnQuiet } from './agentTurnQuiet';
import { Attachment } from './attachment';
import { Incoming } from './incoming';
import type { Journal } from './journal';
import { PlanContinuation } from './planContinuation';
import { PromptQueue } from './promptQueue';
import { QueuedParts } from './queuedParts';
import { PromptTurns } from './promptTurns';
import type { SessionContext, SessionIdentity } from './sessionContext';
import { followMode } from './sessionOptions';
import type { SignInWait } from './signInWait';
import { SilenceWatch } from './silenceWatch';
import { withUntoldHistory } from './untoldHistory';
import { WaitingRequests } from './waitingRequests';

/**
 * One session: whatever happens to it comes through here, is decided, journalled and published in one place, and its
 * effects on the wire follow from the events (DESIGN sections 2 and 4).
 */
export class SessionActor {
  readonly identity: SessionIdentity;
  readonly queue: PromptQueue;
  readonly #context: SessionContext;
  readonly #journal: Journal;
  readonly #attachment: Attachment;
  readonly #waiting = new WaitingRequests();
  readonly #incoming: Incoming;
  readonly #quiet: AgentTurnQuiet;
  readonly #silence: SilenceWatch;
  readonly #prompts: PromptTurns;
  readonly #plan: PlanContinuation;

  constructor(identity: SessionIdentity, context: SessionContext, journal: Journal) {
    this.identity = identity;
    this.#context = context;
    this.#journal = journal;
    this.#silence = new SilenceWatch(context, this);
    this.#plan = new PlanContinuation(context, this);
    this.#quiet = new AgentTurnQuiet(context, this, (turnId, outcome) => this.#settleTurn(turnId, outcome));
    this.#prompts = new PromptTurns(
      this,
      this.#silence,
      context.savedImages,
      (turnId, outcome) => this.#settleTurn(turnId, outcome),
      (content) => withUntoldHistory(context.transcripts, this.state, content),
    );
    const stored = new QueuedParts(context, identity.sessionId, () => journal.checkpoint());
    this.queue = new PromptQueue(context, this, { prompts: this.#prompts, plan: this.#plan, save: this.#save, stored });
    this.#incoming = new Incoming(context, this, { save: this.#save, append: this.#saveMore }, () =>
      this.#silence.heard(),
    );
    this.#attachment = new Attachment(identity, context, {
      state: () => this.state,
      append: (bodies) => this.append(bodies),
      flush: () => this.flush(),
      cwd: () => this.cwd,
      onUpdate: (update) => this.onUpdate(update),
      onLost: (error, exit) => this.#onConnectionLost(error, exit),
    });
  }

  get state(): SessionState {
    return this.#journal.state;
  }

  /** Read anew each time: the project's folder may have been moved (`repoint`). */
  get cwd(): string {
    return this.#context.index.get(this.identity.sessionId)?.summary.cwd ?? this.identity.cwd;
  }

  get journal(): Journal {
    return this.#journal;
  }

  get connection(): AgentConnection | null {
    return this.#attachment.connection;
  }

  get signIn(): SignInWait {
    return this.#prompts.signIn;
  }

  get attachment(): Attachment {
    return this.#attachment;
  }

  /** What would be lost or wrong if this actor were let go of now. */
  get isBusy(): boolean {
    const { turn, requests } = this.state;
    return (
      isTurnOpen(turn) ||
      requests.length > 0 ||
      this.#waiting.size > 0 ||
      !this.#incoming.isEmpty ||
      this.queue.isSteering
    );
  }

  // What the person does

  /**
   * The prompt is on disk and on screen when this answers; what becomes of it is told by the turn. `queued`: as what it
   * waited in the queue.
   */
  prompt(content: PromptContent, queued?: QueuedPrompt): Result<{ turnId: TurnId }> {
    this.flush();
    const { usesReplay, isAttaching } = this.attachment;
    if (usesReplay && isAttaching) return fail({ code: 'session.readingHistory' });
    const turnId = this.#context.newId();
    const shown = queued ?? { content: cutBlocks(content, this.#save) };
    const waited = 'queuedId' in shown ? { queuedId: shown.queuedId } : {};
    const decided = this.#decide({ type: 'startPrompt', turnId, prompt: shown.content, ...waited });
    if (!decided.ok) return decided;
    // Nothing goes to an agent that we could forget (DESIGN section 5).
    const written = this.appendOnDisk(decided.value);
    if (!written.ok) return written;
    void this.#prompts.run(turnId, content);
    return ok({ turnId });
  }

  /** Is the agent at work on the open turn? */
  get #isAtWork(): boolean {
    const { turn } = this.state;
    return isTurnOpen(turn) && (turn.kind === 'agent' || this.#prompts.isSent(turn.turnId));
  }

  cancel(): void {
    this.flush();
    const { turn } = this.state;
    if (!isTurnOpen(turn)) return;
    const isAtWork = this.#isAtWork;
    this.#apply({ type: 'cancel', at: this.#context.clock.now() });
    const { connection } = this;
    const { acpSessionId } = this.state;
    if (isAtWork && connection !== null && acpSessionId !== null) {
      void connection.notify('session/cancel', { sessionId: acpSessionId });
      if (turn.kind === 'agent') this.#quiet.arm();
      return;
    }
    this.#attachment.giveUpWaiting();
    // The agent never heard of this turn, so nobody else will end it.
    this.#settleTurn(turn.turnId, { status: 'ended', stopReason: 'cancelled' });
  }

  /** A turn that has been silent for too long: the person waits on. */
  keepWaiting(): void {
    this.#silence.wait();
  }

  answer(requestId: RequestId, answer: RequestAnswer, guardMs: number): Result<null> {
    this.flush();
    const request = this.#waiting.get(requestId);
    const decided = this.#decide({
      type: 'answerRequest',
      requestId,
      answer,
      at: this.#context.clock.now(),
      guardMs,
    });
    if (!decided.ok) return decided;
    // Where nothing can be written the card stays and says so: an answer that we forget must not reach the agent.
    return this.appendOnDisk(decided.value, () => this.#plan.onAnswer(request, answer));
  }

  /** What goes to the agent next goes behind the answers that it waits for. */
  answersLeft(): Promise<void> {
    return this.#waiting.answersLeft();
  }

  has(requestId: RequestId): boolean {
    return this.#waiting.has(requestId);
  }

  /** Does this session id name a subagent of the session? */
  hasSubagent(acpSessionId: string): boolean {
    return this.#incoming.hasSubagent(acpSessionId);
  }

  /** Is there an item of this tool call, in memory or in the store? */
  knowsToolCall(toolCallId: string): boolean {
    this.flush();
    return this.#incoming.places.ordinalOf(toolCallId, 'toolCall') !== undefined;
  }

  /** The agent saw that the page of a url request was done with: it needs no answer any more. */
  completeUrl(elicitationId: string): void {
    for (const requestId of this.#waiting.ofUrl(elicitationId)) {
      this.answer(requestId, { kind: 'url', decision: 'opened' }, 0);
    }
  }

  /** A fact from the agent's extensions, after all that it said before. */
  record(body: SessionEventBody): void {
    this.flush();
    this.#silence.heard();
    if (body.type !== 'subtask.changed' && body.type !== 'image.generated') return this.append([body]);
    const kind = body.type === 'subtask.changed' ? 'subtask' : 'image';
    this.append([{ ...body, ...this.#incoming.places.target(body.toolCallId, kind) }]);
  }

  // What the agent does

  onUpdate(update: SessionUpdate): void {
    this.#silence.heard();
    if (this.#attachment.isReplaying) {
      const isContent = !isStateUpdate(update);
      if (isContent && this.#attachment.usesReplay) {
        for (const kept of this.#incoming.kept(update)) this.#apply({ type: 'replay', update: kept });
      }
      this.#attachment.sawReplay();
      if (isContent) return;
    }
    this.#prompts.onUpdate(update);
    this.#incoming.push(update);
    // What it tells while it is taken up, or after a choice, is an answer to us.
    if (this.#isAtWork) followMode(this.#context, this, update);
  }

  onTerminal(terminalId: string, text: string): void {
    this.#silence.heard();
    this.#incoming.pushTerminal(terminalId, text);
  }

  onTerminalExit(terminalId: string, exit: { exitCode: number | null; signal: string | null }): void {
    this.#incoming.endTerminal(terminalId, exit);
  }

  /**
   * Shows a request and waits for what becomes of it. `signal` is the request's own: aborted with `withdrawn` when the agent
   * takes it back. Settles with null where nobody hears the answer.
   */
  open(request: SessionRequest, { signal, answered }: RequestContext): Promise<WireAnswer | null> {
    this.flush();
    this.#silence.heard();
    const shown = cutRequest(request, this.#save);
    return new Promise((settle) => {
      this.#waiting.add(shown, settle, answered);
      signal.addEventListener('abort', () => {
        if (signal.reason !== 'withdrawn') return;
        this.#apply({ type: 'withdrawRequest', requestId: request.requestId, at: this.#context.clock.now() });
      });
      this.#apply({ type: 'openRequest', request: shown, at: this.#context.clock.now() });
      if (this.#waiting.has(request.requestId)) this.#context.onRequestOpened(this, shown);
    });
  }

  /** Journals, publishes, and lets the effects follow. */
  append(bodies: readonly SessionEventBody[]): void {
    if (bodies.length === 0) return;
    const before = this.state.turn;
    this.#journal.append(bodies);
    this.#follow(bodies, before);
  }

  /** For what a person does: on disk before it counts, and without any trace where that failed. */
  appendOnDisk(bodies: readonly SessionEventBody[], onWritten: () => void = () => undefined): Result<null> {
    const before = this.state.turn;
    const written = this.#journal.appendOnDisk(bodies);
    if (!written.ok) return written;
    onWritten();
    this.#follow(bodies, before);
    return written;
  }

  #follow(bodies: readonly SessionEventBody[], before: TurnState): void {
    const ended = bodies.some((body) => body.type === 'turn.ended');
    if (ended) this.#journal.checkpoint();
    this.#waiting.settle(bodies);
    for (const body of bodies) {
      if (body.type !== 'turn.ended') continue;
      this.#prompts.signIn.end(false);
      this.#quiet.stop();
      const startedAt = isTurnOpen(before) ? before.startedAt : this.#context.clock.now();
      this.#context.onTurnEnded(this, body.outcome, this.#context.clock.now() - startedAt);
      this.#plan.onTurnEnded(body.outcome);
    }
    if (bodies.some((body) => body.type !== 'update' || isStateUpdate(body.update))) this.#context.onChanged(this);
    if (this.state.turn.status === 'running' && this.state.turn.kind === 'agent') this.#quiet.arm();
    this.queue.onAppended();
  }

  flush(): void {
    this.#incoming.flush();
  }

  // What the engine does

  /** After a start: what the store says was at work is not. */
  reconcile(): void {
    this.#apply({ type: 'reconcileAtStart', at: this.#context.clock.now() });
  }

  /** Ends an open turn and tells the agent; for quit, before the processes end, and where no more can be kept. */
  interrupt(outcome: TurnOutcome = { status: 'interrupted' }): void {
    this.flush();
    const { turn, acpSessionId } = this.state;
    if (isTurnOpen(turn)) {
      if (this.connection !== null && acpSessionId !== null) {
        void this.connection.notify('session/cancel', { sessionId: acpSessionId });
      }
      this.#settleTurn(turn.turnId, outcome);
    }
  }

  close(): void {
    this.flush();
    this.queue.close();
    this.#silence.stop();
    this.#quiet.stop();
    this.#incoming.forgetSubagents();
    this.#attachment.close();
    this.#journal.close();
  }

  #settleTurn(turnId: TurnId, outcome: TurnOutcome): void {
    this.#apply({ type: 'settleTurn', turnId, outcome, at: this.#context.clock.now() });
  }

  #onConnectionLost(
    error: AppError,
    exit: { exitCode: number | null; signal: string | null; stderrTail: string } | null,
  ): void {
    this.flush();
    this.#incoming.forgetSubagents();
    const id = 'connectionId' in this.state.connection ? this.state.connection.connectionId : '';
    const wanted = error.code === 'agent.stopped' && !isTurnOpen(this.state.turn);
    this.#apply({
      type: 'connectionLost',
      connection: wanted || exit === null ? { status: 'none' } : { status: 'exited', connectionId: id, ...exit },
      error,
      // Its prompt is not at the agent, and goes to the next process.
      keepsTurn: this.#prompts.signIn.isWaiting,
      at: this.#context.clock.now(),
    });
  }

  #apply(input: SessionInput): void {
    const decided = this.#decide(input);
    if (decided.ok) this.append(decided.value);
    else this.#context.onDefect(`session ${input.type}`, new AppFailure(decided.error));
  }

  #decide(input: SessionInput): Result<SessionEventBody[]> {
    return decide(this.state, input);
  }

  /** Parts over 64 KB go to a blob; one that cannot be saved stays whole, which is only dearer. */
  readonly #save: SavePart = (content, facts) => {
    const saved = this.#told(this.#context.blobs.write(this.identity.sessionId, content, facts));
    return saved.ok ? saved.value : undefined;
  };

  /** More of a text that was saved so. */
  readonly #saveMore = (blobId: BlobId, text: string): Result<number> =>
    this.#told(this.#context.blobs.append(blobId, text));

  #told<T>(written: Result<T>): Result<T> {
    // A full disk has its banner; a log of it would fill it further.
    if (!written.ok && written.error.code !== 'store.full')
      this.#context.onDefect('blob', new AppFailure(written.error));
    return written;
  }
}
