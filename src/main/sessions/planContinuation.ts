import { AppFailure, ok, toAppError } from '@shared/errors';
import type { RequestAnswer, SessionRequest } from '@shared/session/request';
import type { TurnOutcome } from '@shared/session/state';
import type { SessionActor } from './sessionActor';
import type { SessionContext } from './sessionContext';
import { chooseOption } from './sessionOptions';

/** Cursor ends the turn after an accepted plan without doing the work (cursor-acp.md 2.7, AC-01): it is sent on its way. */
export class PlanContinuation {
  readonly #context: SessionContext;
  readonly #actor: SessionActor;
  #accepted = false;
  #isUnderWay = false;

  constructor(context: SessionContext, actor: SessionActor) {
    this.#context = context;
    this.#actor = actor;
  }

  /** Between the turn's end and the prompt that carries the plan out. */
  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  onAnswer(request: SessionRequest | undefined, answer: RequestAnswer): void {
    if (request?.kind === 'plan' && answer.kind === 'plan' && answer.decision === 'accepted') this.#accepted = true;
  }

  onTurnEnded(outcome: TurnOutcome): void {
    const actor = this.#actor;
    const after = actor.connection?.adapter.afterPlanAccepted;
    const accepted = this.#accepted;
    this.#accepted = false;
    if (!accepted || !after || outcome.status !== 'ended' || outcome.stopReason !== 'end_turn') return;
    const { modeId } = after;
    const isSet = actor.state.options.modes?.currentModeId === modeId;
    const setting = isSet ? Promise.resolve(ok(null)) : chooseOption(this.#context, actor, { modeId });
    this.#isUnderWay = true;
    void setting
      .then((set) => {
        if (!set.ok) throw new AppFailure(set.error);
        const sent = actor.prompt([{ type: 'text', text: this.#context.continuePlanPrompt() }]);
        if (!sent.ok && sent.error.code !== 'session.busy') throw new AppFailure(sent.error);
      })
      .catch((thrown: unknown) => {
        actor.append([
          { type: 'notice.added', notice: { code: 'turn.failed', error: toAppError(thrown) } },
          { type: 'queue.paused', pause: 'failed' },
        ]);
      })
      .finally(() => {
        this.#isUnderWay = false;
        actor.queue.onAppended();
      });
  }
}
