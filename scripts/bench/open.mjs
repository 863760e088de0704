import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from './app.mjs';
import { rounded } from './budgets.mjs';
import { median, percentile } from './median.mjs';
import { clickToLastItem } from './open/lastItem.mjs';
import { growProfile } from './profile/grow.mjs';
import { onScreen } from './window/onScreen.mjs';

/** Sessions of each size; each is opened for the first time once. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const SIZES = [50, 5_000];
/** Two of each size, back and forth: what the page still has. */
const SWITCHES = 20;

/** DESIGN section 13; AC-75 allows 500 ms for the first. */
export const budgets = {
  'open.at5000Ms': { most: 150 },
  'open.ratio5000to50': { most: 1.3 },
};

/** From the click on a session in the list to its last item on screen: opened for the first time, and gone back to. */
export const measure = () =>
  onScreen(async (electron) => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-bench-'));
    try {
      const project = join(folder, 'orchard');
      // The first pair compiles what opening needs.
      const pairs = Array.from({ length: ROUNDS + 1 }, (_, round) => SIZES.map((items) => story(items, round)));
      await growProfile(join(folder, 'home'), {
        projects: [{ projectId: 'p1', path: project }],
        sessions: pairs.flat(),
      });
      const settings = { agents: [], locale: 'en', theme: 'light' };
      const app = await startApp({ ...electron, folder, project, settings });
      try {
        await app.page.getByText(pairs[0][0].title).first().waitFor();
        const go = ({ sessionId, says }) => clickToLastItem(app.page, sessionId, says.text);
        const opened = await inTurns(pairs, go);
        const kept = pairs.slice(-2);
        const switched = await inTurns(
          Array.from({ length: SWITCHES }, (_, step) => kept[step % 2]),
          go,
        );
        return report(opened, switched);
      } finally {
        await app.quit();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

function story(items, round) {
  const name = `${items}-${round}`;
  return {
    sessionId: `s${name}`,
    projectId: 'p1',
    agentId: 'demo',
    title: `Story ${name}`,
    items,
    kind: 'work',
    says: { ordinal: items - 1, text: `The end of story ${name}.` },
  };
}

/** Times by size; the first pair is none of them. */
async function inTurns(pairs, go) {
  const times = SIZES.map(() => []);
  for (const [round, pair] of pairs.entries()) {
    // Who comes first is at no advantage.
    for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const ms = await go(pair[which]);
      if (round > 0) times[which].push(ms);
    }
  }
  return times;
}

function report(opened, switched) {
  const figures = (name, [few, many]) => ({
    [`${name}.at50Ms`]: rounded(median(few)),
    [`${name}.at5000Ms`]: rounded(median(many)),
    [`${name}.p95At5000Ms`]: rounded(percentile(many, 95)),
    [`${name}.ratio5000to50`]: rounded(median(many) / median(few)),
  });
  return {
    'open.rounds': ROUNDS,
    ...figures('open', opened),
    'switch.count': SWITCHES,
    ...figures('switch', switched),
  };
}
