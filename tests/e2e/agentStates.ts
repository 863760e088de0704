import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentSetting, fakeAgent } from './settings';

/** Those of the catalogue but Cursor. */
export const SHIPPED = ['claude', 'codex', 'gemini', 'opencode', 'copilot'];

export function script(folder: string, path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

/** One agent for each state, with Cursor behind the PATH of a login shell that prints a banner. */
export function everyState(folder: string): { agents: AgentSetting[]; env: Record<string, string> } {
  const agent = (name: string, config: Record<string, unknown>): AgentSetting =>
    fakeAgent(folder, { name, config }).setting;
  // As the real one it says nothing of itself in initialize.
  const fake = fakeAgent(folder, { name: 'behind-cursor', config: { agentInfo: null } }).setting;
  const run = [fake.command, ...(fake.args ?? [])].map((word) => `"${word}"`).join(' ');
  script(
    folder,
    'tools/cursor-agent',
    `#!/bin/sh\n[ "$1" = --version ] && exec echo 2026.03.01-abcdef0\nexec ${run}\n`,
  );
  script(folder, 'tools/agent', '#!/bin/sh\necho another tool\n');
  const rc = `export PATH="${folder}/tools:/usr/bin:/bin"`;
  const shell = script(folder, 'bin/fakesh', `#!/bin/sh\necho Welcome\n${rc}\n[ "$1" = -ilc ] && eval "$2"\n`);
  const agents = [
    agent('Ready', { agentInfo: { name: 'ready', title: 'Ready agent', version: '2.1.0' } }),
    agent('Signed out', { auth: 'never', authMethods: [{ id: 'login', name: 'Log in with the browser' }] }),
    agent('Old', { protocolVersion: 0 }),
    agent('Broken', { exitAtStart: { code: 3 }, stderr: ['starting up', 'error: no licence on this machine'] }),
    { id: 'gone', name: 'Gone', command: 'no-such-program' },
    { id: 'fetched', name: 'Fetched', command: 'npx', args: ['-y', 'some-agent'] },
  ];
  return { agents, env: { SHELL: shell, HOME: folder, ...fake.env } };
}
