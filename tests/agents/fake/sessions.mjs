import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/**
 * @typedef {{sessionId: string, cwd: string, title: string | null, updatedAt: string, mode: string,
 *   values: Record<string, string | boolean>, history: any[], work: string[]}} FakeSession
 */

const defaults = () => ({ mode: 'agent', values: { model: 'composer', effort: 'medium', fast: false } });

/** The sessions that the fake remembers: in memory, and in the file FAKE_AGENT_STATE when it is set. */
export class FakeSessions {
  /** @type {Map<string, FakeSession>} */
  open = new Map();
  #file = process.env.FAKE_AGENT_STATE;
  /** @type {Map<string, FakeSession>} */
  #memory = new Map();

  create(/** @type {string} */ cwd) {
    /** @type {FakeSession} */
    const session = {
      sessionId: `fake-${randomUUID().slice(0, 8)}`,
      cwd,
      title: null,
      updatedAt: new Date().toISOString(),
      ...defaults(),
      history: [],
      work: [],
    };
    this.open.set(session.sessionId, session);
    this.save(session);
    return session;
  }

  /** As it ships, whatever was chosen in it. */
  static reset(/** @type {FakeSession} */ session) {
    Object.assign(session, defaults());
  }

  /** A stored session, opened; undefined when unknown. */
  reopen(/** @type {string} */ sessionId) {
    const session = this.#all()[sessionId];
    if (session) this.open.set(sessionId, session);
    return session;
  }

  list() {
    return Object.values(this.#all());
  }

  delete(/** @type {string} */ sessionId) {
    this.open.delete(sessionId);
    const all = this.#all();
    delete all[sessionId];
    this.#store(all);
  }

  save(/** @type {FakeSession} */ session) {
    session.updatedAt = new Date().toISOString();
    this.#store({ ...this.#all(), [session.sessionId]: session });
  }

  /** Adds an update to the history; text chunks of one message are joined, so that a long stream stays small. */
  remember(/** @type {FakeSession} */ session, /** @type {any} */ update) {
    if (!/_message_chunk$|_thought_chunk$|^tool_call/.test(update.sessionUpdate)) return;
    // All of it is written with every save: what is huge would make each step of a turn last seconds.
    if ((update.content?.[0]?.content?.text?.length ?? 0) > 500_000) return;
    const last = session.history.at(-1);
    const joins =
      last?.sessionUpdate === update.sessionUpdate &&
      last.messageId === update.messageId &&
      last.content?.type === 'text' &&
      update.content?.type === 'text';
    if (joins) last.content = { type: 'text', text: last.content.text + update.content.text };
    else session.history.push(structuredClone(update));
  }

  /** @returns {Record<string, FakeSession>} */
  #all() {
    if (!this.#file) return Object.fromEntries(this.#memory);
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8'));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
      throw error;
    }
  }

  #store(/** @type {Record<string, FakeSession>} */ all) {
    if (!this.#file) {
      this.#memory = new Map(Object.entries(all));
      return;
    }
    const next = `${this.#file}.${process.pid}`;
    writeFileSync(next, JSON.stringify(all));
    renameSync(next, this.#file);
  }
}
