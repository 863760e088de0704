import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@shared/clock';
import { type AppError, fail, ok, type Result } from '@shared/errors';
import { launchArgs } from '@shared/launch';
import type { Proxy } from '@shared/settings';
import { hideSecrets, secretValuesOf } from '../acp/redact';
import { adapterOf } from './adapters/table';
import type { AgentConnectionOptions, AgentStreams } from './agentConnection';
import { type AgentProcess, startAgentProcess } from './agentProcess';
import type { CatalogEntry } from './catalog';
import { startDemoAgent } from './demo/demoAgent';
import type { Programs } from './discovery/programs';
import type { UserEnvironment } from './discovery/userEnvironment';
import { agentEnvironment } from './environment';
import type { Guard } from './guard';
import { listDescendants } from './processTree';
import { proxyEnvironment } from './proxyEnvironment';
import type { RunRecords } from './runRecords';
import type { SecretStore } from './secretStore';
import type { StartLease } from './startLease';
import { StderrTail } from './stderrTail';

export interface AgentStarter {
  clock: Clock;
  guard: Guard;
  records: RunRecords;
  /** The profile folder; the demo keeps its history and scratch project in it. */
  home: string;
  demoWorkerFile: string;
  locale: () => 'en' | 'zh-CN';
  secrets: SecretStore;
  proxy: () => Proxy;
  lease: StartLease;
  environment: UserEnvironment;
  programs: Programs;
}

export type StartedAgent = Pick<AgentConnectionOptions, 'streams'> & {
  /** The environment that its terminals inherit, with the run's mark. */
  env: Readonly<Record<string, string>>;
  hide: AgentProgram['hide'];
  /** To be called once initialize has answered or the process is gone: the next start of its program may begin. */
  onStarted: () => void;
};

/** What an agent's program is started with. */
export interface AgentProgram {
  runId: string;
  command: string;
  args: readonly string[];
  /** With the run's mark. */
  env: Readonly<Record<string, string>>;
  /** Its program is not there; `command` is not to be started then, since the name may be another tool's. */
  missing: AppError | null;
  /** Takes secrets out of whatever is kept or shown of what the program said outside its answers. */
  hide: (text: string) => string;
  /**
   * To be held while `executable` starts, where starts must not overlap (StartLease). Null: nothing may start any more.
   */
  takeLease: (executable: string) => Promise<(() => void) | null>;
}

/** The program as it would be started now: for the agent itself, and for its sign-in in a terminal. */
export async function agentProgram(
  entry: CatalogEntry,
  starter: Pick<AgentStarter, 'secrets' | 'proxy' | 'environment' | 'programs' | 'lease'>,
): Promise<AgentProgram> {
  const runId = randomUUID();
  const { id, secretEnv, unsetEnv = [], adapter } = entry.config;
  // What was typed for a test that is not saved yet wins over what is kept.
  const own = { ...(await starter.secrets.values(id, secretEnv)), ...entry.config.env };
  const proxy = proxyEnvironment(starter.proxy(), [...Object.keys(own), ...unsetEnv]);
  const env = agentEnvironment(await starter.environment.base(), { ...proxy, ...own }, runId, unsetEnv);
  // Before anything is started with it, `--version` too.
  starter.secrets.note([...secretValuesOf(env), ...secretEnv.flatMap((name) => env[name] ?? [])]);
  const { command, args, missing } = await starter.programs.find(entry, env);
  return {
    runId,
    command,
    args: [...args, ...launchArgs(entry.config)],
    env,
    missing,
    hide: (text) => hideSecrets(text, starter.secrets.inClear()),
    takeLease: (executable) =>
      adapterOf(adapter).exclusiveStart ? starter.lease.take(executable) : Promise.resolve(() => undefined),
  };
}

/** Starts the program of an agent, or the built-in demo, in `cwd`. Failures are values (see startAgentProcess). */
export async function startAgent(
  entry: CatalogEntry,
  cwd: string,
  starter: AgentStarter,
): Promise<Result<StartedAgent>> {
  const { missing, hide, takeLease, ...program } = await agentProgram(entry, starter);
  if (missing !== null) return fail(missing);
  const { env } = program;
  if (entry.origin === 'demo') return ok({ streams: demoStreams(starter), env, hide, onStarted: () => undefined });
  const onStarted = await takeLease(program.command);
  if (onStarted === null) return fail({ code: 'agent.stopped' });
  let streams: AgentStreams | null = null;
  try {
    const { clock, guard, records } = starter;
    const started = await startAgentProcess({ ...program, agentId: entry.config.id, cwd, clock, guard, records });
    if (!started.ok) return started;
    streams = processStreams(started.value, hide);
  } finally {
    // Also where it throws: a lease that nobody gives back keeps every later start waiting.
    if (streams === null) onStarted();
  }
  return ok({ streams, env, hide, onStarted });
}

function processStreams(agent: AgentProcess, hide: (text: string) => string): AgentStreams {
  return {
    pid: agent.pid,
    stdin: agent.stdin,
    stdout: agent.stdout,
    exited: agent.exited.then(({ stderrTail, ...exit }) => ({ ...exit, stderrTail: hide(stderrTail) })),
    stderrTail: () => hide(agent.stderrTail),
    onStderr: (listener) => void agent.onStderr(listener),
    close: async () => (await agent.close()).length === 0,
    descendants: async () => (await listDescendants(agent.pid)).map(({ pid }) => pid),
  };
}

function demoStreams(starter: AgentStarter): AgentStreams {
  const home = join(starter.home, 'demo');
  mkdirSync(home, { recursive: true });
  const speed = process.env['SIGNALBOX_DEMO_SPEED'];
  const demo = startDemoAgent({
    workerFile: starter.demoWorkerFile,
    home,
    locale: starter.locale(),
    speed: speed === undefined ? 1 : Number(speed),
  });
  const tail = new StderrTail();
  const listeners: ((text: string) => void)[] = [];
  demo.stderr.on('data', (chunk: Buffer) => {
    const text = tail.push(chunk);
    for (const listener of listeners) listener(text);
  });
  // A worker that was ended leaves a pipe behind that nobody reads.
  demo.stdin.on('error', () => undefined);
  return {
    pid: null,
    stdin: demo.stdin,
    stdout: demo.stdout,
    exited: demo.exited.then(({ exitCode }) => ({ exitCode, signal: null, stderrTail: tail.toString() })),
    stderrTail: () => tail.toString(),
    onStderr: (listener) => listeners.push(listener),
    async close() {
      await demo.terminate();
      return true;
    },
    descendants: () => Promise.resolve([]),
  };
}
