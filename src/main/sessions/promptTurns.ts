import { plainText, type PromptContent } from '@shared/acp/content';
import type { SessionUpdate } from '@shared/acp/update';
import { fail, toAppError } from '@shared/errors';
import type { TurnId } from '@shared/ids';
import { isStateUpdate } from '@shared/session/decide/decideUpdate';
import { isTurnOpen, type TurnOutcome } from '@shared/session/state';
import type { AgentConnection } from '../agents/agentConnection';
import { fitPrompt } from './fitPrompt';
import { judgedOutcome } from './judgedOutcome';
import type { SavedImages } from './savedImages';
import type { SessionActor } from './sessionActor';
import { SignInWait } from './signInWait';
import type { SilenceWatch } from './silenceWatch';

type Settle = (turnId: TurnId, outcome: TurnOutcome) => void;

/** The road of a session's prompts: attach, wait for a replay's end, send, and say what came of it. */
export class PromptTurns {
  readonly signIn: SignInWait;
  readonly #actor: SessionActor;
  readonly #silence: SilenceWatch;
  readonly #images: SavedImages;
  readonly #settle: Settle;
  readonly #withHistory: (content: PromptContent) => PromptContent;
  #sent: TurnId | null = null;
  /** The newest chunk of the agent's message, as it came; '' once something else came. */
  #lastChunk = '';
  /** The turn of which it was said that its pictures go as files. */
  #toldOf: TurnId | null = null;

  constructor(
    actor: SessionActor,
    silence: SilenceWatch,
    images: SavedImages,
    settle: Settle,
    /** With what the agent's session was never told in front. */
    withHistory: (content: PromptContent) => PromptContent,
  ) {
    this.#actor = actor;
    this.#images = images;
    this.#silence = silence;
    this.#settle = settle;
    this.#withHistory = withHistory;
    this.signIn = new SignInWait(actor);
  }

  /** Is the turn's prompt on its way to the agent or there? */
  isSent(turnId: TurnId): boolean {
    return this.#sent === turnId;
  }

  onUpdate(update: SessionUpdate): void {
    if (update.sessionUpdate === 'agent_message_chunk') this.#lastChunk = plainText(update.content);
    else if (!isStateUpdate(update)) this.#lastChunk = '';
  }

  async run(turnId: TurnId, content: PromptContent): Promise<void> {
    // From now on, since an agent can also be silent where it should open the session.
    this.#silence.watch(turnId);
    for (;;) {
      const outcome = await this.#send(turnId, content);
      if (!this.#isOpen(turnId)) return;
      const again = outcome.status === 'failed' && (await this.signIn.isOver(outcome.error));
      if (!again) return this.#settle(turnId, outcome);
    }
  }

  /** What the turn came to; nobody asks any more where the turn was ended meanwhile. */
  async #send(turnId: TurnId, content: PromptContent): Promise<TurnOutcome> {
    const actor = this.#actor;
    const attached = await actor.attachment.attach().catch((thrown: unknown) => fail(toAppError(thrown)));
    if (!attached.ok) return { status: 'failed', error: attached.error };
    if (this.#isOpen(turnId)) await actor.attachment.endReplay();
    const { connection } = actor;
    const { acpSessionId } = actor.state;
    if (!this.#isOpen(turnId)) return { status: 'interrupted' };
    if (connection === null || acpSessionId === null) return { status: 'failed', error: { code: 'agent.stopped' } };
    const fitted = await this.fitted(turnId, content, connection).catch(toAppError);
    if (!Array.isArray(fitted)) return { status: 'failed', error: fitted };
    await actor.answersLeft();
    if (!this.#isOpen(turnId)) return { status: 'interrupted' };
    this.#sent = turnId;
    this.#silence.watch(turnId);
    let outcome: TurnOutcome;
    const prompt = this.#withHistory(fitted);
    try {
      const { stopReason } = await connection.request('session/prompt', { sessionId: acpSessionId, prompt });
      outcome = { status: 'ended', stopReason };
    } catch (thrown) {
      this.#sent = null;
      outcome = { status: 'failed', error: toAppError(thrown) };
    }
    actor.flush();
    this.#silence.heard();
    const judged = judgedOutcome(outcome, connection.adapter, actor.state, this.#lastChunk);
    // A refused prompt may have been dropped from the agent's context, and history goes along once more.
    const kept = judged.status === 'ended' && judged.stopReason !== 'refusal';
    if (kept && prompt !== fitted) actor.append([{ type: 'history.told' }]);
    return judged;
  }

  /** As the agent takes it; that it is not all as the person gave it is said. */
  async fitted(turnId: TurnId, content: PromptContent, connection: AgentConnection): Promise<PromptContent> {
    const { identity, cwd } = this.#actor;
    const fitted = await fitPrompt(content, connection.agent.capabilities.prompt, cwd, (data, mimeType) =>
      this.#images.save(identity.sessionId, data, mimeType),
    );
    // A prompt that was refused for want of a sign-in is sent twice.
    if (fitted.linkedImages > 0 && this.#toldOf !== turnId) {
      this.#toldOf = turnId;
      this.#actor.record({
        type: 'notice.added',
        notice: { code: 'prompt.imagesLinked', count: fitted.linkedImages },
      });
    }
    return fitted.content;
  }

  #isOpen(turnId: TurnId): boolean {
    const { turn } = this.#actor.state;
    return isTurnOpen(turn) && turn.turnId === turnId;
  }
}
