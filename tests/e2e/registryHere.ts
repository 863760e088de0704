import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RegistryServer, sha256 } from '../support/registryServer';
import type { RunningApp } from './runningApp';
import { writeSettings } from './settings';

// A registry, an npm registry and a server of archives on this machine, and an app that knows no other.

export const PACKAGE = 'fake-acp-agent';
const npx = (version: string, config: Record<string, unknown> = {}) => ({
  npx: { package: `${PACKAGE}@${version}`, env: { FAKE_AGENT: JSON.stringify(config) } },
});
const platforms = ['linux', 'darwin', 'windows'].flatMap((os) => [`${os}-x86_64`, `${os}-aarch64`]);
const binary = (archive: string, sum?: string) => ({
  binary: Object.fromEntries(platforms.map((key) => [key, { archive, sha256: sum, cmd: './agent' }])),
});

export function entriesOf(server: RegistryServer, version = '1.0.0', config: Record<string, unknown> = {}) {
  const wrong = server.serve('/wrong.tar.gz', Buffer.from('something else'));
  const slow = server.answer('/slow.tar.gz', (_request, response) => {
    response.writeHead(200, { 'content-length': 50 * 1024 * 1024 });
    response.write(Buffer.alloc(20 * 1024 * 1024));
  });
  return [
    {
      id: 'fake-one',
      name: 'Fake one',
      version,
      description: 'The scripted agent, as a package of npm.',
      license: 'MIT',
      distribution: npx(version, config),
    },
    {
      id: 'claude-acp',
      name: 'Claude Agent',
      version: '1.0.0',
      description: "ACP wrapper for Anthropic's Claude",
      license: 'proprietary',
      distribution: npx('1.0.0'),
    },
    {
      id: 'false-sum',
      name: 'False sum',
      version: '3.1.4',
      description: 'A program whose archive is not what the registry says it is.',
      license: 'Apache-2.0',
      distribution: binary(wrong, sha256(Buffer.from('what it should be'))),
    },
    {
      id: 'slow-load',
      name: 'Slow load',
      version: '2026.10.01',
      description: 'A program that takes its time to come.',
      license: 'GPL-3.0-or-later',
      distribution: { ...binary(slow), ...npx('1.0.0') },
    },
    {
      id: 'snake',
      name: 'Snake',
      version: '0.1.44',
      description: 'An agent in Python, for a machine that has no uv.',
      license: 'AGPL-3.0',
      distribution: { uvx: { package: 'snake-acp==0.1.44' } },
    },
    {
      id: 'cursor',
      name: 'Cursor',
      version: '2026.10.01',
      description: "Cursor's coding agent",
      license: 'proprietary',
      website: 'https://cursor.com/docs/cli/acp',
      distribution: {},
    },
  ];
}

interface Opened {
  app: RunningApp;
  server: RegistryServer;
}

export async function openWithRegistry(
  place: { folder: string; home: string; launchApp: (options: object) => Promise<RunningApp> },
  settings: Record<string, unknown> = {},
): Promise<Opened> {
  const server = await RegistryServer.start(join(place.folder, 'network'));
  await server.publish(PACKAGE, '1.0.0');
  server.registry(entriesOf(server));
  writeSettings(place.home, settings);
  // A shell that knows nothing but what it inherits, so that no uv of this machine is found.
  const shell = join(place.folder, 'shell');
  writeFileSync(shell, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const own = join(place.folder, 'person');
  mkdirSync(own);
  const app = await place.launchApp({ env: { ...server.env, SHELL: shell, HOME: own } });
  return { app, server };
}
