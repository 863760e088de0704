import { signInNeed } from '@shared/acp/signInNeed';
import type { AppError } from '@shared/errors';
import type { TurnId } from '@shared/ids';
import type { Item } from '@shared/session/item';
import { isTurnOpen } from '@shared/session/state';
import type { SessionActor } from './sessionActor';

/**
 * A prompt that was refused since nobody is signed in waits here with its turn open, and is sent when the person has
 * signed in: once, since the agent did nothing with it. Stop, or giving up, ends the turn as ever.
 */
export class SignInWait {
  readonly #actor: SessionActor;
  #settle: ((signedIn: boolean) => void) | null = null;
  /** The turn for which nobody wants to sign in, also where its refusal is only under way. */
  #givenUp: TurnId | null = null;

  constructor(actor: SessionActor) {
    this.#actor = actor;
  }

  get isWaiting(): boolean {
    return this.#settle !== null;
  }

  /** True once somebody signed in; false where the error is about something else, or is given up. */
  async isOver(error: AppError): Promise<boolean> {
    const { state } = this.#actor;
    if (signInNeed(error) === null || state.turn.status !== 'running') return false;
    // An agent that has begun did something with it: sent again it might be done twice, so the person decides.
    const { turnId } = state.turn;
    if (turnId === this.#givenUp) return false;
    if (state.items.some((item) => item.turnId === turnId && !isPrompt(item))) return false;
    // The prompt itself was refused, by an agent that had taken the session up.
    if (state.attachError !== error) {
      this.#actor.append([{ type: 'attachment.changed', atAgent: state.atAgent, error }]);
    }
    return new Promise((settle) => {
      this.#settle = settle;
    });
  }

  /** Is this session refused for want of a sign-in, with a prompt that waits or without one? */
  get isWanted(): boolean {
    return signInNeed(this.#actor.state.attachError) !== null;
  }

  /** Somebody signed in: what the agent refused is repeated. */
  async signedIn(): Promise<void> {
    const { attachment, state } = this.#actor;
    if (state.atAgent === 'attached') {
      this.#actor.append([{ type: 'attachment.changed', atAgent: 'attached', error: null }]);
    }
    // The prompt that waits shares this attempt.
    this.end(true);
    await attachment.attach();
  }

  /** Nobody wants to sign in: the turn fails with the agent's own words, now or as soon as the agent refuses it. */
  giveUp(): void {
    const { turn } = this.#actor.state;
    if (this.isWanted && isTurnOpen(turn)) this.#givenUp = turn.turnId;
    this.end(false);
  }

  /** With false nobody wants to sign in: the turn that waits fails with the agent's own words. */
  end(signedIn: boolean): void {
    const settle = this.#settle;
    this.#settle = null;
    settle?.(signedIn);
  }
}

const isPrompt = (item: Item): boolean => item.kind === 'message' && item.role === 'user';
