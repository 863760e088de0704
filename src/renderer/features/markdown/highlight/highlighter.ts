import type { PackedTokens } from './tokenizer';
import type { HighlightAnswer, HighlightJob } from './worker';

/** Above this many characters code stays plain: colours would cost more than they tell. */
export const LONGEST_COLOURED = 50_000;
/** Characters of code whose colours are remembered. */
const CACHE_CHARACTERS = 2_000_000;
/** An open block asks at most this often. */
const OPEN_INTERVAL_MS = 120;

type Receive = (code: string, tokens: PackedTokens) => void;

/** The page's side of the worker. One job per block is on the road; what comes meanwhile waits, and only the newest does. */
class Highlighter {
  #worker: Worker | null = null;
  #broken = false;
  #nextId = 1;
  readonly #running = new Map<number, HighlightJob & { receive: Receive; askedAt: number }>();
  readonly #busy = new Set<string>();
  readonly #waiting = new Map<string, { language: string; code: string; receive: Receive }>();
  readonly #cache = new Map<string, PackedTokens>();
  #cached = 0;

  /** Colours that are known already, so that a block that comes back is coloured at its first paint. */
  known(language: string, code: string): PackedTokens | null {
    const key = `${language}\0${code}`;
    const tokens = this.#cache.get(key);
    if (!tokens) return null;
    this.#cache.delete(key);
    this.#cache.set(key, tokens);
    return tokens;
  }

  /** `receive` is called with what was coloured, which may be an earlier text of the block than the last one asked for. */
  ask(block: string, language: string, code: string, receive: Receive): void {
    if (this.#broken || code.length > LONGEST_COLOURED) return;
    if (this.#busy.has(block)) {
      this.#waiting.set(block, { language, code, receive });
      return;
    }
    this.#busy.add(block);
    const job: HighlightJob = { id: this.#nextId++, block, language, code };
    this.#running.set(job.id, { ...job, receive, askedAt: performance.now() });
    this.#start().postMessage(job);
  }

  forget(block: string): void {
    this.#waiting.delete(block);
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<HighlightAnswer>) => this.#answered(event.data));
    worker.addEventListener('error', () => {
      this.#broken = true;
      this.#running.clear();
      this.#waiting.clear();
      worker.terminate();
    });
    this.#worker = worker;
    return worker;
  }

  #answered({ id, tokens }: HighlightAnswer): void {
    const job = this.#running.get(id);
    if (!job) return;
    this.#running.delete(id);
    if (tokens) {
      this.#remember(`${job.language}\0${job.code}`, tokens);
      job.receive(job.code, tokens);
    }
    const rest = OPEN_INTERVAL_MS - (performance.now() - job.askedAt);
    if (this.#waiting.has(job.block) && rest > 0) setTimeout(() => this.#next(job.block), rest);
    else this.#next(job.block);
  }

  #next(block: string): void {
    this.#busy.delete(block);
    const next = this.#waiting.get(block);
    if (!next) return;
    this.#waiting.delete(block);
    this.ask(block, next.language, next.code, next.receive);
  }

  #remember(key: string, tokens: PackedTokens): void {
    this.#cache.set(key, tokens);
    this.#cached += key.length;
    for (const oldest of this.#cache.keys()) {
      if (this.#cached <= CACHE_CHARACTERS) break;
      this.#cache.delete(oldest);
      this.#cached -= oldest.length;
    }
  }
}

export const highlighter = new Highlighter();
