import type { Feed } from '@shared/feed';
import type { AgentsFrame } from '@shared/ipc/views';
import { agentEnvironment, RUN_MARK } from '../environment';
import type { BriefRuns } from './briefRuns';
import { askLoginShell } from './loginShell';
import { readRegistryPath } from './registryPath';
import { type Asked, UserEnvironment } from './userEnvironment';

/** The environment of this process's person: of the login shell, on Windows of the registry; changes go to the feed. */
export function createUserEnvironment(runs: BriefRuns, feed: Feed<AgentsFrame>): UserEnvironment {
  const inherited = process.env;
  const environment: UserEnvironment = new UserEnvironment({
    inherited,
    ask: process.platform === 'win32' ? () => askRegistry(inherited) : () => askShell(runs, inherited),
    onChange: () => feed.publish({ type: 'environment.set', environment: environment.view }),
  });
  return environment;
}

async function askShell(runs: BriefRuns, inherited: NodeJS.ProcessEnv): Promise<Asked> {
  // A shell is started as an agent is: without what AppImage, Electron and npm add for themselves.
  const { [RUN_MARK]: _, ...env } = agentEnvironment(inherited, {}, '');
  const { report, env: found } = await askLoginShell({ runs, env });
  return { report, env: found, folders: [] };
}

async function askRegistry(inherited: NodeJS.ProcessEnv): Promise<Asked> {
  return { report: { status: 'registry' }, env: {}, folders: await readRegistryPath(inherited) };
}
