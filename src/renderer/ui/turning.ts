/** As the animation `spinner` has it: ten steps a second. */
const STEP_MS = 100;
const STEPS = 10;
/** Text that streams comes every 32 ms (sessions/flushTimer). After so many without a longer pause it is one that streams. */
const STREAMS_AFTER = 4;
const PAUSE_MS = 64;
/** A step that text has not taken along by then is late: the animation goes on by itself. */
const LATE_MS = 40;

const marks = new Set<HTMLElement>();
/** The step at which text holds the marks; null: their animation runs. */
let held: number | null = null;
let texts = 0;
let lastText = -Infinity;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Where the animation would be: it is pinned to the document's timeline, so that all marks turn as one whenever they appeared. */
const stepAt = (now: number): number => Math.floor(now / STEP_MS);

function hold(mark: HTMLElement, step: number): void {
  mark.style.animation = 'none';
  mark.style.transform = `rotate(${((step % STEPS) * 360) / STEPS}deg)`;
}

function letGo(): void {
  held = null;
  for (const { style } of marks) {
    style.animation = '';
    style.transform = '';
  }
  marks.forEach(join);
}

function join(mark: HTMLElement): void {
  for (const animation of mark.getAnimations()) animation.startTime = 0;
}

/** Turns `mark` until the returned function is called. */
export function turning(mark: HTMLElement): () => void {
  marks.add(mark);
  if (held === null) join(mark);
  else hold(mark, held);
  return () => marks.delete(mark);
}

/**
 * Text is about to be drawn. While it streams the marks take their steps with it: as long as an animation runs, each frame
 * of the page looks after every mark anew, which is dearer than the steps are. At rest it is the other way round: the
 * animation is moved without the page's own thread, and steps would each be a frame of it.
 */
export function stepWithText(): void {
  const now = performance.now();
  texts = now - lastText > PAUSE_MS ? 0 : texts + 1;
  lastText = now;
  const step = stepAt(now);
  if (texts < STREAMS_AFTER || step === held || marks.size === 0) return;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  held = step;
  for (const mark of marks) hold(mark, step);
  clearTimeout(timer);
  timer = setTimeout(letGo, (step + 1) * STEP_MS + LATE_MS - now);
}
