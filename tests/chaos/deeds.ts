import { plainText } from '../../src/shared/acp/content';
import type { RequestId } from '../../src/shared/ids';
import type { Item } from '../../src/shared/session/item';
import type { RequestAnswer, SessionRequest } from '../../src/shared/session/request';
import type { Counts } from './counts';
import type { FaultKind } from './faults';
import { inWords, patienceWith, seenOn, whyBy } from './hand';
import { isUnknown } from './pageClient';
import type { Random } from './random';
import { anyScript } from './scripts';
import type { ChaosSession, World } from './world';

/** How often a person presses Enter for a message that stays in its box. */
const TRIES = 3;

export const DEEDS = {
  prompt: 30,
  typedPrompt: 10,
  answer: 22,
  clickedAnswer: 6,
  stop: 6,
  draft: 8,
  typedDraft: 5,
  remove: 3,
  sendNow: 2,
  look: 8,
};
export type DeedKind = keyof typeof DEEDS;

/** Deeds that leave a draft come by hand or by call: what a page holds of a session's draft is not asked for twice. */
export const byHandOnly: ReadonlySet<DeedKind> = new Set(['typedPrompt', 'typedDraft']);
export const byCallOnly: ReadonlySet<DeedKind> = new Set(['draft']);

export interface Deed {
  kind: DeedKind;
  /** Milliseconds from the round's begin. */
  at: number;
  session: ChaosSession;
  /** Of this deed alone, so that its chances do not depend on what others came to. */
  random: Random;
}

/** What a person does in a round; each deed tells the ledger what the app said of it. */
export class Person {
  readonly #world: World;
  readonly #counts: Counts;
  readonly #round: number;
  readonly #fault: FaultKind;
  /** Milliseconds. */
  readonly #patience: number;
  #hands = Promise.resolve();
  /** Deeds by hand that were not done, though nothing kept the window from it. */
  readonly wrong: string[] = [];

  constructor(world: World, counts: Counts, { round, fault }: { round: number; fault: FaultKind }) {
    this.#world = world;
    this.#counts = counts;
    this.#round = round;
    this.#fault = fault;
    this.#patience = patienceWith(fault);
  }

  async do({ kind, session, random }: Deed): Promise<void> {
    // A window that is killed under a hand says nothing; what the app said before that counts.
    switch (kind) {
      case 'prompt':
        return this.#prompt(session, anyScript(random));
      case 'typedPrompt':
        return this.#byHand('typed prompt', () => this.#typedPrompt(session, anyScript(random)));
      case 'answer':
        return this.answerOne(session, random);
      case 'clickedAnswer':
        return this.#byHand('clicked answer', () => this.#clickedAnswer(session));
      case 'stop':
        return this.#stop(session);
      case 'draft':
        return this.#draft(session, `draft ${this.#round}-${random.between(0, 9999)}`);
      case 'typedDraft':
        return this.#byHand('typed draft', () =>
          this.#typedDraft(session, `typed ${this.#round}-${random.between(0, 9999)}`),
        );
      case 'remove':
        return this.#remove(session);
      case 'sendNow':
        return this.#sendNow(session);
      case 'look':
        return this.look(session);
    }
  }

  async #prompt(session: ChaosSession, body: string): Promise<void> {
    const { ledger, client } = this.#world;
    const { sessionId } = session;
    const fact = ledger.prompt(sessionId, this.#round, body);
    const sent = await client.call.queue.send({ sessionId, content: [{ type: 'text', text: fact.text }] });
    if (isUnknown(sent)) return this.#counts.add('prompts: app killed before it said');
    fact.fate = sent.ok ? 'confirmed' : 'refused';
    if (!sent.ok) return this.#counts.add(`prompts: refused (${sent.error.code})`);
    this.#counts.add(sent.value.turnId === null ? 'prompts: confirmed, queued' : 'prompts: confirmed, sent');
  }

  async #open(session: ChaosSession): Promise<void> {
    const { app } = this.#world;
    await app.row(session.name).click({ timeout: this.#patience });
    await app.page
      .getByRole('heading', { level: 1, name: session.name, exact: true })
      .waitFor({ timeout: this.#patience });
  }

  async #typedPrompt(session: ChaosSession, body: string): Promise<void> {
    const { app, ledger } = this.#world;
    await this.#open(session);
    const fact = ledger.prompt(session.sessionId, this.#round, body);
    ledger.draftTried(session.sessionId, fact.text);
    ledger.draftTried(session.sessionId, '');
    await app.message.fill(fact.text, { timeout: this.#patience });
    // On screen as a message of the transcript or of the queue: the box alone is also emptied before it is sure.
    const shown = app.transcript
      .getByText(fact.mark)
      .or(app.page.getByRole('region', { name: 'Queued messages' }).getByText(fact.mark));
    for (let tried = 1; ; tried += 1) {
      await app.message.press('Enter', { timeout: this.#patience });
      const late = await shown
        .first()
        .waitFor({ timeout: this.#patience })
        .then(
          () => null,
          (error: unknown) => error,
        );
      if (late === null) break;
      // It could not be sent, or was refused: then it stands in its box again, and one presses once more.
      const seen = await seenOn(app.page);
      if (typeof seen === 'string' || tried === TRIES || whyBy(this.#fault) === null) throw late;
      if (!seen.box.includes(fact.mark)) {
        this.wrong.push(`what was typed is neither sent nor in its box any more: ${fact.mark}; ${inWords(seen)}`);
        throw late;
      }
      this.#counts.add(`by hand: Enter once more, since ${whyBy(this.#fault)}`);
    }
    fact.fate = 'confirmed';
    this.#counts.add('prompts: typed, and shown');
  }

  async #stop({ sessionId }: ChaosSession): Promise<void> {
    const stopped = await this.#world.client.call.sessions.cancel({ sessionId });
    if (stopped.ok) this.#counts.add('stops');
  }

  async #draft({ sessionId }: ChaosSession, text: string): Promise<void> {
    const { ledger, client } = this.#world;
    ledger.draftTried(sessionId, text);
    const saved = await client.call.drafts.set({ sessionId, text, attachments: [] });
    if (!saved.ok) return this.#counts.add(`drafts: not saved (${saved.error.code})`);
    ledger.draftSaved(sessionId, text);
    this.#counts.add('drafts: saved');
  }

  async #typedDraft(session: ChaosSession, text: string): Promise<void> {
    const { app, ledger } = this.#world;
    await this.#open(session);
    ledger.draftTried(session.sessionId, text);
    await app.message.fill(text, { timeout: this.#patience });
    ledger.draftTyped(session.sessionId, text);
    this.#counts.add('drafts: typed');
  }

  async #requests({ sessionId }: ChaosSession): Promise<readonly SessionRequest[]> {
    const shown = await this.#world.client.snapshot('session', { sessionId });
    return shown?.state.requests ?? [];
  }

  /** Answers the oldest request of a session, where one waits. */
  async answerOne(session: ChaosSession, random: Random): Promise<void> {
    const [request] = await this.#requests(session);
    const answer = request && answerTo(request, random);
    if (request === undefined || answer === undefined) return;
    await this.#answer(session, request.requestId, answer);
  }

  async #answer({ sessionId }: ChaosSession, requestId: RequestId, answer: RequestAnswer): Promise<void> {
    const { client, ledger } = this.#world;
    const told = await client.call.requests.answer({ requestId, answer, viaKeyboard: false });
    if (isUnknown(told)) return this.#counts.add('answers: app killed before it said');
    if (!told.ok) return this.#counts.add(`answers: refused (${told.error.code})`);
    ledger.answers.set(requestId, { sessionId, answer, round: this.#round });
    this.#counts.add('answers: confirmed');
  }

  async #clickedAnswer(session: ChaosSession): Promise<void> {
    const { app, ledger } = this.#world;
    const request = (await this.#requests(session)).find((one) => one.kind === 'permission');
    if (request === undefined) return;
    await this.#open(session);
    const card = app.card('Permission request').first();
    try {
      // Whatever this agent calls it.
      const [option] = request.options;
      await card.getByRole('button', { name: option?.name ?? '' }).click({ timeout: this.#patience });
    } catch (error) {
      // Another deed was quicker, or the agent took it back: there is no such button any more, and ought to be none.
      const open = await this.#requests(session);
      if (open.some(({ requestId }) => requestId === request.requestId)) throw error;
      return this.#counts.add('answers: clicked too late');
    }
    await this.#world.client.snapshot('session', { sessionId: session.sessionId }).then((shown) => {
      const item = shown?.state.items.find(
        (one) => one.kind === 'request' && one.request.requestId === request.requestId,
      );
      if (item?.kind !== 'request' || item.settlement?.kind !== 'answered') return;
      ledger.answers.set(request.requestId, {
        sessionId: session.sessionId,
        answer: item.settlement.answer,
        round: this.#round,
      });
      this.#counts.add('answers: clicked, and shown');
    });
  }

  async #waiting({ sessionId }: ChaosSession) {
    const shown = await this.#world.client.snapshot('session', { sessionId });
    return shown?.state.queue?.prompts ?? [];
  }

  async #remove(session: ChaosSession): Promise<void> {
    const [queued] = (await this.#waiting(session)).slice(-1);
    if (queued === undefined) return;
    const text = queued.content.map(plainText).join('');
    const fact = this.#world.ledger.prompts.find(({ mark }) => text.includes(mark));
    const before = fact?.fate;
    if (fact !== undefined) fact.fate = 'unknown';
    const removed = await this.#world.client.call.queue.remove({
      sessionId: session.sessionId,
      queuedId: queued.queuedId,
    });
    if (fact === undefined) return;
    if (removed.ok) {
      fact.fate = 'removed';
      this.#counts.add('queued messages removed');
    } else if (!isUnknown(removed)) fact.fate = before ?? 'unknown';
  }

  async #sendNow(session: ChaosSession): Promise<void> {
    const [queued] = (await this.#waiting(session)).slice(-1);
    if (queued === undefined) return;
    const sent = await this.#world.client.call.queue.sendNow({
      sessionId: session.sessionId,
      queuedId: queued.queuedId,
    });
    if (sent.ok) this.#counts.add('queued messages sent now');
  }

  /** What stands on screen is remembered: it must never be less. */
  async look({ sessionId }: ChaosSession): Promise<void> {
    const { client, ledger } = this.#world;
    const shown = await client.snapshot('session', { sessionId });
    const at = Date.now();
    for (const item of shown?.state.items.slice(-30) ?? []) {
      const text = spokenText(item);
      if (text !== null) ledger.saw(sessionId, item.ordinal, text, at);
    }
    this.#counts.add('looks');
  }

  /** There is one pair of hands. */
  #byHand(what: string, work: () => Promise<void>): Promise<void> {
    this.#hands = this.#hands.then(() => this.#attempt(what, work));
    return this.#hands;
  }

  async #attempt(what: string, work: () => Promise<void>): Promise<void> {
    const { page } = this.#world.app;
    const began = Date.now();
    try {
      await work();
      if (whyBy(this.#fault) === null) {
        this.#counts.most('longest deed by hand with nothing in its way (ms)', Date.now() - began);
      }
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const why = whyBy(this.#fault);
      if (why !== null) return this.#counts.add(`by hand: not done, since ${why}`);
      const seen = inWords(await seenOn(page));
      this.wrong.push(`a ${what} by hand was not done, and nothing kept it from that: ${seen}\n${error.message}`);
    }
  }
}

/** The words of the agent, where they are all there. */
export function spokenText(item: Item): string | null {
  if (item.kind !== 'message' && item.kind !== 'thought') return null;
  if (item.kind === 'message' && item.role === 'user') return null;
  return item.content.every(({ type }) => type === 'text') ? item.content.map(plainText).join('') : null;
}

function answerTo(request: SessionRequest, random: Random): RequestAnswer | undefined {
  switch (request.kind) {
    case 'permission':
      return { kind: 'permission', optionId: random.pick(request.options).optionId };
    case 'question':
      return {
        kind: 'question',
        decision: 'answered',
        answers: request.questions.map(({ id, options }) => ({
          questionId: id,
          selectedOptionIds: [random.pick(options).id],
        })),
      };
    case 'plan':
      return { kind: 'plan', decision: 'accepted' };
    case 'form':
      return { kind: 'form', decision: 'declined' };
    case 'url':
      return { kind: 'url', decision: 'declined' };
  }
}
