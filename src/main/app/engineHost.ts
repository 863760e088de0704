import { MessageChannelMain, type UtilityProcess, utilityProcess, type WebContents } from 'electron';
import type { AppError } from '@shared/errors';
import type { EngineNews, EngineStart, EngineToHost, HostCalls, HostNews, HostToEngine } from '@shared/ipc/host';
import { log } from './logger';
import { RestartLimit } from './restartLimit';

export type HostCallHandlers = {
  [K in keyof HostCalls]: (input: HostCalls[K]['input']) => Promise<HostCalls[K]['output']>;
};

/** A method, not a function: both ends are ours and share the table of calls, so the input is of the call's type. */
interface AnyCall {
  run(input: unknown): Promise<unknown>;
}

export interface EngineHostOptions {
  file: string;
  start: Omit<EngineStart, 'restarted'>;
  calls: HostCallHandlers;
  onNews: (news: EngineNews) => void;
  /** It died too often, or could not open its data: nothing restarts any more. */
  onFatal: (error: AppError | null) => void;
}

/** How long the engine may take to end its turns and process trees at quit before it is ended itself. */
const SHUTDOWN_MS = 8000;

/**
 * The engine's life: started once, started again when it dies (at most 3 times a minute), ended in order at quit. Each
 * page that says it is ready gets a MessagePort of its own; after a restart the same page gets a new one.
 */
export class EngineHost {
  readonly #options: EngineHostOptions;
  readonly #restarts = new RestartLimit(3, 60_000);
  #process: UtilityProcess | null = null;
  #ready = false;
  #stopping = false;
  #fatal = false;
  /** Told again to an engine that was started again. */
  #focused = false;
  #page: WebContents | null = null;
  /** It has been told of the page, and will answer it. */
  #knowsPage = false;
  #restarted = false;
  /** News for an engine that is not up yet (a folder from the command line, a notification's click). */
  #waiting: HostNews[] = [];

  constructor(options: EngineHostOptions) {
    this.#options = options;
    this.#launch(false);
  }

  /** The page of the main frame asked for its port. */
  connectPage(page: WebContents): void {
    this.#page = page;
    if (this.#ready || this.#isFirstStart) this.#handOver();
  }

  tell(news: HostNews): void {
    if (news.type === 'windowFocus') this.#focused = news.focused;
    if (!this.#ready) this.#waiting.push(news);
    if (this.#ready || this.#isFirstStart) this.#post({ t: 'news', news });
  }

  /** Ends turns in order, ends every tree, then the process. Resolves when it is gone. */
  async shutdown(): Promise<void> {
    this.#stopping = true;
    const child = this.#process;
    if (child === null) return;
    // One that never came up has nothing to end.
    if (this.#fatal) {
      this.#process = null;
      child.kill();
      return;
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        log.error('the engine did not end in time');
        child.kill();
      }, SHUTDOWN_MS);
      child.once('exit', () => {
        clearTimeout(timer);
        resolve();
      });
      child.postMessage({ t: 'news', news: { type: 'shutdown' } });
    });
  }

  /** Ends it in order and starts it anew: after a failed start, and when it asks for it. */
  async restart(): Promise<void> {
    if (this.#stopping) return;
    await this.shutdown();
    this.#stopping = false;
    this.#fatal = false;
    this.#ready = false;
    this.#knowsPage = false;
    this.#restarted = true;
    this.#launch(false);
  }

  /**
   * What the first engine is told while it starts waits in its port, which saves a start the way there and back. A later one
   * is told when it is up: after a failure or an end the page goes on saying so until then.
   */
  get #isFirstStart(): boolean {
    return !this.#restarted && !this.#fatal;
  }

  #launch(restarted: boolean): void {
    const start: EngineStart = { ...this.#options.start, restarted };
    const child = utilityProcess.fork(this.#options.file, [JSON.stringify(start)], {
      serviceName: 'Signalbox engine',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    child.stdout?.on('data', (chunk: Buffer) => log.info('[engine]', chunk.toString().trimEnd()));
    child.stderr?.on('data', (chunk: Buffer) => log.warn('[engine]', chunk.toString().trimEnd()));
    child.on('message', (message: EngineToHost) => this.#onMessage(child, message));
    child.once('exit', (code) => this.#onExit(child, code));
  }

  #onMessage(child: UtilityProcess, message: EngineToHost): void {
    if (message.t === 'ask') {
      void this.#answer(child, message.id, message.call, message.input);
      return;
    }
    const { news } = message;
    if (news.type === 'ready') {
      this.#ready = true;
      this.tell({ type: 'windowFocus', focused: this.#focused });
      const held = this.#waiting.splice(0);
      if (this.#restarted) for (const news of held) this.tell(news);
      if (!this.#knowsPage) this.#handOver();
    }
    if (news.type === 'fatal') {
      this.#fatal = true;
      this.#options.onFatal(news.error);
    }
    this.#options.onNews(news);
  }

  async #answer(child: UtilityProcess, id: number, call: keyof HostCalls, input: unknown): Promise<void> {
    const handler: AnyCall = { run: this.#options.calls[call] };
    let answer: HostToEngine;
    try {
      answer = { t: 'answer', id, output: await handler.run(input) };
    } catch (error) {
      log.error('host call failed', call, error);
      answer = { t: 'failed', id, message: error instanceof Error ? error.message : String(error) };
    }
    if (this.#process === child) child.postMessage(answer);
  }

  #handOver(): void {
    const page = this.#page;
    if (page === null || page.isDestroyed()) return;
    const { port1, port2 } = new MessageChannelMain();
    this.#knowsPage = true;
    this.#process?.postMessage({ t: 'page' }, [port1]);
    page.postMessage('signalbox:port', null, [port2]);
  }

  #onExit(child: UtilityProcess, code: number): void {
    if (this.#process !== child) return;
    this.#process = null;
    this.#ready = false;
    this.#knowsPage = false;
    this.#restarted = true;
    if (this.#stopping || this.#fatal) return;
    log.error('the engine ended', code);
    if (this.#restarts.take(Date.now())) this.#launch(true);
    else {
      this.#fatal = true;
      this.#options.onFatal(null);
    }
  }

  #post(message: { t: 'news'; news: HostNews }): void {
    this.#process?.postMessage(message);
  }
}
