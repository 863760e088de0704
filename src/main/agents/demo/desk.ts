import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentContext, PromptRequest, StopReason } from '@agentclientprotocol/sdk';
import { RequestError } from '@agentclientprotocol/sdk';
import type { Clock } from '@shared/clock';
import { COMMANDS, understand } from './commands';
import { DemoSession } from './demoSession';
import { DEFAULT_CHOICES, paceOf } from './options';
import { Pace, TurnCancelled } from './pace';
import { promptText, titleOf } from './promptText';
import { play } from './scenes/play';
import { ScratchProject } from './scratchProject';
import type { DemoScript } from './script/demoScript';
import { SessionStore } from './sessionStore';
import type { SessionRecord } from './sessionStore';
import type { DemoSettings } from './settings';
import { Turn } from './turn';

interface RunningTurn {
  abort: AbortController;
  ended: Promise<unknown>;
}

/** All sessions of one demo agent: opens, stores and plays them. */
export class Desk {
  readonly store: SessionStore;
  /** The client declared `session.configOptions.boolean`. */
  withBooleans = false;
  readonly #settings: DemoSettings;
  readonly #script: DemoScript;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #open = new Map<string, DemoSession>();
  readonly #running = new Map<string, RunningTurn>();

  constructor(settings: DemoSettings, script: DemoScript, clock: Clock, newId: () => string) {
    this.#settings = settings;
    this.#script = script;
    this.#clock = clock;
    this.#newId = newId;
    this.store = new SessionStore(settings.home);
  }

  async create(cwd: string, client: AgentContext): Promise<DemoSession> {
    const session = this.#enter(
      {
        version: 1,
        sessionId: `demo-${this.#newId()}`,
        cwd,
        title: null,
        updatedAt: new Date(this.#clock.now()).toISOString(),
        choices: DEFAULT_CHOICES,
        usedTokens: 0,
        prompts: 0,
        history: [],
      },
      client,
    );
    await session.save();
    return session;
  }

  /** A stored session, open again. Throws the protocol's "resource not found" when the demo does not know it. */
  async reopen(sessionId: string, cwd: string, client: AgentContext): Promise<DemoSession> {
    const record = await this.store.read(sessionId);
    if (record === undefined) throw RequestError.sessionNotFound(sessionId);
    record.cwd = cwd;
    for (const [index, past] of record.history.entries()) {
      // What was under way when the demo ended can never end any more.
      if (past.sessionUpdate === 'tool_call' && past.status !== 'completed' && past.status !== 'failed') {
        record.history[index] = { ...past, status: 'failed' };
      }
    }
    return this.#enter(record, client);
  }

  #enter(record: SessionRecord, client: AgentContext): DemoSession {
    const session = new DemoSession(record, {
      client,
      script: this.#script,
      store: this.store,
      withBooleans: this.withBooleans,
      now: () => this.#clock.now(),
    });
    this.#open.set(record.sessionId, session);
    return session;
  }

  /** An open session; throws the protocol's "resource not found" otherwise. */
  get(sessionId: string): DemoSession {
    const session = this.#open.get(sessionId);
    if (session === undefined) throw RequestError.sessionNotFound(sessionId);
    return session;
  }

  async close(sessionId: string): Promise<void> {
    this.cancel(sessionId);
    await this.#running.get(sessionId)?.ended;
    this.#open.delete(sessionId);
  }

  async delete(sessionId: string): Promise<void> {
    await this.close(sessionId);
    await this.store.delete(sessionId);
    if (/^[\w-]+$/.test(sessionId)) {
      await rm(join(this.#settings.home, 'scratch', sessionId), { recursive: true, force: true });
    }
  }

  cancel(sessionId: string): void {
    this.#running.get(sessionId)?.abort.abort();
  }

  /** Plays one turn. A second prompt in a busy session ends the first one, as with Cursor. */
  async prompt({ sessionId, prompt }: PromptRequest, client: AgentContext): Promise<StopReason> {
    const session = this.get(sessionId);
    this.cancel(sessionId);
    await this.#running.get(sessionId)?.ended;

    const abort = new AbortController();
    const turn = this.#play(session, prompt, client, abort.signal);
    const ended = turn.then(
      () => undefined,
      () => undefined,
    );
    const running = { abort, ended };
    this.#running.set(sessionId, running);
    try {
      return await turn;
    } finally {
      if (this.#running.get(sessionId) === running) this.#running.delete(sessionId);
    }
  }

  async #play(
    session: DemoSession,
    prompt: PromptRequest['prompt'],
    client: AgentContext,
    signal: AbortSignal,
  ): Promise<StopReason> {
    const { record } = session;
    const text = promptText(prompt);
    const cue = understand(text, record.prompts === 0, this.#script);
    const messageId = this.#newId();
    record.prompts += 1;
    for (const content of prompt) record.history.push({ sessionUpdate: 'user_message_chunk', messageId, content });
    session.count(text);
    if (record.title === null) {
      const command = COMMANDS.find((name) => text === `/${name}`);
      await session.setTitle(command ? this.#script.commands[command].description : titleOf(text));
    }
    await session.save();

    const project = await ScratchProject.open(this.#settings.home, record.cwd, session.id);
    await project.ensure();
    const pace = new Pace(this.#clock, this.#settings.speed * paceOf(record.choices), signal);
    const turn = new Turn({ session, pace, script: this.#script, project, client, newId: this.#newId });
    try {
      const stopReason = await play(turn, cue);
      await session.sendUsage();
      return stopReason;
    } catch (error) {
      if (error instanceof TurnCancelled) return 'cancelled';
      throw error;
    } finally {
      await session.save();
    }
  }
}
