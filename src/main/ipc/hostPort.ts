import { AppFailure } from '@shared/errors';
import type { EngineNews, EngineToHost, HostCalls, HostToEngine } from '@shared/ipc/host';

/** A method, not a function: both ends are ours and share the table of calls, so the output is of the call's type. */
interface Asked {
  settle(output: unknown): void;
  fail(message: string): void;
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

  /** Rejects with an AppFailure `host.failed`. */
  ask<K extends keyof HostCalls>(call: K, input: HostCalls[K]['input']): Promise<HostCalls[K]['output']> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, {
        settle: resolve,
        fail: (message) => reject(new AppFailure({ code: 'host.failed', message })),
      });
      this.#post({ t: 'ask', id, call, input });
    });
  }

  onAnswer(message: Extract<HostToEngine, { t: 'answer' | 'failed' }>): void {
    const asked = this.#asked.get(message.id);
    if (message.t === 'answer') asked?.settle(message.output);
    else asked?.fail(message.message);
    this.#asked.delete(message.id);
  }
}
