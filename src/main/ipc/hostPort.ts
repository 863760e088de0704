import type { EngineNews, EngineToHost, HostCalls, HostToEngine } from '@shared/ipc/host';

/** The engine's end of the small port to Electron's main process: it asks, tells, and hears answers. */
export class HostPort {
  readonly #post: (message: EngineToHost) => void;
  readonly #asked = new Map<number, (output: unknown) => void>();
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
      // Both ends are ours and share the table of calls, so the output is of the call's type.
      this.#asked.set(id, (output) => resolve(output as HostCalls[K]['output']));
      this.#post({ t: 'ask', id, call, input });
    });
  }

  onAnswer(message: Extract<HostToEngine, { t: 'answer' }>): void {
    this.#asked.get(message.id)?.(message.output);
    this.#asked.delete(message.id);
  }
}
