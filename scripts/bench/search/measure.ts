// Usage: node entry.mjs HOME WORKER PROJECT SESSION… Prints one flat object of figures of that profile's store: searches,
// also in the project and in the first session; then the sessions are exported and imported again.
import { readFileSync } from 'node:fs';
import type { SearchQuery } from '../../../src/shared/ipc/search';
import { databasePath } from '../../../src/main/store/openDatabase';
import { SearchClient } from '../../../src/main/store/searchClient';
import { copy } from './copy';

const [home = '', workerFile = '', projectId = '', ...sessionIds] = process.argv.slice(2);
const [sessionId = ''] = sessionIds;
const ROUNDS = 7;

const client = new SearchClient({ workerFile, databaseFile: databasePath(home) });

async function timed(query: Partial<SearchQuery> & { text: string }): Promise<number> {
  const began = performance.now();
  const page = await client.search({ limit: 50, ...query });
  if (!page.ok) throw new Error(JSON.stringify(page.error));
  return performance.now() - began;
}

/** The first of each is what a cold cache costs; the median of the others is warm. */
async function figure(query: Partial<SearchQuery> & { text: string }): Promise<{ cold: number; warm: number }> {
  const cold = await timed(query);
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await timed(query));
  rounds.sort((a, b) => a - b);
  return { cold: Math.round(cold), warm: Math.round(rounds[Math.floor(ROUNDS / 2)] ?? 0) };
}

/** Processor time of this very thread where the system tells it: that of the search's own keeps nobody waiting. */
function ownCpuMs(): number {
  if (process.platform === 'linux') {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** What a call would have waited for: time that we used, since on a busy machine others take the rest of it. */
let blocked = 0;
let last = performance.now();
let lastCpu = ownCpuMs();
const heartbeat = setInterval(() => {
  const now = performance.now();
  const cpu = ownCpuMs();
  blocked = Math.max(blocked, Math.min(now - last, cpu - lastCpu) - 5);
  last = now;
  lastCpu = cpu;
}, 5);

const word = await figure({ text: 'session' });
const rare = await figure({ text: 'zebrafish' });
const two = await figure({ text: 'th' });
const one = await figure({ text: 'e' });
const chinese = await figure({ text: '登录' });
const oneChinese = await figure({ text: '错' });
const oldest = await figure({ text: 'the session', sessionId });
const filtered = await figure({ text: 'the', kinds: ['prompt'], projectId });
const passedOver = await figure({ text: 'the', to: 1000 });
const searchBlocked = blocked;
await client.close();
const copies = await copy(home, sessionIds, () => {
  blocked = 0;
  return () => Math.round(blocked);
});
clearInterval(heartbeat);

console.log(
  JSON.stringify({
    'search.wordMs': word.warm,
    'search.wordColdMs': word.cold,
    'search.rareWordMs': rare.warm,
    'search.twoCharactersMs': two.warm,
    'search.twoCharactersColdMs': two.cold,
    'search.oneLetterMs': one.warm,
    'search.chineseMs': chinese.warm,
    'search.chineseColdMs': chinese.cold,
    'search.oneChineseMs': oneChinese.warm,
    'search.inOneSessionMs': oldest.warm,
    'search.filteredMs': filtered.warm,
    'search.passedOverMs': passedOver.warm,
    'search.engineBlockedMs': Math.round(searchBlocked),
    ...copies,
  }),
);
