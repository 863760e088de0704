import type { EngineNews, EngineToHost, HostCalls, HostToEngine } from '@shared/ipc/host';

/** A method, not a function: both ends are ours and share the table of calls, so the output is of the call's type. */
interface Asked {
  settle(output: unknown): void;
}

/** The engine's end of the small port to Electron's main process: it asks, tells, and hears answers. */
export class HostPort {
  readonly #post: (message: EngineToHost) => void;
  readonly #asked = new Map<number, Asked>();
  #lastId = 0;

  constructor(post: (message: EngineToHost) => void) {
    this.#post = post;
  }

  tell(news: EngineNews): void {
    this.#post({ t: 'news', news });
  }

  ask<K extends keyof HostCalls>(call: K, input: HostCalls[K]['input']): Promise<HostCalls[K]['output']> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#asked.set(id, { settle: resolve });
      this.#post({ t: 'ask', id, call, input });
    });
  }

  onAnswer(message: Extract<HostToEngine, { t: 'answer' }>): void {
    this.#asked.get(message.id)?.settle(message.output);
    this.#asked.delete(message.id);
  }
}
