import { signInNeed } from '@shared/acp/signInNeed';
import type { AppError } from '@shared/errors';
import type { SessionId } from '@shared/ids';
import type { EngineNews } from '@shared/ipc/host';
import type { SessionRequest } from '@shared/session/request';
import { goesOn } from '@shared/session/queue';
import { isTurnOpen, type TurnOutcome } from '@shared/session/state';
import { waitingRequest } from '@shared/session/summary';
import type { Settings } from '@shared/settings';
import type { ProjectBoard } from './projectBoard';
import type { SessionActor } from './sessionActor';
import type { SessionBoard } from './sessionBoard';

/** A turn that ended sooner than this is not worth a notification (AC-95). */
const WORTH_TELLING_MS = 10_000;

export type Notify = (news: Omit<Extract<EngineNews, { type: 'notify' }>, 'type'>) => void;

export interface AttentionOptions {
  board: SessionBoard;
  projectBoard: ProjectBoard;
  settings: () => Settings;
  notify: Notify;
}

/** What a person has seen, and what they have to be told of because they cannot have seen it (AC-64, AC-95). */
export class Attention {
  readonly #options: AttentionOptions;
  /** The session on screen in a focused window. */
  #looked: SessionId | null = null;
  #lookedLast: SessionId | null = null;
  #focused = false;
  /** Those that the person was told of, or saw. */
  readonly #refusals = new WeakSet<AppError>();

  constructor(options: AttentionOptions) {
    this.#options = options;
  }

  look(sessionId: SessionId | null): void {
    this.#looked = sessionId;
    this.#lookedLast = sessionId ?? this.#lookedLast;
    const { board } = this.#options;
    if (sessionId !== null && board.get(sessionId)?.unread === true) board.mark(sessionId, false);
  }

  /** May its frames be seen? A window that lost the focus still shows what it did; before the first look nobody knows. */
  isOnScreen(sessionId: SessionId): boolean {
    return this.#lookedLast === null || this.#lookedLast === sessionId;
  }

  windowFocus(focused: boolean): void {
    this.#focused = focused;
  }

  onRequestOpened(actor: SessionActor, request: SessionRequest): void {
    if (!this.#options.settings().notifications.requests) return;
    this.#notify(actor, 'request', request.kind, waitingRequest(request).label);
  }

  /** A prompt that waits for a sign-in is told as a request is, once for each refusal. */
  onChanged(actor: SessionActor): void {
    const { turn, attachError } = actor.state;
    const need = isTurnOpen(turn) ? signInNeed(attachError) : null;
    if (need === null || attachError === null || this.#refusals.has(attachError)) return;
    this.#refusals.add(attachError);
    if (this.#options.settings().notifications.requests) this.#notify(actor, 'request', 'signIn', need.message);
  }

  /** A request that no session could be found for. */
  onUnrouted(request: SessionRequest): void {
    if (this.#focused || !this.#options.settings().notifications.requests) return;
    const { label } = waitingRequest(request);
    this.#options.notify({
      kind: 'request',
      what: request.kind,
      sessionId: null,
      sessionTitle: '',
      projectName: '',
      label,
    });
  }

  onTurnEnded(actor: SessionActor, outcome: TurnOutcome, lastedMs: number): void {
    const { sessionId } = actor.identity;
    // The person's own doing is no news to them.
    const stopped =
      outcome.status === 'interrupted' || (outcome.status === 'ended' && outcome.stopReason === 'cancelled');
    // What waits is sent next, so this is not yet what the person waits for.
    if (stopped || goesOn(actor.state.queue)) return;
    if (this.#looked !== sessionId) this.#options.board.mark(sessionId, true);
    if (lastedMs < WORTH_TELLING_MS || !this.#options.settings().notifications.turns) return;
    const label = outcome.status === 'failed' && 'message' in outcome.error ? outcome.error.message : '';
    this.#notify(actor, 'turn', outcome.status === 'failed' ? 'failed' : 'ended', label);
  }

  /** A person in front of the window sees that a turn ended; what waits for them in a session behind it holds an agent up. */
  #notify(actor: SessionActor, kind: 'request' | 'turn', what: Parameters<Notify>[0]['what'], label: string): void {
    const { sessionId, projectId } = actor.identity;
    if (this.#focused && (kind === 'turn' || this.#looked === sessionId)) return;
    const projectName = this.#options.projectBoard.get(projectId)?.name ?? '';
    this.#options.notify({ kind, what, sessionId, sessionTitle: actor.state.title?.text ?? '', projectName, label });
  }
}
