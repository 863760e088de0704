import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { judge } from './budgets.mjs';

/**
 * `npm run perf -- [--json FILE] [--only NAME]`: the figures of DESIGN section 13, measured here and now, with their budgets.
 * A suite is a file with `measure()`, which gives one flat object of figures, and `budgets` by key. Exits with 1 when a
 * budget is missed.
 */
const SUITES = {
  ingest: () => import('./ingest.mjs'),
  stream: () => import('./stream.mjs'),
  open: () => import('./open.mjs'),
  start: () => import('./start.mjs'),
  eventLoop: () => import('./eventLoop.mjs'),
  memory: () => import('./memory.mjs'),
  watch: () => import('./watch.mjs'),
  idle: () => import('./idle.mjs'),
  search: () => import('./search.mjs'),
};

const { values } = parseArgs({
  options: { json: { type: 'string' }, only: { type: 'string', multiple: true } },
});

const unknown = (values.only ?? []).filter((name) => !(name in SUITES));
if (unknown.length > 0) {
  console.error(`no such suite: ${unknown.join(', ')} (there are ${Object.keys(SUITES).join(', ')})`);
  process.exit(2);
}

const figures = {};
const missed = [];
for (const [name, load] of Object.entries(SUITES)) {
  if (values.only !== undefined && !values.only.includes(name)) continue;
  const { measure, budgets } = await load();
  const measured = await measure();
  Object.assign(figures, measured);
  missed.push(...judge(measured, budgets));
}
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`);
if (missed.length > 0) {
  console.error(`budgets missed: ${missed.join(', ')}`);
  process.exitCode = 1;
}
