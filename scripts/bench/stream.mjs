import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answer32k } from './answer.mjs';
import { startApp } from './app.mjs';
import { rounded } from './budgets.mjs';
import { median } from './median.mjs';
import { listenForProbes, LOAD_PROBE } from './probes/probes.mjs';
import { growProfile } from './profile/grow.mjs';
import { cpuToParse } from './stream/parse.mjs';
import { watchEnd } from './stream/endOfAnswer.mjs';
import { mainThread } from './stream/mainThread.mjs';
import { openRivals, rivalsScript } from './stream/rivals.mjs';
import { onScreen } from './window/onScreen.mjs';
import { openSession, saidInTranscript, send } from './window/sessions.mjs';

const AGENT = fileURLToPath(new URL('../../tests/agents/fakeAgent.mjs', import.meta.url));
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const COUNTS = [0, 400, 2_000, 10_000];
const WAYS = ['plain', 'streamdown', 'reactMarkdown'];
const CHARS = 48;
const RATE = 200;
/** Colours, the turn's end and whatever else comes after the last words are part of the answer's price. */
const REST_MS = 1_000;

/** DESIGN section 13. */
export const budgets = {
  'stream.ratioToPlain': { most: 2 },
  'stream.ratioToStreamdown': { most: 0.5 },
  'stream.ratioToReactMarkdown': { most: 0.3 },
  'stream.ratioOfCounts': { most: 1.1 },
  'stream.frameP95Ms': { most: 16 },
  'stream.lagMs': { most: 50 },
  'stream.engineRatioOfCounts': { most: 1.1 },
  // Beside a rival that colours nothing it would be no comparison.
  'stream.streamdown.coloured': { least: 100 },
};

/**
 * An answer of 32 KB, in 670 chunks at 200 a second, into sessions that hold 0 to 10,000 items already, in the built app's
 * window; then in the same window the same chunks at the same pace, shown in three ways that are not ours.
 */
export const measure = () =>
  onScreen(async (electron) => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-bench-'));
    const probes = await listenForProbes(folder);
    try {
      const script = await rivalsScript();
      const answer = answer32k();
      const answerFile = join(folder, 'answer.md');
      writeFileSync(answerFile, answer);
      const project = join(folder, 'orchard');
      await growProfile(join(folder, 'home'), { projects: [{ projectId: 'p1', path: project }], sessions: sessions() });
      const env = { NODE_OPTIONS: LOAD_PROBE, BENCH_SOCKET: probes.address, BENCH_LOOPS: 'off' };
      const agentEnv = { ...env, BENCH_ROLE: 'agent' };
      const settings = {
        agents: [
          { id: 'bench', name: 'Bench', command: process.execPath, args: [AGENT], env: agentEnv, adapter: 'generic' },
        ],
        // A thread of the engine makes it two minutes after the start, in the middle of some answer.
        dailyBackups: false,
        locale: 'en',
        theme: 'light',
      };
      const app = await startApp({ ...electron, folder, project, settings, env });
      try {
        await probes.waitFor('engine', 1);
        const prompt = `!wait 500\n!file ${answerFile} ${CHARS} ${RATE}`;
        // What is compiled, loaded and started once is no part of any answer: so with ours, so with the others.
        await streamOurs(app.page, probes, titleOf(0, 'first'), prompt);
        const ours = COUNTS.map(() => []);
        for (let round = 0; round < ROUNDS; round += 1) {
          for (let step = 0; step < COUNTS.length; step += 1) {
            const which = (step + round) % COUNTS.length;
            ours[which].push(await streamOurs(app.page, probes, titleOf(COUNTS[which], round), prompt));
          }
        }
        const theirs = await streamTheirs(app.page, script, pieces(answer));
        return report(ours, theirs, answer);
      } finally {
        await app.quit();
      }
    } finally {
      probes.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

const titleOf = (count, round) => `Story of ${count}, round ${round}`;

/** A session of its own for each answer: a second one would stand below the first. */
function sessions() {
  const rounds = Array.from({ length: ROUNDS }, (_, round) => COUNTS.map((count) => [count, titleOf(count, round)]));
  return [[0, titleOf(0, 'first')], ...rounds.flat()].map(([items, title], index) => ({
    sessionId: `s${index}`,
    projectId: 'p1',
    agentId: 'bench',
    title,
    items,
    kind: 'work',
  }));
}

async function streamOurs(page, probes, title, prompt) {
  await openSession(page, title, { empty: true });
  await send(page, '!say Ready.');
  await saidInTranscript(page, 'Ready.');
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'hidden' });
  await send(page, prompt);
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  let measured;
  const processes = await probes.during(async () => {
    measured = await mainThread(page, async () => {
      const painted = await watchEnd(page);
      const paintedAt = await painted();
      await page.waitForTimeout(REST_MS);
      return paintedAt;
    });
  });
  const sentAt = Math.max(...processes('agent').map(({ lastAt }) => lastAt));
  return { ...measured, lagMs: measured.result - sentAt, engineCpuMs: processes('engine')[0].cpuMs };
}

async function streamTheirs(page, script, chunks) {
  const rivals = await openRivals(page, script);
  const theirs = Object.fromEntries(WAYS.map((way) => [way, []]));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const way of WAYS) {
      const measured = await rivals.show(way, chunks, RATE, REST_MS);
      if (round >= 0) theirs[way].push(measured);
    }
  }
  return theirs;
}

const pieces = (text) =>
  Array.from({ length: Math.ceil(text.length / CHARS) }, (_, index) => text.slice(index * CHARS, (index + 1) * CHARS));

function report(ours, theirs, answer) {
  const middle = (runs, key) => median(runs.map((run) => run[key]));
  const tasks = ours.map((runs) => middle(runs, 'taskMs'));
  // The least: whatever else the machine does only adds to it, and there is not much of it to begin with.
  const engine = ours.map((runs) => Math.min(...runs.map((run) => run.engineCpuMs)));
  const all = ours.flat();
  const ratioTo = (way) => rounded(median(tasks) / middle(theirs[way], 'taskMs'));
  const figuresOf = (name, runs) =>
    Object.fromEntries(
      ['taskMs', 'frames', 'frameP50Ms', 'frameP95Ms', 'longTasks', 'lagMs', 'lateToEarly'].map((key) => [
        `stream.${name}.${key}`,
        rounded(middle(runs, key)),
      ]),
    );
  return {
    'stream.rounds': ROUNDS,
    ...Object.assign({}, ...ours.map((runs, index) => figuresOf(`at${COUNTS[index]}`, runs))),
    ...Object.assign({}, ...WAYS.map((way) => figuresOf(way, theirs[way]))),
    'stream.streamdown.coloured': middle(theirs.streamdown, 'coloured'),
    'stream.ratioToPlain': ratioTo('plain'),
    'stream.ratioToStreamdown': ratioTo('streamdown'),
    'stream.ratioToReactMarkdown': ratioTo('reactMarkdown'),
    'stream.ratioOfCounts': rounded(Math.max(...tasks) / Math.min(...tasks)),
    'stream.lateToEarly': rounded(middle(all, 'lateToEarly')),
    'stream.frameP50Ms': rounded(middle(all, 'frameP50Ms')),
    'stream.frameP95Ms': rounded(middle(all, 'frameP95Ms')),
    'stream.lagMs': rounded(middle(all, 'lagMs')),
    ...Object.fromEntries(COUNTS.map((count, index) => [`stream.at${count}.engineCpuMs`, rounded(engine[index])])),
    'stream.engineRatioOfCounts': rounded(Math.max(...engine) / Math.min(...engine)),
    'stream.parseCpuMs': rounded(cpuToParse(pieces(answer))),
  };
}
