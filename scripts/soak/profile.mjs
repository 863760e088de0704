import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LOAD_PROBE } from '../bench/probes/probes.mjs';
import { growProfile } from '../bench/profile/grow.mjs';

const AGENT = fileURLToPath(new URL('../../tests/agents/fakeAgent.mjs', import.meta.url));
const PROJECTS = 20;
const LONG = 10;
const LONG_ITEMS = 5_000;
export const STREAMS = 8;
const ERRANDS = 82;
const BYTES_AN_ITEM = 4_000;

/**
 * A profile that has been worked in: 100 sessions over 20 projects. Ten are long (5,000 items), the errands share so many
 * megabytes of text, and eight are empty: those will stream.
 */
export async function soakProfile(folder, megabytes) {
  const projects = Array.from({ length: PROJECTS }, (_, index) => {
    const path = join(folder, 'projects', `project-${index}`);
    mkdirSync(path, { recursive: true });
    return { projectId: `p${index}`, path };
  });
  const itemsOfErrand = Math.ceil((megabytes * 1e6) / BYTES_AN_ITEM / ERRANDS);
  const long = numbered(LONG, (number) => ({ title: `Long story ${number}`, items: LONG_ITEMS, kind: 'work' }));
  const streams = numbered(STREAMS, (number) => ({ title: `Stream ${number}`, items: 0, agentId: 'stream' }));
  const errands = numbered(ERRANDS, (number) => ({
    title: `Errand ${number}`,
    items: itemsOfErrand,
    // A rare word is looked for as well.
    ...(number === 4 ? { says: { ordinal: 3, text: 'one zebrafish' } } : {}),
  }));
  const sessions = [...long, ...streams, ...errands].map((session, index) => ({
    sessionId: `s${index}`,
    projectId: `p${index % PROJECTS}`,
    agentId: 'quiet',
    kind: 'bulk',
    ...session,
  }));
  const filled = await growProfile(join(folder, 'home'), { projects, sessions });
  const titled = (word) => sessions.filter(({ title }) => title.startsWith(word));
  return {
    projects,
    sessions,
    long: titled('Long story'),
    streams: titled('Stream'),
    errands: titled('Errand'),
    filled,
  };
}

const numbered = (count, make) => Array.from({ length: count }, (_, index) => make(index + 1));

/** Two agents: those of the streams tell how many chunks they have written. */
export function soakSettings(probes) {
  const agent = (id, name, env) => ({ id, name, command: process.execPath, args: [AGENT], adapter: 'generic', env });
  const told = { NODE_OPTIONS: LOAD_PROBE, BENCH_SOCKET: probes.address, BENCH_ROLE: 'agent' };
  return {
    agents: [agent('stream', 'Stream', told), agent('quiet', 'Quiet', { BENCH_SOCKET: '' })],
    locale: 'en',
    theme: 'light',
  };
}

const CHARACTERS = 48;
const RATE = 200;
const ANSWERS_A_TURN = 17;

/** What each stream is sent, turn after turn through its queue, so that it never rests in so many minutes. */
export function streamWork(folder, answer, minutes) {
  const file = join(folder, 'answer.md');
  writeFileSync(file, answer);
  const chunksAnAnswer = Math.ceil(answer.length / CHARACTERS);
  const secondsATurn = (ANSWERS_A_TURN * chunksAnAnswer) / RATE;
  // Short runs have short turns, so that they have some.
  const answers = minutes < 3 ? 4 : ANSWERS_A_TURN;
  const turns = Math.ceil((minutes * 60 + START_SECONDS) / ((secondsATurn * answers) / ANSWERS_A_TURN));
  return {
    prompt: numbered(answers, () => `!file ${file} ${CHARACTERS} ${RATE}\n!tool`).join('\n'),
    turns,
    chunks: turns * answers * chunksAnAnswer,
    text: answer.repeat(turns * answers),
    charactersAChunk: CHARACTERS,
  };
}

/** Until all have begun and all their turns are queued. */
const START_SECONDS = 40;
