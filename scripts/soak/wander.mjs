import { setTimeout as delay } from 'node:timers/promises';
import { openSession, readBack, saidInTranscript, searchToFirstHit, send } from '../bench/window/sessions.mjs';

const SEARCHED = ['zebrafish', 'session', 'th', '登录'];

/**
 * Goes about the window as a person does while eight sessions stream: looks at a stream, reads in an old session, gives an
 * errand something to do, searches. `told` collects what was sent to errands, `searches` what they took.
 */
export class Wanderer {
  told = new Map();
  searches = [];
  steps = 0;
  #page;
  #profile;
  #random = randoms(11);
  #at = Promise.resolve();

  constructor(page, profile) {
    this.#page = page;
    this.#profile = profile;
  }

  /** Until `isOver`; a step that fails ends it. */
  async go(isOver) {
    while (!isOver()) {
      this.#at = this.#step();
      await this.#at;
      this.steps += 1;
      await delay(1_000 + this.#random() * 2_000);
    }
  }

  /** When the window is between two steps. */
  get rests() {
    return this.#at;
  }

  async #step() {
    const { streams, long, errands } = this.#profile;
    // Never left to chance: a run without a search would measure none.
    if (this.steps % 8 === 3) {
      this.searches.push(await searchToFirstHit(this.#page, SEARCHED[this.searches.length % SEARCHED.length]));
      return;
    }
    const dice = this.#random();
    if (dice < 0.5) {
      await openSession(this.#page, this.#one(streams).title);
      await delay(1_500);
    } else if (dice < 0.78) {
      await openSession(this.#page, this.#one(long).title);
      await readBack(this.#page, 5);
    } else {
      await this.sendErrand(this.#one(errands));
    }
  }

  /** A short turn in a session that was at rest. */
  async sendErrand({ sessionId, title }) {
    const told = this.told.get(sessionId) ?? [];
    const answer = `Note ${told.length + 1} of ${title}.`;
    const prompt = `!tool read\n!say ${answer}`;
    await openSession(this.#page, title);
    await send(this.#page, prompt);
    this.told.set(sessionId, [...told, { role: 'user', text: prompt }, { role: 'agent', text: answer }]);
    await saidInTranscript(this.#page, answer);
  }

  #one(list) {
    return list[Math.floor(this.#random() * list.length)];
  }
}

function randoms(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
