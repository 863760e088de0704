import { Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';

// What a piece of work costs, counted and not timed: the same on every machine.

const OWN = /\/src\/(main|shared|renderer)\//;

const profiler = new Session();
profiler.connect();
profiler.post('Profiler.enable');
// From here on and to the end: blocks are counted only in what is compiled meanwhile, of the rest calls alone. So this is
// imported where a file has a process of its own, which no file of the project "pure" has.
profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** How often each block of our own code, or of `code`, ran while `work` did. */
export function operations(work: () => void, code: RegExp = OWN): number {
  beginCount();
  work();
  return endCount(code);
}

/** The same of work that waits, while which nothing else of ours may run. */
export async function operationsUntil(work: () => Promise<void>, code: RegExp = OWN): Promise<number> {
  beginCount();
  await work();
  return endCount(code);
}

function beginCount(): void {
  // Optimised code does not count all that it runs.
  setFlagsFromString('--no-opt');
  profiler.post('Profiler.takePreciseCoverage');
}

function endCount(code: RegExp): number {
  let count = 0;
  profiler.post('Profiler.takePreciseCoverage', (_error, { result }) => {
    for (const { url, functions } of result) {
      // Whatever the folder is called in which all of it lies.
      const file = url.replace(process.cwd(), '');
      if (!code.test(file) || /[tT]est/.test(file)) continue;
      for (const { ranges } of functions) for (const range of ranges) count += range.count;
    }
  });
  setFlagsFromString('--opt');
  return count;
}

// While V8 may compile a pattern anew when it meets it again, the same text had one of two counts (three times as much),
// now and then another within one test.
setFlagsFromString('--no-regexp-tier-up');

type MakeLimited = (pattern: string, flags: string, steps: number) => RegExp;

/** V8's own: a pattern that gives up, and matches nothing, once it has stepped back so often. */
const LIMITED = '(pattern, flags, steps) => %NewRegExpWithBacktrackLimit(pattern, flags, steps)';

/** Matches at the very end, where the pattern itself matches nowhere: what gave up is told from what found nothing. */
const orEnd = (source: string): string => `(?:${source})|(?![\\s\\S])`;

/**
 * How many characters all patterns looked at while `work` ran: those that they passed, and once more for each time that they
 * stepped back (to a third). A pattern that tries a long line anew from each of its letters makes this grow with the
 * line's square, which no count of calls shows.
 */
export function charactersLookedAt(work: () => void): number {
  setFlagsFromString('--allow-natives-syntax');
  const limited: MakeLimited = runInThisContext(LIMITED);
  // It is given its `this` by `call` alone.
  // oxlint-disable-next-line typescript/unbound-method
  const { exec } = RegExp.prototype;
  let count = 0;
  const stepsBack = (pattern: RegExp, text: string): number => {
    for (let steps = 16; ; steps = Math.ceil(steps * 1.3)) {
      const twin = limited(orEnd(pattern.source), pattern.flags, steps);
      twin.lastIndex = pattern.lastIndex;
      if (exec.call(twin, text) !== null) return steps === 16 ? 0 : steps;
    }
  };
  const setExec = (value: unknown) => Reflect.set(RegExp.prototype, 'exec', value);
  setExec(function look(this: RegExp, text: string): RegExpExecArray | null {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    // A sticky one tries one place.
    count += 1 + (this.sticky ? 0 : stepsBack(this, text));
    const found = exec.call(this, text);
    count += found === null ? (this.sticky ? 0 : text.length - from) : found.index + found[0].length - from;
    return found;
  });
  try {
    work();
  } finally {
    setExec(exec);
    setFlagsFromString('--no-allow-natives-syntax');
  }
  return count;
}
