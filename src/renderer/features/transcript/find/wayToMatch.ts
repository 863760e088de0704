import type { Item } from '@shared/session/item';
import type { Match } from '../../../stores/find';
import { wantedMatch, type WantedMatch } from './whichMatch';

/** The list may still be finding its place: a match counts as shown after so many frames in view. */
const STEADY_FRAMES = 3;
/** So long a row may take to be drawn, or what was opened in it. */
const MOST_FRAMES = 40;
const OPENING_FRAMES = 8;
/** Who is still typing would have parts opened for half a word. */
const TYPING_MS = 350;
/** What is opened, unfolded and paged through for one match at most. */
const MOST_STEPS = 150;

/** What a frame shows of a match, and what can be done there. */
export interface FrameOfMatch {
  /** Its row is drawn. */
  hasRow: boolean;
  /** It is drawn itself. */
  isDrawn: boolean;
  now: number;
  /** Its row is asked for. */
  ask: () => void;
  /** What was asked for is still being read. */
  isReading: () => boolean;
  /** Brings it into view. True: it is there already. */
  bring: () => boolean;
  leaveEnd: () => void;
  /** Opens one more part of its row. False: there is nothing left to try. */
  uncover: () => boolean;
  /** It stands in the row in no way that could be shown: the row is what was found. */
  markRow: () => void;
}

/** The way to one match, frame by frame: it goes on where the rows changed meanwhile. */
export class WayToMatch {
  readonly #at: Match | null;
  readonly #text: string;
  readonly #matchCase: boolean;
  readonly #began: number;
  #steps = 0;
  #isOver = false;
  /** Frames in which it was in view, in which it was looked for, and until the next step. */
  #steady = 0;
  #frames = 0;
  #rest = 0;
  /** Its row was asked for; the end was left. Once: whoever scrolls away meanwhile is not brought back. */
  #asked = false;
  #left = false;
  /** What is known of it, as its item is now. */
  #of: Item | null = null;
  #wanted: WantedMatch | null = null;

  constructor(at: Match | null, text: string, matchCase: boolean, now: number) {
    this.#at = at;
    this.#text = text;
    this.#matchCase = matchCase;
    this.#began = now;
  }

  leadsTo(at: Match | null, text: string, matchCase: boolean): boolean {
    return this.#at === at && this.#text === text && this.#matchCase === matchCase;
  }

  /** Nothing is left to try. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** It was shown: should it be wanted once more, it is brought into view from wherever one is then. */
  rest(): void {
    [this.#steady, this.#frames, this.#rest] = [0, 0, 0];
    [this.#asked, this.#left] = [false, false];
  }

  wantedIn(item: Item | null, pattern: RegExp): WantedMatch | null {
    if (this.#of !== item) {
      this.#of = item;
      const at = this.#at;
      this.#wanted = at === null || item === null ? null : wantedMatch(item, pattern, at.index, at.of);
    }
    return this.#wanted;
  }

  /** One frame. True: it is shown, or never will be. */
  step(frame: FrameOfMatch): boolean {
    this.#frames += 1;
    if (!frame.hasRow) {
      this.#ask(frame);
      // It may have to be read from far away.
      if (frame.isReading()) this.#frames = 0;
      return this.#frames > MOST_FRAMES;
    }
    if (frame.isDrawn) {
      const isThere = frame.bring();
      if (!isThere && !this.#left) {
        this.#left = true;
        frame.leaveEnd();
      }
      this.#steady = isThere ? this.#steady + 1 : 0;
      return this.#steady >= STEADY_FRAMES || this.#frames > MOST_FRAMES;
    }
    // It stands in a part that is closed, or that draws only what is in view.
    this.#rest -= 1;
    if (this.#rest > 0 || frame.now - this.#began < TYPING_MS) return false;
    if (!this.#isOver) {
      this.#steps += 1;
      this.#isOver = this.#steps > MOST_STEPS || !frame.uncover();
      this.#rest = this.#isOver ? 0 : OPENING_FRAMES;
      this.#frames = 0;
      return false;
    }
    this.#ask(frame);
    if (this.#frames < MOST_FRAMES / 4) return false;
    frame.markRow();
    return true;
  }

  #ask({ ask }: FrameOfMatch): void {
    if (!this.#asked) ask();
    this.#asked = true;
  }
}
