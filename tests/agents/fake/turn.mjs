import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { expand } from './config.mjs';
import { cursorCommands } from './cursor.mjs';
import { cursorLikeCommands } from './cursorLike.mjs';
import { machineCommands } from './machine.mjs';
import { requestCommands } from './requests.mjs';
import { playScene, sceneOf } from './scenes.mjs';
import { speechCommands } from './speech.mjs';
import { stateCommands } from './state.mjs';
import { toolCommands } from './tools.mjs';
import { RpcError, sleep } from './wire.mjs';

/** @typedef {(turn: FakeTurn, words: string[], rest: string) => unknown} Command */

/** @type {Record<string, Command>} */
const COMMANDS = {
  ...speechCommands,
  ...toolCommands,
  ...requestCommands,
  ...cursorCommands,
  ...stateCommands,
  ...machineCommands,
  wait: (turn, [ms]) => turn.orCancelled(sleep(Number(ms))),
  until: async (turn, [file]) => {
    while (!existsSync(file)) await turn.orCancelled(sleep(10));
  },
  hang: (turn, [deaf]) => (deaf ? new Promise(() => {}) : turn.orCancelled(new Promise(() => {}))),
  listen: (turn) =>
    turn.orCancelled(new Promise((go) => turn.agent.listening.set(turn.session.sessionId, () => go(undefined)))),
  stop: (turn, [reason]) => {
    turn.stopReason = reason;
  },
  error: (_turn, [code, ...words]) => {
    throw new RpcError(Number(code) || -32603, words.join(' ') || 'The prompt failed');
  },
  together: (turn, _words, rest) => Promise.all(rest.split(' & ').map((line) => turn.run(`!${line}`))),
  // Not waited for, so that several requests can be open at once.
  also: (turn, _words, rest) => {
    turn.run(rest).catch((error) => {
      if (!(error instanceof Cancelled)) turn.agent.note({ event: 'also.failed', line: rest, error: String(error) });
    });
  },
  later: (turn, [ms, ...words]) => {
    turn.afterwards.push({ ms: Number(ms), line: words.join(' ') });
  },
};

/** Those of the preset "cursor". @type {Record<string, Command>} */
const LIKE_CURSOR = { ...COMMANDS, ...cursorLikeCommands };

class Cancelled extends Error {}

/** One prompt being played; what commands work with. */
export class FakeTurn {
  stopReason = 'end_turn';
  /** @type {{ms: number, line: string}[]} */
  afterwards = [];
  messageId = randomUUID();
  /** Why the rest of its prompt is not played. @type {'planned' | 'stopped' | undefined} */
  ended;

  constructor(
    /** @type {import('./agent.mjs').FakeAgent} */ agent,
    /** @type {import('./sessions.mjs').FakeSession} */ session,
    /** @type {any[]} */ prompt,
    /** @type {AbortSignal} */ signal,
  ) {
    this.agent = agent;
    this.session = session;
    this.prompt = prompt;
    this.signal = signal;
    this.wire = agent.wire;
    this.config = agent.config;
  }

  update(/** @type {any} */ update) {
    return this.agent.update(this.session, update);
  }

  say(/** @type {string} */ words) {
    return this.update({
      sessionUpdate: 'agent_message_chunk',
      ...(this.config.cursor ? {} : { messageId: this.messageId }),
      content: { type: 'text', text: words },
    });
  }

  /** Asks the client; the answer is told in the transcript, so that tests can read it there too. */
  async ask(/** @type {string} */ method, /** @type {object} */ params) {
    const { answer } = this.wire.request(method, params);
    return this.tell(method, answer);
  }

  async tell(/** @type {string} */ method, /** @type {Promise<any>} */ answer) {
    try {
      const result = await this.orCancelled(answer);
      if (!this.config.cursor) await this.say(`\n\n[${method} → ${JSON.stringify(result)}]\n\n`);
      return result;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      await this.say(`\n\n[${method} → error ${error.code} ${error.message}]\n\n`);
      return undefined;
    }
  }

  /** @template T @param {Promise<T>} work @returns {Promise<T>} */
  orCancelled(work) {
    const { signal } = this;
    if (signal.aborted) return Promise.reject(new Cancelled());
    return new Promise((resolve, reject) => {
      const stop = () => reject(new Cancelled());
      signal.addEventListener('abort', stop, { once: true });
      work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    });
  }

  /** Ends the turn: nothing more of its prompt is played. `planned`: what stands after is the work of a plan. */
  endsAs(/** @type {'planned' | 'stopped'} */ why) {
    this.ended = why;
  }

  check() {
    if (this.signal.aborted) throw new Cancelled();
  }

  async run(/** @type {string} */ written) {
    const line = expand(written);
    const [name, ...words] = line.slice(1).trim().split(/\s+/);
    const commands = this.config.cursor ? LIKE_CURSOR : COMMANDS;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) {
      await this.say(`No such command: ${line}\n`);
      return;
    }
    const rest = line.slice(1).trim().slice(name.length).trimStart();
    await command(this, words, rest);
  }
}

/** Plays the prompt's commands; what `session/prompt` answers. A second prompt ends the first, as with Cursor. */
export async function playPrompt(
  /** @type {import('./agent.mjs').FakeAgent} */ agent,
  /** @type {import('./sessions.mjs').FakeSession} */ session,
  /** @type {any[]} */ prompt,
) {
  const { sessions, config } = agent;
  if (agent.running.has(session.sessionId)) {
    agent.note({ event: 'violation', what: 'a second prompt in a busy session' });
    agent.cancel(session.sessionId);
  }
  const abort = new AbortController();
  agent.running.set(session.sessionId, abort);
  const turn = new FakeTurn(agent, session, prompt, abort.signal);

  const messageId = randomUUID();
  for (const content of prompt) {
    const update = { sessionUpdate: 'user_message_chunk', messageId, content };
    if (config.echoUser) await agent.update(session, update);
    else sessions.remember(session, update);
  }
  sessions.save(session);
  const typed = prompt.map((block) => block.text ?? '').join('\n');
  const told = typed.split('\n').filter((line) => line.startsWith('!'));
  const scene = sceneOf(config, typed);
  const lines = told.length === 0 ? workOf(session) : told;
  try {
    if (scene) await playScene(turn, scene);
    for (const [at, line] of lines.entries()) {
      turn.check();
      await turn.run(line);
      if (turn.ended === 'planned') session.work = lines.slice(at + 1);
      if (turn.ended !== undefined) break;
    }
    if (lines.length === 0 && !scene) await turn.say(`Echo: ${typed}`);
    turn.check();
    if (config.cursor && turn.stopReason !== 'end_turn') throw new Error(`Cursor never stops with ${turn.stopReason}`);
    return { stopReason: turn.stopReason };
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    await sleep(config.cancelDelayMs);
    return { stopReason: 'cancelled' };
  } finally {
    if (agent.running.get(session.sessionId) === abort) agent.running.delete(session.sessionId);
    sessions.save(session);
    if (config.cursor && session.title === null) turn.afterwards.push({ ms: 20, line: `!title ${titleOf(typed)}` });
    for (const { ms, line } of turn.afterwards) playLater(agent, session, ms, line);
  }
}

/** As Cursor names a session: by what was asked first. */
const titleOf = (/** @type {string} */ typed) =>
  typed
    .replace(/^!\w+ /, '')
    .split('\n')[0]
    .slice(0, 60);

/** The work of a plan that was accepted, which a prompt in agent mode sets going; once. */
function workOf(/** @type {import('./sessions.mjs').FakeSession} */ session) {
  if (session.mode !== 'agent') return [];
  return session.work.splice(0);
}

/** A command that runs when the turn is over: late updates, requests of background work. */
function playLater(
  /** @type {import('./agent.mjs').FakeAgent} */ agent,
  /** @type {import('./sessions.mjs').FakeSession} */ session,
  /** @type {number} */ ms,
  /** @type {string} */ line,
) {
  const run = async () => {
    const turn = new FakeTurn(agent, session, [], new AbortController().signal);
    await turn.run(line).catch((error) => agent.note({ event: 'later.failed', line, error: String(error) }));
    agent.sessions.save(session);
  };
  setTimeout(() => void run(), ms);
}
