import { agentEnvironment } from '../../src/main/agents/environment';
import { startAgentProcess } from '../../src/main/agents/agentProcess';
import { startGuard, type Guard } from '../../src/main/agents/guard';
import { readStartTime } from '../../src/main/agents/processTable';
import { openRunRecords } from '../../src/main/agents/runRecords';
import { stubbornAgent, stubbornPids, wallClock } from './processHelpers';

/*
 * The part of an engine that owns processes, as a program that a test may kill. Arguments: the records' file, the guard's
 * table source, `guarded` or `unguarded`, then run ids. It prints {guard, pids} when all trees stand, and goes on.
 */
const [file = '', source = '', guarded = '', ...runIds] = process.argv.slice(2);
const onFailure = (error: unknown): void => {
  throw error;
};
const records = await openRunRecords({ file, onFailure });
const guard = startGuard({ graceMs: 300, source: source === 'ps' ? 'ps' : 'proc' });
const idle: Guard = { pid: undefined, add() {}, remove() {}, close: () => Promise.resolve() };
const used = guarded === 'guarded' && source === 'proc' ? guard : idle;
const pids: number[] = [];
for (const runId of runIds) {
  const agent = await startAgentProcess({
    runId,
    agentId: 'stubborn',
    command: process.execPath,
    args: [stubbornAgent],
    env: agentEnvironment(process.env, {}, runId),
    cwd: process.cwd(),
    clock: wallClock,
    guard: used,
    records,
  });
  if (!agent.ok) throw new Error(agent.error.code);
  // As on a system where the engine too reads ps: start times compare only within one source.
  if (source === 'ps') {
    const startTime = await readStartTime(agent.value.pid, 'ps');
    if (startTime !== undefined) guard.add(runId, { pid: agent.value.pid, startTime });
  }
  pids.push(...(await stubbornPids(agent.value.stdout)));
}
console.log(JSON.stringify({ guard: guard.pid, pids }));
setInterval(() => {}, 1000);
