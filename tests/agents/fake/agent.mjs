import { randomUUID } from 'node:crypto';
import { FakeAccount } from './account.mjs';
import { expand } from './config.mjs';
import { cursorModelList } from './cursorOptions.mjs';
import { configOptions, hasConfigOptions, isMode, optionState, setOption } from './options.mjs';
import { listSessions } from './listSessions.mjs';
import { record } from './record.mjs';
import { FakeSessions } from './sessions.mjs';
import { playPrompt } from './turn.mjs';
import { DEFERRED, isThere, RpcError, sleep } from './wire.mjs';

/** @typedef {import('./sessions.mjs').FakeSession} FakeSession */

/** Updates that Cursor never sends (cursor-acp.md 2.8). */
const isUnlikeCursor = (/** @type {any} */ { sessionUpdate, status, messageId }) =>
  ['usage_update', 'config_option_update', 'user_message_chunk'].includes(sessionUpdate) ||
  status === 'failed' ||
  messageId !== undefined;

/** The history as Cursor replays it: no message has an id, and tool calls have `replay-<turn>-<step>`. */
function cursorReplay(/** @type {any[]} */ history) {
  let turn = -1;
  let prompt;
  /** @type {Map<string, string>} */
  let ids = new Map();
  const replayed = [];
  for (const { messageId, ...update } of history) {
    if (update.sessionUpdate === 'user_message_chunk' && messageId !== prompt) {
      prompt = messageId;
      turn += 1;
      ids = new Map();
    }
    if (update.toolCallId) {
      if (!ids.has(update.toolCallId)) ids.set(update.toolCallId, `replay-${turn}-${ids.size}`);
      replayed.push({ ...update, toolCallId: ids.get(update.toolCallId) });
    } else replayed.push(update);
  }
  return replayed;
}

const text = (/** @type {string} */ words) => ({ type: 'text', text: words });

/** Answers the client's requests by the configuration; prompts go to `playPrompt`. */
export class FakeAgent {
  sessions = new FakeSessions();
  /** The abort of the running prompt, by session. @type {Map<string, AbortController>} */
  running = new Map();
  /** A prompt came: from then on Cursor outlives its stdin. */
  prompted = false;
  /** Turns that wait for steering (!listen), by session. @type {Map<string, () => void>} */
  listening = new Map();
  #newFailed = false;

  constructor(/** @type {import('./wire.mjs').Wire} */ wire, /** @type {import('./config.mjs').Config} */ config) {
    this.wire = wire;
    this.config = config;
    this.account = new FakeAccount(wire, config);
  }

  async request(/** @type {string} */ method, /** @type {any} */ params, /** @type {any} */ id) {
    const { config } = this;
    this.account.check(method);
    if (config.lacks.includes(method)) throw new RpcError(-32601, `Method not found: ${method}`);
    switch (method) {
      case 'initialize':
        this.#hear(params.clientCapabilities);
        return this.#initialize();
      case 'authenticate':
        return this.account.authenticate(params.methodId, id);
      case 'logout':
        return this.account.logout();
      case 'session/new':
        return this.#new(params, id);
      case 'session/load':
        this.#refuseUnless('load');
        return this.#load(params, id);
      case 'session/resume': {
        this.#refuseUnless('resume');
        const session = this.#reopen(params.sessionId);
        this.#commandsLate(session);
        return optionState(session, config);
      }
      case 'session/list':
        if (!config.list) break;
        if (config.cursor && params.cursor !== undefined) throw new RpcError(-32602, 'Invalid params: cursor');
        return listSessions(this.sessions.list(), params, config);
      case 'session/fork': {
        if (config.fork === undefined) break;
        if (config.fork === 'error') throw new RpcError(-32603, 'This session cannot be forked');
        const { history, title } = this.session(params.sessionId);
        const forked = this.sessions.create(params.cwd);
        Object.assign(forked, { history: structuredClone(history), title });
        this.sessions.save(forked);
        return { sessionId: forked.sessionId };
      }
      case 'session/close':
        this.cancel(params.sessionId);
        this.sessions.open.delete(params.sessionId);
        return {};
      case 'session/delete':
        if (config.crashOnDelete !== undefined) {
          process.stderr.write(`${expand(config.crashOnDelete)}\n`, () => process.exit(7));
          return new Promise(() => undefined);
        }
        this.sessions.delete(params.sessionId);
        return {};
      case 'session/set_mode':
        return this.#setMode(params);
      case 'session/set_config_option': {
        const session = this.session(params.sessionId);
        if (!hasConfigOptions(config)) break;
        if (config.cursor && params.configId === 'mode') {
          await this.#setMode({ ...params, modeId: params.value });
        } else if (!setOption(session, params.configId, params.value, config)) {
          throw new RpcError(-32602, 'Unknown model config option');
        }
        this.sessions.save(session);
        return { configOptions: configOptions(session, config) };
      }
      case 'session/set_model': {
        if (config.options !== 'legacy' && !config.cursor) break;
        const session = this.session(params.sessionId);
        if (!setOption(session, 'model', params.modelId, config)) throw new RpcError(-32602, 'Unknown model');
        this.sessions.save(session);
        return {};
      }
      case 'cursor/list_available_models':
        if (config.modelList === 'hang') return DEFERRED;
        if (config.cursor && config.modelList === undefined) return { models: cursorModelList(config) };
        if (config.modelList === undefined) break;
        return {
          models: config.modelList.map((/** @type {string} */ value) => ({
            value,
            name: value,
            configOptions: [{ type: 'boolean', id: 'fast', name: 'Fast', currentValue: false }],
          })),
        };
      case '_session/steering':
        if (config.steering === undefined) break;
        return this.#steer(this.session(params.sessionId), params.prompt);
      case 'session/prompt':
        this.prompted = true;
        return playPrompt(this, this.session(params.sessionId), params.prompt);
    }
    throw new RpcError(-32601, `Method not found: ${method}`);
  }

  notification(/** @type {string} */ method, /** @type {any} */ params) {
    if (method === 'session/cancel') this.cancel(params.sessionId);
    if (method === '$/cancel_request') this.account.cancelRequest(params.requestId);
  }

  cancel(/** @type {string} */ sessionId) {
    if (!this.config.ignoreCancel) this.running.get(sessionId)?.abort();
  }

  /** An open session, or the configured "unknown session" error. */
  session(/** @type {string} */ sessionId) {
    const session = this.sessions.open.get(sessionId);
    if (!session) throw this.#unknown(sessionId);
    return session;
  }

  /** Sends a session/update and keeps it in the history. */
  update(/** @type {FakeSession} */ session, /** @type {any} */ update) {
    if (this.config.cursor && isUnlikeCursor(update)) {
      throw new Error(`Cursor never sends this: ${JSON.stringify(update).slice(0, 80)}`);
    }
    this.sessions.remember(session, update);
    return this.wire.notify('session/update', { sessionId: session.sessionId, update });
  }

  /** What the preset "cursor" makes of what the client says it can. */
  #hear(/** @type {any} */ capabilities) {
    if (!this.config.cursor) return;
    this.config.picker = capabilities?._meta?.parameterizedModelPicker === true;
    this.config.subagents = capabilities?._meta?.subagents !== undefined;
  }

  #initialize() {
    const { config } = this;
    if (config.initialize === 'hang') return DEFERRED;
    if (config.initialize === 'error') throw new RpcError(-32603, 'The fake agent does not want to start');
    const resumes = config.sessions === 'both' || config.sessions === 'resume';
    return {
      protocolVersion: config.protocolVersion,
      agentCapabilities: {
        loadSession: config.sessions === 'both' || config.sessions === 'load',
        promptCapabilities: { image: true, embeddedContext: true },
        sessionCapabilities: {
          ...(config.list ? { list: {} } : {}),
          ...(config.fork === undefined ? {} : { fork: {} }),
          ...(resumes ? { resume: {} } : {}),
          close: {},
          delete: {},
        },
        ...config.capabilities,
      },
      authMethods: config.authMethods,
      ...(config.agentInfo ? { agentInfo: config.agentInfo } : {}),
      ...(config.initMeta || config.steering
        ? { _meta: { ...(config.steering ? { steering: { supported: true } } : {}), ...config.initMeta } }
        : {}),
    };
  }

  async #steer(/** @type {FakeSession} */ session, /** @type {any[]} */ prompt) {
    switch (this.config.steering) {
      case 'failed':
        return { outcome: 'failed' };
      case 'error':
        throw new RpcError(-32603, 'Steering is broken');
      case 'hang':
        return DEFERRED;
    }
    const words = prompt.map((block) => block.text ?? '').join('\n');
    const listening = this.running.has(session.sessionId);
    await this.update(session, { sessionUpdate: 'agent_message_chunk', content: text(`Steered: ${words}`) });
    this.listening.get(session.sessionId)?.();
    return { outcome: listening ? 'injected' : 'startedNewTurn' };
  }

  async #new(/** @type {any} */ { cwd, mcpServers }, /** @type {any} */ id) {
    const { config } = this;
    await sleep(config.newDelayMs);
    await isThere(config.newUntil);
    if (config.crashOnNew !== undefined) process.exit(config.crashOnNew);
    if (config.newQuotesMcp) {
      process.stderr.write(`starting ${JSON.stringify(mcpServers)}\n`);
      throw new RpcError(-32603, `cannot start ${JSON.stringify(mcpServers)}`);
    }
    if (config.newError && !(config.newErrorOnce && this.#newFailed)) {
      this.#newFailed = true;
      throw new RpcError(config.newError, config.newErrorText);
    }
    const session = this.sessions.create(cwd);
    if (config.earlyUpdates) {
      await this.update(session, { sessionUpdate: 'agent_message_chunk', content: text('Before the answer. ') });
      await this.update(session, { sessionUpdate: 'session_info_update', title: 'An early title' });
    }
    const result = { sessionId: session.sessionId, ...optionState(session, config) };
    return this.#answerOpened(session, { jsonrpc: '2.0', id, result });
  }

  #commandsFrame(/** @type {FakeSession} */ session) {
    const availableCommands = [
      { name: 'review', description: 'Review the changes', input: { hint: 'what to look at' } },
      { name: 'explain', description: 'Explain the code' },
    ];
    const update = { sessionUpdate: 'available_commands_update', availableCommands };
    return { jsonrpc: '2.0', method: 'session/update', params: { sessionId: session.sessionId, update } };
  }

  #commandsLate(/** @type {FakeSession} */ session) {
    if (this.config.commands === 'late') {
      setTimeout(() => void this.wire.send(this.#commandsFrame(session)), this.config.lateMs);
    }
  }

  #refuseUnless(/** @type {'load' | 'resume'} */ offered) {
    const { sessions } = this.config;
    if (sessions !== 'both' && sessions !== offered) throw new RpcError(-32601, `Method not found: session/${offered}`);
  }

  #reopen(/** @type {string} */ sessionId) {
    const { loadError } = this.config;
    if (loadError) throw new RpcError(loadError, 'The session could not be loaded');
    const session = this.sessions.reopen(sessionId);
    if (session && this.config.forgetOptions) FakeSessions.reset(session);
    if (!session) throw this.#unknown(sessionId);
    return session;
  }

  #unknown(/** @type {string} */ sessionId) {
    const code = this.config.unknownSession;
    if (code === -32602) return new RpcError(code, `Session "${sessionId}" not found`);
    return new RpcError(
      code,
      code === -32002 ? 'Resource not found' : `Internal error: session ${sessionId} not found`,
    );
  }

  async #load(/** @type {any} */ { sessionId, cwd, mcpServers }, /** @type {any} */ id) {
    const { config } = this;
    if (config.cursor && !(cwd && mcpServers)) throw new RpcError(-32602, 'Invalid params: cwd and mcpServers');
    const session = this.#reopen(sessionId);
    const history = config.replay === 'none' ? [] : this.#replayOf(session.history);
    const send = async (/** @type {any[]} */ updates) => {
      for (const update of updates) await this.wire.notify('session/update', { sessionId, update });
    };
    if (config.loadFails !== undefined || config.loadUntil !== undefined) {
      await send(history.splice(0, Math.ceil(history.length / 2)));
      if (config.loadFails !== undefined) throw new RpcError(-32603, config.loadFails);
      await isThere(config.loadUntil);
    }
    const before = config.replay === 'late' ? Math.ceil(history.length / 2) : history.length;
    await send(history.slice(0, before));
    if (before < history.length) setTimeout(() => void send(history.slice(before)), config.lateMs);
    const { loadResult } = config;
    const result = loadResult === 'null' ? null : loadResult === 'empty' ? {} : optionState(session, config);
    return this.#answerOpened(session, { jsonrpc: '2.0', id, result });
  }

  /** The answer that opens a session, with its commands before, beside or after it. */
  async #answerOpened(/** @type {FakeSession} */ session, /** @type {any} */ answer) {
    const { commands } = this.config;
    if (commands === 'early') await this.wire.send(this.#commandsFrame(session));
    await this.wire.sendAll(commands === 'chunk' ? [answer, this.#commandsFrame(session)] : [answer]);
    this.#commandsLate(session);
    return DEFERRED;
  }

  #replayOf(/** @type {any[]} */ history) {
    if (this.config.replayIds === 'cursor') return cursorReplay(history);
    return history.map((update, at) => this.#replayed(update, at));
  }

  /** With changed ids: Cursor replays tool calls under new ids and messages without any. */
  #replayed(/** @type {any} */ update, /** @type {number} */ at) {
    if (this.config.replayIds === 'same') return update;
    const { messageId: _dropped, ...rest } = update;
    return rest.toolCallId ? { ...rest, toolCallId: `replay-${rest.toolCallId}` } : { ...rest, _meta: { at } };
  }

  async #setMode(/** @type {any} */ { sessionId, modeId }) {
    const session = this.session(sessionId);
    if (!this.config.modes || !isMode(modeId, this.config)) throw new RpcError(-32602, `No such mode: ${modeId}`);
    session.mode = modeId;
    this.sessions.save(session);
    const tell = () => this.update(session, { sessionUpdate: 'current_mode_update', currentModeId: modeId });
    if (this.config.setMode === 'before') await tell();
    if (this.config.setMode === 'after') setTimeout(() => void tell(), this.config.lateMs);
    return {};
  }

  /** An id in the style of the field's agents. */
  newToolId() {
    return `tool_${randomUUID().slice(0, 12)}`;
  }

  note(/** @type {object} */ entry) {
    record(entry);
  }
}
