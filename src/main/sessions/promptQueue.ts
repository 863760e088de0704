import { plainText, type PromptContent } from '@shared/acp/content';
import { type AppError, fail, ok, type Result, toAppError } from '@shared/errors';
import type { QueuedId, TurnId } from '@shared/ids';
import type { SessionEventBody } from '@shared/session/event';
import { goesOn, type QueuedPrompt, type QueuePause } from '@shared/session/queue';
import { isTurnOpen, takesPrompt } from '@shared/session/state';
import { cutBlocks, type SavePart } from '../store/cutParts';
import type { PlanContinuation } from './planContinuation';
import type { PromptTurns } from './promptTurns';
import type { QueuedParts } from './queuedParts';
import type { SessionActor } from './sessionActor';
import type { SessionContext } from './sessionContext';

/** More than anybody reads; a page that repeats itself must not fill the disk. */
const MAX_QUEUED = 100;
/** An agent answers as soon as it has taken the text; one that says nothing may have it or not. */
const STEER_MS = 30_000;

interface Parts {
  prompts: PromptTurns;
  plan: PlanContinuation;
  save: SavePart;
  stored: QueuedParts;
}

/** What is to become of a message that waits. Without `attached` all that stands beside its text stays. */
export interface QueueChange {
  text: string;
  /** `kept`: places of the parts, in the message as it is after so many `edits`; `added`: behind them. */
  attached?: { edits: number; kept: readonly number[]; added?: PromptContent | undefined } | undefined;
}

/**
 * The messages of a session that wait. They are sent one at a time, each when the turn before it ended well; what is in
 * the queue, and why it is paused, is told by the session's head, so it survives whatever the session survives.
 */
export class PromptQueue {
  readonly #context: SessionContext;
  readonly #actor: SessionActor;
  readonly #parts: Parts;
  #isDue = false;
  #isClosed = false;

  constructor(context: SessionContext, actor: SessionActor, parts: Parts) {
    this.#context = context;
    this.#actor = actor;
    this.#parts = parts;
  }

  /** Sends it, or lets it wait where something is in the way. A paused queue does not hold up what is said now. */
  send(content: PromptContent): Result<{ turnId: TurnId | null }> {
    this.#actor.flush();
    const { turn, queue } = this.#actor.state;
    if (takesPrompt(turn) && !goesOn(queue)) return this.#actor.prompt(content);
    if (isEmpty(content)) return fail({ code: 'session.emptyPrompt' });
    if ((queue?.prompts.length ?? 0) >= MAX_QUEUED) return fail({ code: 'queue.full', limit: MAX_QUEUED });
    const queuedId = this.#context.newId();
    const kept = this.#keep(queuedId, content, (cut) => ({
      type: 'queue.added',
      prompt: { queuedId, at: this.#context.clock.now(), content: cut },
    }));
    return kept.ok ? ok({ turnId: null }) : kept;
  }

  /** Is a message on its way into the running turn? */
  get isSteering(): boolean {
    return this.#actor.state.queue?.prompts.some(({ steer }) => steer === 'sent') === true;
  }

  /** All of its text, also where it is too long to be shown whole. */
  read(queuedId: QueuedId): Result<{ text: string }> {
    const content = this.#waiting(queuedId) && this.#context.queuedPrompts.get(queuedId);
    return content ? ok({ text: textOf(content) }) : fail({ code: 'queue.gone' });
  }

  edit(queuedId: QueuedId, { text, attached }: QueueChange): Result<null> {
    const waiting = this.#waiting(queuedId);
    const content = waiting && this.#context.queuedPrompts.get(queuedId);
    if (!content) return fail({ code: 'queue.gone' });
    // The places would be those of other parts: an edit whose answer was lost is repeated.
    if (attached !== undefined && attached.edits !== (waiting.edits ?? 0)) return fail({ code: 'queue.changed' });
    const kept = content.filter(
      (block, place) => block.type !== 'text' && (attached === undefined || attached.kept.includes(place)),
    );
    const words: PromptContent = text.trim() === '' ? [] : [{ type: 'text', text }];
    const edited = [...words, ...kept, ...(attached?.added ?? [])];
    if (isEmpty(edited)) return fail({ code: 'session.emptyPrompt' });
    const told = this.#keep(queuedId, edited, (cut) => ({ type: 'queue.edited', queuedId, content: cut }));
    if (told.ok) this.#parts.stored.forget([waiting.content]);
    // What is shown is what is sent.
    else this.#context.queuedPrompts.set(this.#actor.identity.sessionId, queuedId, content);
    return told;
  }

  move(queuedId: QueuedId, before: QueuedId | null): Result<null> {
    if (!this.#waiting(queuedId)) return fail({ code: 'queue.gone' });
    return this.#record([{ type: 'queue.moved', queuedId, before }]);
  }

  remove(queuedId: QueuedId): Result<null> {
    if (!this.#waiting(queuedId)) return fail({ code: 'queue.gone' });
    return this.#removeAll([queuedId]);
  }

  clear(): Result<null> {
    const { queue } = this.#actor.state;
    return this.#removeAll(queue?.prompts.filter(({ steer }) => steer !== 'sent').map((one) => one.queuedId) ?? []);
  }

  pause(pause: Extract<QueuePause, 'editing' | 'kept'> | null): Result<null> {
    if (this.#actor.state.queue === undefined) return ok(null);
    return this.#record([{ type: 'queue.paused', pause }]);
  }

  /** Into the running turn where the agent takes that; else the turn is stopped for it. */
  async sendNow(queuedId: QueuedId): Promise<Result<null>> {
    this.#actor.flush();
    const queued = this.#waiting(queuedId);
    if (queued === undefined) return fail({ code: 'queue.gone' });
    const { turn } = this.#actor.state;
    const { connection } = this.#actor;
    const reaches = turn.status === 'running' && turn.kind === 'prompt' && this.#parts.prompts.isSent(turn.turnId);
    if (reaches && connection !== null && connection.agent.capabilities.steering) return this.#steer(queued);
    const told = this.#record([{ type: 'queue.next', queuedId }]);
    // One that is being stopped already is not told so again.
    if (!takesPrompt(turn) && turn.status === 'running') this.#actor.cancel();
    return told;
  }

  /** Something changed that it may have waited for. Sent a moment later, when whoever caused this is done. */
  onAppended(): void {
    if (this.#isDue || !goesOn(this.#actor.state.queue)) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      if (!this.#isClosed) this.#sendNext();
    });
  }

  close(): void {
    this.#isClosed = true;
  }

  #sendNext(): void {
    const actor = this.#actor;
    const { state } = actor;
    const { queue } = state;
    if (queue === undefined || !takesPrompt(state.turn) || state.atAgent === 'lost') return;
    if (this.isSteering || this.#parts.plan.isUnderWay) return;
    const chosen = queue.prompts.find(({ queuedId }) => queuedId === queue.next);
    // What the agent waits for comes first; a person who says "now" has decided.
    if (chosen === undefined && (queue.paused !== null || state.requests.length > 0)) return;
    const next = chosen ?? queue.prompts[0];
    if (next === undefined) return;
    const content = this.#context.queuedPrompts.get(next.queuedId);
    const sent = content ? actor.prompt(content, next) : fail({ code: 'queue.gone' });
    if (!sent.ok) return this.#failed(sent.error);
    this.#forgetRows();
  }

  async #steer({ queuedId, content: shown }: QueuedPrompt): Promise<Result<null>> {
    const { connection, state } = this.#actor;
    const { acpSessionId } = state;
    const content = this.#context.queuedPrompts.get(queuedId);
    if (connection === null || acpSessionId === null || !isTurnOpen(state.turn) || content === undefined) {
      return fail({ code: 'queue.gone' });
    }
    const prompt = await this.#parts.prompts.fitted(state.turn.turnId, content, connection).catch(toAppError);
    if (!Array.isArray(prompt)) return fail(prompt);
    await this.#actor.answersLeft();
    // Neither removed nor edited meanwhile.
    if (this.#waiting(queuedId)?.content !== shown) return fail({ code: 'queue.gone' });
    // On disk before it leaves, so that nobody sends it twice after a crash.
    const told = this.#record([{ type: 'queue.steered', queuedId, steer: 'sent' }]);
    if (!told.ok) return told;
    let steer: 'taken' | NonNullable<QueuedPrompt['steer']>;
    try {
      const params = { sessionId: acpSessionId, prompt };
      const { outcome } = await connection.request('_session/steering', params, { deadlineMs: STEER_MS });
      steer = outcome === 'failed' ? 'failed' : 'taken';
    } catch (thrown) {
      const { code } = toAppError(thrown);
      steer = code === 'agent.refused' || code === 'agent.authRequired' ? 'failed' : 'unknown';
    }
    if (this.#isClosed) return ok(null);
    this.#actor.flush();
    if (steer === 'taken') return this.#injected(queuedId, shown);
    this.#record([
      { type: 'queue.steered', queuedId, steer },
      ...(steer === 'unknown' ? [{ type: 'queue.paused' as const, pause: 'unsure' as const }] : []),
    ]);
    return ok(null);
  }

  /** An agent that was done meanwhile began a turn of its own with it. */
  #injected(queuedId: QueuedId, prompt: QueuedPrompt['content']): Result<null> {
    const told = this.#record([this.#saidNow(queuedId, prompt)]);
    this.#forgetRows();
    // Nothing names them where the agent sent its own copy back.
    if (told.ok) this.#parts.stored.forget([prompt]);
    return told;
  }

  #saidNow(queuedId: QueuedId, prompt: QueuedPrompt['content']): SessionEventBody {
    const { turn, items } = this.#actor.state;
    if (!isTurnOpen(turn)) {
      return { type: 'turn.started', turnId: this.#context.newId(), kind: 'agent', prompt, queuedId };
    }
    // The agent may have sent it back before it answered.
    const text = prompt.map(plainText).join('').trim();
    const isEchoed = items.slice(-20).some((item) => {
      if (item.kind !== 'message' || item.role !== 'user' || item.turnId !== turn.turnId) return false;
      return item.ordinal > turn.firstOrdinal && item.content.map(plainText).join('').trim() === text;
    });
    return isEchoed ? { type: 'queue.removed', queuedIds: [queuedId] } : { type: 'prompt.injected', queuedId, prompt };
  }

  /** Nothing that can be sent; it stays, and the person is told why. */
  #failed(error: AppError): void {
    const { queue, turn } = this.#actor.state;
    const isTold = turn.status === 'done' && turn.outcome.status === 'failed' && queue?.paused === 'failed';
    if (isTold || queue === undefined) return;
    this.#actor.append([
      { type: 'queue.paused', pause: 'failed' },
      { type: 'notice.added', notice: { code: 'turn.failed', error } },
    ]);
  }

  /** The rows first, so that no event names what is not there. */
  #keep(
    queuedId: QueuedId,
    content: PromptContent,
    told: (cut: QueuedPrompt['content']) => SessionEventBody,
  ): Result<null> {
    const { sessionId } = this.#actor.identity;
    const stored = this.#context.queuedPrompts.set(sessionId, queuedId, content);
    if (!stored.ok) return stored;
    return this.#record([told(cutBlocks(content, this.#parts.save))]);
  }

  /** Where nothing can be written the person is told at once; what is told to be done is on disk. */
  #record(bodies: readonly SessionEventBody[]): Result<null> {
    return this.#actor.appendOnDisk(bodies);
  }

  #removeAll(queuedIds: readonly QueuedId[]): Result<null> {
    if (queuedIds.length === 0) return ok(null);
    const { queue } = this.#actor.state;
    const gone = queue?.prompts.filter(({ queuedId }) => queuedIds.includes(queuedId)) ?? [];
    const removed = this.#record([{ type: 'queue.removed', queuedIds }]);
    if (!removed.ok) return removed;
    this.#forgetRows();
    this.#parts.stored.forget(gone.map(({ content }) => content));
    return removed;
  }

  #forgetRows(): void {
    const { queue } = this.#actor.state;
    const { queuedPrompts, onDefect } = this.#context;
    try {
      queuedPrompts.keepOnly(this.#actor.identity.sessionId, queue?.prompts.map((one) => one.queuedId) ?? []);
    } catch (thrown) {
      // They only take up room until the next time.
      onDefect('rows of a queue', thrown);
    }
  }

  /** One that is neither sent nor on its way. */
  #waiting(queuedId: QueuedId): QueuedPrompt | undefined {
    const { queue } = this.#actor.state;
    return queue?.prompts.find((prompt) => prompt.queuedId === queuedId && prompt.steer !== 'sent');
  }
}

const textOf = (content: PromptContent): string =>
  content.flatMap((block) => (block.type === 'text' ? [plainText(block)] : [])).join('\n');

const isEmpty = (content: PromptContent): boolean =>
  content.every((block) => block.type === 'text' && block.text.trim() === '');
