import { signInNeed } from '@shared/acp/signInNeed';
import type { TurnId } from '@shared/ids';
import { isTurnOpen } from '@shared/session/state';
import type { SessionActor } from './sessionActor';
import type { SessionContext } from './sessionContext';

/**
 * Says when an open turn has been silent for too long; the next sign of life takes it back, and a person who waits on is
 * asked again after the same time (AC-50).
 */
export class SilenceWatch {
  readonly #context: SessionContext;
  readonly #actor: SessionActor;
  #lastHeardAt = 0;
  /** When the person chose to wait. */
  #waitedAt = 0;
  #stopTimer: (() => void) | null = null;

  constructor(context: SessionContext, actor: SessionActor) {
    this.#context = context;
    this.#actor = actor;
  }

  heard(): void {
    this.#lastHeardAt = this.#context.clock.now();
    this.#takeBack();
  }

  wait(): void {
    this.#waitedAt = this.#context.clock.now();
    this.#takeBack();
  }

  #takeBack(): void {
    const { connection } = this.#actor.state;
    if (connection.status !== 'unresponsive') return;
    const { connectionId } = connection;
    this.#actor.connection?.setUnresponsive(false);
    this.#actor.append([{ type: 'connection.changed', connection: { status: 'ready', connectionId } }]);
  }

  watch(turnId: TurnId): void {
    this.stop();
    this.heard();
    const silentMs = this.#context.settings().durations.silentTurnMinutes * 60_000;
    if (silentMs > 0) this.#arm(turnId, silentMs, silentMs);
  }

  stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
  }

  #arm(turnId: TurnId, silentMs: number, waitMs: number): void {
    this.#stopTimer = this.#context.clock.setTimer(waitMs, () => this.#check(turnId, silentMs));
  }

  #check(turnId: TurnId, silentMs: number): void {
    this.#stopTimer = null;
    const { turn, requests, attachError, connection } = this.#actor.state;
    if (!isTurnOpen(turn) || turn.turnId !== turnId) return;
    // A person may take as long as they like (AC-60).
    if (requests.length > 0 || signInNeed(attachError) !== null) this.#lastHeardAt = this.#context.clock.now();
    const silentFor = this.#context.clock.now() - Math.max(this.#lastHeardAt, this.#waitedAt);
    if (silentFor >= silentMs && connection.status === 'ready') {
      this.#actor.connection?.setUnresponsive(true);
      const since = this.#lastHeardAt;
      this.#actor.append([
        { type: 'connection.changed', connection: { ...connection, status: 'unresponsive', since } },
      ]);
    }
    // A clock that was put back makes it less than nothing, and the wait longer than a timer can.
    this.#arm(turnId, silentMs, Math.min(silentMs, Math.max(1000, silentMs - silentFor)));
  }
}
