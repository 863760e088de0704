/**
 * Three beats of streamed text (sessions/flushTimer), by the same clock: while an answer comes, a mark's step is a part of
 * the frame that its text makes anyway. As an animation of CSS each step made a frame of its own, and every frame of the
 * page looked after each mark anew.
 */
const STEP_MS = 96;
/** Steps, not a smooth turn: ten repaints a second instead of sixty. */
const STEPS = 10;

const marks = new Set<HTMLElement>();
const still = typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-reduced-motion: reduce)');
let timer: ReturnType<typeof setTimeout> | undefined;

/** By the time alone, so that all marks turn as one whenever they appeared. */
const stepAt = (now: number): number => Math.round(now / STEP_MS);

function place(mark: HTMLElement, step: number): void {
  mark.style.transform = `rotate(${((step % STEPS) * 360) / STEPS}deg)`;
}

function turn(): void {
  const now = Date.now();
  const step = stepAt(now);
  for (const mark of marks) place(mark, step);
  timer = setTimeout(turn, (step + 1) * STEP_MS - now);
}

function follow(): void {
  const turns = marks.size > 0 && document.visibilityState === 'visible' && still?.matches !== true;
  if (turns === (timer !== undefined)) return;
  clearTimeout(timer);
  timer = undefined;
  if (turns) turn();
}

/** Turns `mark`, as long as the window can be seen and motion is wanted, until the returned function is called. */
export function turning(mark: HTMLElement): () => void {
  marks.add(mark);
  if (timer !== undefined) place(mark, stepAt(Date.now()));
  follow();
  return () => {
    marks.delete(mark);
    follow();
  };
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', follow);
  still?.addEventListener('change', follow);
}
