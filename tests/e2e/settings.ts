import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FakeAgentRun, fakeAgentRun } from '../agents/fakeAgentRun';

/** One agent as settings.json has it. */
export interface AgentSetting {
  id: string;
  name: string;
  command: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  adapter?: string;
}

export interface FakeAgent {
  setting: AgentSetting;
  run: FakeAgentRun;
}

export interface FakeAgentOptions {
  name: string;
  /** See the head of fakeAgent.mjs. */
  config?: Record<string, unknown>;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  adapter?: string;
}

/** The scripted agent of the test suite, ready to be written into settings; its files lie in a folder of its own. */
export function fakeAgent(folder: string, options: FakeAgentOptions): FakeAgent {
  const id = options.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const own = join(folder, `agent-${id}`);
  mkdirSync(own, { recursive: true });
  const run = fakeAgentRun(own, options.config);
  const { command, args, env } = run;
  const setting: AgentSetting = {
    id,
    name: options.name,
    command,
    args: [...args, ...(options.args ?? [])],
    env: { ...env, ...options.env },
    adapter: options.adapter ?? 'generic',
  };
  return { setting, run };
}

export function writeSettings(
  home: string,
  settings: { agents?: readonly AgentSetting[]; [key: string]: unknown },
): void {
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings, null, 2));
}
