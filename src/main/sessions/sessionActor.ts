import { plainText, type PromptContent } from '@shared/acp/content';
import type { SessionUpdate } from '@shared/acp/update';
import { type AppError, AppFailure, fail, ok, type Result, toAppError } from '@shared/errors';
import type { RequestId, TurnId } from '@shared/ids';
import type { WireAnswer } from '@shared/session/answerToWire';
import { decide, type SessionInput } from '@shared/session/decide';
import { isStateUpdate } from '@shared/session/decide/decideUpdate';
import type { SessionEventBody } from '@shared/session/event';
import type { RequestAnswer, SessionRequest } from '@shared/session/request';
import { isTurnOpen, type SessionState, type TurnOutcome } from '@shared/session/state';
import type { AgentConnection } from '../agents/agentConnection';
import { cutBlocks, cutRequest, cutUpdate, type SavePart } from '../store/cutParts';
import { Attachment } from './attachment';
import { FlushTimer } from './flushTimer';
import type { Journal } from './journal';
import { judgedOutcome } from './judgedOutcome';
import { PlanContinuation } from './planContinuation';
import type { SessionContext, SessionIdentity } from './sessionContext';
import { SilenceWatch } from './silenceWatch';
import { UpdateBatch } from './updateBatch';
import { WaitingRequests } from './waitingRequests';

/** Background work that says nothing for this long is taken for finished, until it speaks again. */
const AGENT_TURN_QUIET_MS = 2000;

/**
 * One session: whatever happens to it comes through here, is decided, journalled and published in one place, and its
 * effects on the wire follow from the events (DESIGN sections 2 and 4).
 */
export class SessionActor {
  readonly identity: SessionIdentity;
  readonly #context: SessionContext;
  readonly #journal: Journal;
  readonly #attachment: Attachment;
  readonly #batch = new UpdateBatch();
  readonly #terminalText = new Map<string, string>();
  readonly #waiting = new WaitingRequests();
  readonly #flushTimer: FlushTimer;
  #stopQuiet: (() => void) | null = null;
  readonly #silence: SilenceWatch;
  /** The turn whose prompt is on its way to the agent or there. */
  #promptSent: TurnId | null = null;
  readonly #plan: PlanContinuation;
  /** The newest chunk of the agent's message, as it came; '' once something else came. */
  #lastChunk = '';

  constructor(identity: SessionIdentity, context: SessionContext, journal: Journal) {
    this.identity = identity;
    this.#context = context;
    this.#journal = journal;
    this.#silence = new SilenceWatch(context, this);
    this.#plan = new PlanContinuation(context, this);
    const isOnScreen = (): boolean => context.isOnScreen(identity.sessionId);
    this.#flushTimer = new FlushTimer(context.clock, isOnScreen, () => this.flush());
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

  get attachment(): Attachment {
    return this.#attachment;
  }

  /** What would be lost or wrong if this actor were let go of now. */
  get isBusy(): boolean {
    const { turn, requests } = this.state;
    return isTurnOpen(turn) || requests.length > 0 || this.#waiting.size > 0 || !this.#batch.isEmpty;
  }

  // What the person does

  /** The prompt is on disk and on screen when this answers; what becomes of it is told by the turn. */
  prompt(content: PromptContent): Result<{ turnId: TurnId }> {
    this.flush();
    const turnId = this.#context.newId();
    const decided = this.#decide({ type: 'startPrompt', turnId, prompt: cutBlocks(content, this.#save) });
    if (!decided.ok) return decided;
    this.append(decided.value);
    // Nothing goes to an agent that we could forget (DESIGN section 5).
    const committed = this.#context.transcripts.commit();
    if (!committed.ok) {
      this.#settleTurn(turnId, { status: 'failed', error: committed.error });
      return committed;
    }
    void this.#runTurn(turnId, content);
    return ok({ turnId });
  }

  cancel(): void {
    this.flush();
    const { turn } = this.state;
    if (!isTurnOpen(turn)) return;
    this.#apply({ type: 'cancel', at: this.#context.clock.now() });
    const { connection } = this;
    const { acpSessionId } = this.state;
    const reached = turn.kind === 'agent' || this.#promptSent === turn.turnId;
    if (reached && connection !== null && acpSessionId !== null) {
      void connection.notify('session/cancel', { sessionId: acpSessionId });
      if (turn.kind === 'agent') this.#armQuiet();
      return;
    }
    // The agent never heard of this turn, so nobody else will end it.
    this.#settleTurn(turn.turnId, { status: 'ended', stopReason: 'cancelled' });
  }

  answer(requestId: RequestId, answer: RequestAnswer, guardMs: number): Result<null> {
    this.flush();
    const request = this.#waiting.get(requestId);
    // Where nothing can be written the card stays and says so: an answer that we forget must not reach the agent.
    const writable = this.#context.transcripts.commit();
    if (!writable.ok) return writable;
    const decided = this.#decide({
      type: 'answerRequest',
      requestId,
      answer,
      at: this.#context.clock.now(),
      guardMs,
    });
    if (!decided.ok) return decided;
    this.#plan.onAnswer(request, answer);
    this.append(decided.value);
    return ok(null);
  }

  has(requestId: RequestId): boolean {
    return this.#waiting.has(requestId);
  }

  /** Is there an item of this tool call, in memory or in the store? */
  knowsToolCall(toolCallId: string): boolean {
    this.flush();
    return this.#ordinalOf(toolCallId, 'toolCall') !== undefined;
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
    const target = this.#ordinalOf(body.toolCallId, body.type === 'subtask.changed' ? 'subtask' : 'image');
    this.append([target === undefined ? body : { ...body, target }]);
  }

  // What the agent does

  onUpdate(update: SessionUpdate): void {
    this.#silence.heard();
    if (this.#attachment.isReplaying) {
      const isContent = !isStateUpdate(update);
      if (isContent && this.#attachment.usesReplay) {
        this.#apply({ type: 'replay', update: cutUpdate(update, this.#save) });
      }
      this.#attachment.sawReplay();
      if (isContent) return;
    }
    if (update.sessionUpdate === 'agent_message_chunk') this.#lastChunk = plainText(update.content);
    else if (!isStateUpdate(update)) this.#lastChunk = '';
    this.#batch.push(update);
    this.#flushTimer.arm();
  }

  onTerminal(terminalId: string, text: string): void {
    this.#silence.heard();
    this.#terminalText.set(terminalId, (this.#terminalText.get(terminalId) ?? '') + text);
    this.#flushTimer.arm();
  }

  onTerminalExit(terminalId: string, exit: { exitCode: number | null; signal: string | null }): void {
    this.flush();
    this.append([{ type: 'terminal.changed', terminalId, exit }]);
  }

  /**
   * Shows a request and waits for what becomes of it. `signal` is the request's own: aborted with `withdrawn` when the agent
   * takes it back. Settles with null where nobody hears the answer.
   */
  open(request: SessionRequest, signal: AbortSignal): Promise<WireAnswer | null> {
    this.flush();
    this.#silence.heard();
    const shown = cutRequest(request, this.#save);
    return new Promise((settle) => {
      this.#waiting.add(shown, settle);
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
    const ended = bodies.some((body) => body.type === 'turn.ended');
    if (ended) this.#journal.checkpoint();
    if (bodies.some((body) => body.type === 'request.settled' && body.settlement.kind === 'answered')) {
      const committed = this.#context.transcripts.commit();
      // It worked a moment ago (see `answer`); the log keeps trying, and the agent is not left to wait for the disk.
      if (!committed.ok) this.#context.onDefect('commit of an answer', new AppFailure(committed.error));
    }
    this.#waiting.settle(bodies);
    for (const body of bodies) {
      if (body.type !== 'turn.ended') continue;
      this.#stopQuiet?.();
      this.#stopQuiet = null;
      const startedAt = isTurnOpen(before) ? before.startedAt : this.#context.clock.now();
      this.#context.onTurnEnded(this, body.outcome, this.#context.clock.now() - startedAt);
      this.#plan.onTurnEnded(body.outcome);
    }
    if (bodies.some((body) => body.type !== 'update' || isStateUpdate(body.update))) this.#context.onChanged(this);
    if (this.state.turn.status === 'running' && this.state.turn.kind === 'agent') this.#armQuiet();
  }

  flush(): void {
    this.#flushTimer.stop();
    for (const update of this.#batch.drain()) {
      const cut = cutUpdate(update, this.#save);
      const decided = this.#decide({
        type: 'update',
        update: cut,
        turnId: this.#context.newId(),
        ...this.#targetOf(cut),
      });
      if (decided.ok) this.append(decided.value);
    }
    for (const [terminalId, text] of this.#terminalText) {
      this.append([{ type: 'terminal.changed', terminalId, append: text }]);
    }
    this.#terminalText.clear();
  }

  // What the engine does

  /** After a start: what the store says was at work is not. */
  reconcile(): void {
    this.#apply({ type: 'reconcileAtStart', at: this.#context.clock.now() });
  }

  /** Ends an open turn as interrupted and tells the agent; for quit, before the processes end. */
  interrupt(): void {
    this.flush();
    const { turn, acpSessionId } = this.state;
    if (isTurnOpen(turn)) {
      if (this.connection !== null && acpSessionId !== null) {
        void this.connection.notify('session/cancel', { sessionId: acpSessionId });
      }
      this.#settleTurn(turn.turnId, { status: 'interrupted' });
    }
  }

  close(): void {
    this.flush();
    this.#silence.stop();
    this.#stopQuiet?.();
    this.#attachment.close();
    this.#journal.close();
  }

  async #runTurn(turnId: TurnId, content: PromptContent): Promise<void> {
    const attached = await this.#attachment.attach().catch((thrown: unknown) => fail(toAppError(thrown)));
    if (!this.#isOpen(turnId)) return;
    if (!attached.ok) return this.#settleTurn(turnId, { status: 'failed', error: attached.error });
    await this.#attachment.endReplay();
    const { connection } = this;
    const { acpSessionId } = this.state;
    if (!this.#isOpen(turnId)) return;
    if (connection === null || acpSessionId === null) {
      return this.#settleTurn(turnId, { status: 'failed', error: { code: 'agent.stopped' } });
    }
    this.#promptSent = turnId;
    this.#silence.watch(turnId);
    let outcome: TurnOutcome;
    try {
      const { stopReason } = await connection.request('session/prompt', { sessionId: acpSessionId, prompt: content });
      outcome = { status: 'ended', stopReason };
    } catch (thrown) {
      outcome = { status: 'failed', error: toAppError(thrown) };
    }
    this.flush();
    this.#silence.heard();
    this.#settleTurn(turnId, judgedOutcome(outcome, connection.adapter, this.state, this.#lastChunk));
  }

  #settleTurn(turnId: TurnId, outcome: TurnOutcome): void {
    this.#apply({ type: 'settleTurn', turnId, outcome, at: this.#context.clock.now() });
  }

  #onConnectionLost(
    error: AppError,
    exit: { exitCode: number | null; signal: string | null; stderrTail: string } | null,
  ): void {
    this.flush();
    const id = 'connectionId' in this.state.connection ? this.state.connection.connectionId : '';
    const wanted = error.code === 'agent.stopped' && !isTurnOpen(this.state.turn);
    this.#apply({
      type: 'connectionLost',
      connection: wanted || exit === null ? { status: 'none' } : { status: 'exited', connectionId: id, ...exit },
      error,
      at: this.#context.clock.now(),
    });
  }

  #targetOf(update: SessionUpdate): { target?: number } {
    if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return {};
    const target = this.#ordinalOf(update.toolCallId, 'toolCall');
    return target === undefined ? {} : { target };
  }

  /** Where the tool call's item stands, looked for in memory first. */
  #ordinalOf(toolCallId: string, kind: 'toolCall' | 'subtask' | 'image'): number | undefined {
    const held = this.state.items.findLast((item) => item.kind === kind && item.toolCallId === toolCallId);
    if (held !== undefined || !this.#journal.hasOlder) return held?.ordinal;
    return this.#context.transcripts.itemByToolCall(this.identity.sessionId, toolCallId, kind)?.ordinal;
  }

  #armQuiet(): void {
    this.#stopQuiet?.();
    const { turn } = this.state;
    if (!isTurnOpen(turn) || turn.kind !== 'agent') return;
    this.#stopQuiet = this.#context.clock.setTimer(AGENT_TURN_QUIET_MS, () => {
      this.#stopQuiet = null;
      this.flush();
      const stopReason = this.state.turn.status === 'cancelling' ? 'cancelled' : 'end_turn';
      this.#settleTurn(turn.turnId, { status: 'ended', stopReason });
    });
  }

  #isOpen(turnId: TurnId): boolean {
    const { turn } = this.state;
    return isTurnOpen(turn) && turn.turnId === turnId;
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
    const saved = this.#context.blobs.write(this.identity.sessionId, content, facts);
    if (saved.ok) return saved.value;
    this.#context.onDefect('blob', new AppFailure(saved.error));
    return undefined;
  };
}
