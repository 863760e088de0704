import type { Clock } from '@shared/clock';

/** A line that goes on for longer is told in pieces. */
const MAX_LINE = 256 * 1024;
/** What has no end yet is told after this, so that a question without one is seen. */
const QUIET_MS = 1000;

/**
 * What an agent writes on stderr, as whole lines: chunks end anywhere, and a secret that lies across two of them is found
 * in neither.
 */
export class StderrLines {
  readonly #clock: Pick<Clock, 'setTimer'>;
  readonly #onText: (text: string) => void;
  #rest = '';
  #stopTimer: (() => void) | null = null;

  constructor(clock: Pick<Clock, 'setTimer'>, onText: (text: string) => void) {
    this.#clock = clock;
    this.#onText = onText;
  }

  add(chunk: string): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    const text = this.#rest + chunk;
    const end = text.length > MAX_LINE ? text.length : Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    this.#rest = text.slice(end);
    this.#tell(text.slice(0, end));
    if (this.#rest !== '') this.#stopTimer = this.#clock.setTimer(QUIET_MS, () => this.flush());
  }

  /** The last words may have no end of line. */
  flush(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    const rest = this.#rest;
    this.#rest = '';
    this.#tell(rest);
  }

  #tell(text: string): void {
    const shown = text.trimEnd();
    if (shown !== '') this.#onText(shown);
  }
}
