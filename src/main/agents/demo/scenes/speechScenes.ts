import type { Turn } from '../turn';

const DEFAULT_SECTIONS = 30;
const MOST_SECTIONS = 2000;
const SLOW_MS = 1000;

/** A long answer in sections, for scrolling; the argument says how many. */
export async function playLong(turn: Turn, argument: string): Promise<void> {
  const wanted = Number.parseInt(argument, 10);
  const sections = Number.isNaN(wanted) ? DEFAULT_SECTIONS : Math.min(Math.max(wanted, 1), MOST_SECTIONS);
  const { long } = turn.script;
  const text = Array.from({ length: sections }, (_, index) => long.section(index + 1)).join('');
  await turn.say(`${long.title}${text}${long.end}`);
}

/** One word a second, so that there is time to press Stop. */
export async function playSlow(turn: Turn): Promise<void> {
  const { slow } = turn.script;
  await turn.say(slow.before);
  await turn.say(slow.words[0] ?? '');
  for (const word of slow.words.slice(1)) {
    await turn.pace.pause(SLOW_MS);
    await turn.sayOn(slow.comma + word);
  }
  await turn.say(slow.after);
}
