import { stripVTControlCharacters } from 'node:util';
import type { Clock } from '@shared/clock';

const MAX_CHARS = 300;
const TELL_EVERY_MS = 250;

/** The newest whole line that a starting agent wrote to stderr, told at most four times a second. */
export class LastWords {
  line: string | null = null;
  readonly #clock: Clock;
  readonly #hide: (text: string) => string;
  readonly #onChange: () => void;
  #rest = '';
  #isWaiting = false;

  constructor(clock: Clock, hide: (text: string) => string, onChange: () => void) {
    this.#clock = clock;
    this.#hide = hide;
    this.#onChange = onChange;
  }

  add(text: string): void {
    const lines = (this.#rest + text).split(/\r\n|\n|\r/);
    this.#rest = (lines.pop() ?? '').slice(-MAX_CHARS);
    const last = lines.map((line) => stripVTControlCharacters(line).trim()).findLast((line) => line !== '');
    if (last === undefined) return;
    this.line = this.#hide(last).slice(0, MAX_CHARS);
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#clock.setTimer(TELL_EVERY_MS, () => {
      this.#isWaiting = false;
      this.#onChange();
    });
  }
}
