import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the fake agent received and what befell it, one entry a line of its log (see the head of fakeAgent.mjs). */
export interface FakeAgentLogEntry {
  pid: number;
  at: number;
  in?: { id?: number | string; method?: string; params?: Record<string, unknown>; result?: unknown; error?: unknown };
  /** A request of the fake's own, so that an answer to it can be judged. */
  asked?: { id: number; method: string };
  raw?: string;
  event?: string;
  child?: number;
  depth?: number;
  what?: string;
  /** Of the preset "cursor": how it read the answer to the request `what`. */
  outcome?: { outcome: string };
  code?: number;
  argv?: string[];
  /** Of a `login` in a terminal. */
  tty?: boolean;
  env?: Record<string, string | null>;
}

/** How a test starts the fake agent, and where it looks afterwards. */
export interface FakeAgentRun {
  command: string;
  args: string[];
  env: Record<string, string>;
  logFile: string;
  stateFile: string;
  /** Everything logged so far; empty before the first start. */
  log(): FakeAgentLogEntry[];
}

const LOG_NAME = 'fake-agent.log.jsonl';

/** The logs of all fake agents whose files lie anywhere below the folder. */
export const fakeAgentLogsBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === LOG_NAME)
    .map((path) => join(folder, path));

/**
 * `folder` gets the log and the sessions' file, so that a second start with the same folder knows the sessions of the first.
 * `config` is the start-up behaviour of fakeAgent.mjs.
 */
export function fakeAgentRun(folder: string, config: Record<string, unknown> = {}): FakeAgentRun {
  const logFile = join(folder, LOG_NAME);
  const stateFile = join(folder, 'fake-agent.state.json');
  return {
    command: process.execPath,
    args: [fileURLToPath(new URL('./fakeAgent.mjs', import.meta.url))],
    env: { FAKE_AGENT: JSON.stringify(config), FAKE_AGENT_LOG: logFile, FAKE_AGENT_STATE: stateFile },
    logFile,
    stateFile,
    log: () => readFakeAgentLog(logFile),
  };
}

export function readFakeAgentLog(logFile: string): FakeAgentLogEntry[] {
  let text;
  try {
    text = readFileSync(logFile, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
