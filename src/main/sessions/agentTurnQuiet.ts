import type { TurnId } from '@shared/ids';
import { isTurnOpen, type TurnOutcome } from '@shared/session/state';
import type { SessionActor } from './sessionActor';
import type { SessionContext } from './sessionContext';

/** Background work that says nothing for this long is taken for finished, until it speaks again. */
const AGENT_TURN_QUIET_MS = 2000;

/** A turn that the agent began by itself has no answer that ends it: quiet does. */
export class AgentTurnQuiet {
  readonly #context: SessionContext;
  readonly #actor: SessionActor;
  readonly #settle: (turnId: TurnId, outcome: TurnOutcome) => void;
  #stop: (() => void) | null = null;

  constructor(context: SessionContext, actor: SessionActor, settle: (turnId: TurnId, outcome: TurnOutcome) => void) {
    this.#context = context;
    this.#actor = actor;
    this.#settle = settle;
  }

  arm(): void {
    this.stop();
    const { turn } = this.#actor.state;
    if (!isTurnOpen(turn) || turn.kind !== 'agent') return;
    this.#stop = this.#context.clock.setTimer(AGENT_TURN_QUIET_MS, () => {
      this.#stop = null;
      this.#actor.flush();
      const stopReason = this.#actor.state.turn.status === 'cancelling' ? 'cancelled' : 'end_turn';
      this.#settle(turn.turnId, { status: 'ended', stopReason });
    });
  }

  stop(): void {
    this.#stop?.();
    this.#stop = null;
  }
}
