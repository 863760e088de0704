import type { AgentContext, SessionUpdate } from '@agentclientprotocol/sdk';
import { methods } from '@agentclientprotocol/sdk';
import { availableCommands } from './commands';
import { remember } from './history';
import { configOptions, withOption } from './options';
import type { Choices } from './options';
import type { DemoScript } from './script/demoScript';
import type { SessionRecord, SessionStore } from './sessionStore';

/** The demo's context window, for the usage meter. */
const WINDOW_TOKENS = 200_000;
const CHARACTERS_A_TOKEN = 4;

/** An open session: its record, the way to its client, and what only lives as long as the process. */
export class DemoSession {
  readonly record: SessionRecord;
  /** Set by "always allow" and "always reject"; forgotten with the process and by /permission. */
  editsAlways: 'allowed' | 'rejected' | undefined;
  readonly #client: AgentContext;
  readonly #script: DemoScript;
  readonly #store: SessionStore;
  readonly #withBooleans: boolean;
  readonly #now: () => number;
  #saving = Promise.resolve();

  constructor(
    record: SessionRecord,
    context: {
      client: AgentContext;
      script: DemoScript;
      store: SessionStore;
      withBooleans: boolean;
      now: () => number;
    },
  ) {
    this.record = record;
    this.#client = context.client;
    this.#script = context.script;
    this.#store = context.store;
    this.#withBooleans = context.withBooleans;
    this.#now = context.now;
  }

  get id(): string {
    return this.record.sessionId;
  }

  get options(): ReturnType<typeof configOptions> {
    return configOptions(this.record.choices, this.#script, this.#withBooleans);
  }

  /** Tells the client, and keeps what belongs to the history. */
  async send(update: SessionUpdate): Promise<void> {
    remember(this.record.history, update);
    await this.#client.notify(methods.client.session.update, { sessionId: this.id, update });
  }

  /** Sends the stored history as `session/load` must, before its answer. */
  async replay(): Promise<void> {
    for (const update of this.record.history) {
      await this.#client.notify(methods.client.session.update, { sessionId: this.id, update });
    }
  }

  /** What a client shows beside the conversation: commands, title, usage. Sent after new, load and resume. */
  async announce(): Promise<void> {
    await this.send({ sessionUpdate: 'available_commands_update', availableCommands: availableCommands(this.#script) });
    if (this.record.title !== null) await this.#sendTitle();
    if (this.record.usedTokens > 0) await this.sendUsage();
  }

  async setTitle(title: string): Promise<void> {
    this.record.title = title;
    await this.#sendTitle();
  }

  async #sendTitle(): Promise<void> {
    const { title, updatedAt } = this.record;
    await this.send({ sessionUpdate: 'session_info_update', title, updatedAt });
  }

  /** Counts text as a model would have counted it, roughly. */
  count(text: string): void {
    this.record.usedTokens += Math.ceil(text.length / CHARACTERS_A_TOKEN);
  }

  async sendUsage(): Promise<void> {
    await this.send({
      sessionUpdate: 'usage_update',
      used: Math.min(this.record.usedTokens, WINDOW_TOKENS),
      size: WINDOW_TOKENS,
      cost: { amount: 0, currency: 'USD' },
    });
  }

  /** Returns false when there is no such option or value. Tells the client about a mode that changed with it. */
  async choose(configId: string, value: string | boolean): Promise<boolean> {
    const choices = withOption(this.record.choices, configId, value);
    if (choices === undefined) return false;
    const modeChanged = choices.mode !== this.record.choices.mode;
    this.record.choices = choices;
    if (modeChanged) await this.#sendMode();
    await this.save();
    return true;
  }

  /** Changes the mode and tells the client in both of the protocol's ways, before the request is answered (as Cursor does). */
  async setMode(mode: Choices['mode']): Promise<void> {
    this.record.choices = { ...this.record.choices, mode };
    await this.#sendMode();
    await this.send({ sessionUpdate: 'config_option_update', configOptions: this.options });
    await this.save();
  }

  async #sendMode(): Promise<void> {
    await this.send({ sessionUpdate: 'current_mode_update', currentModeId: this.record.choices.mode });
  }

  /** Writes the record; calls are done one after the other, each with the record as it is by then. */
  save(): Promise<void> {
    this.record.updatedAt = new Date(this.#now()).toISOString();
    const saved = this.#saving.then(() => this.#store.write(this.record));
    this.#saving = saved.catch(() => undefined);
    return saved;
  }
}
