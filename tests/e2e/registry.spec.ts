import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { RegistryServer, sha256 } from '../support/registryServer';
import { expect, test } from './app';
import type { RunningApp } from './runningApp';
import { writeSettings } from './settings';
import { words } from './words';

// Agents of the ACP registry, from a registry, an npm registry and a server of archives on this machine alone.

const PACKAGE = 'fake-acp-agent';
const npx = (version: string, config: Record<string, unknown> = {}) => ({
  npx: { package: `${PACKAGE}@${version}`, env: { FAKE_AGENT: JSON.stringify(config) } },
});
const platforms = ['linux', 'darwin', 'windows'].flatMap((os) => [`${os}-x86_64`, `${os}-aarch64`]);
const binary = (archive: string, sum?: string) => ({
  binary: Object.fromEntries(platforms.map((key) => [key, { archive, sha256: sum, cmd: './agent' }])),
});

function entriesOf(server: RegistryServer, version = '1.0.0', config: Record<string, unknown> = {}) {
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

async function open(
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

const dialogOf = (app: RunningApp, language: 'en' | 'zh-CN' = 'en') =>
  app.page.getByRole('dialog', { name: words('registry.title', {}, language) });

async function openRegistry(app: RunningApp): Promise<void> {
  await app.page.getByRole('button', { name: 'Settings' }).click();
  await app.page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Agents' }).click();
  await app.page.getByRole('button', { name: words('registry.open') }).click();
}

const shot = (app: RunningApp, info: TestInfo, name: string) =>
  app.page.screenshot({ path: info.outputPath(`${name}.png`) });

test('an agent is installed, updated and removed with the keyboard and the mouse', async ({
  folder,
  home,
  launchApp,
}, info) => {
  const { app, server } = await open({ folder, home, launchApp });
  try {
    await openRegistry(app);
    const dialog = dialogOf(app);
    const search = dialog.getByRole('searchbox', { name: words('registry.find') });
    await expect(search).toBeFocused();
    const rows = dialog.getByRole('list', { name: words('registry.list') }).getByRole('listitem');
    await expect(rows).toHaveCount(6);
    await shot(app, info, 'list');

    await search.fill('fake');
    await expect(rows).toHaveCount(1);
    await app.page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Install Fake one' })).toBeFocused();
    await app.page.keyboard.press('Enter');
    await expect(rows.getByText('Installed 1.0.0')).toBeVisible({ timeout: 30_000 });
    await app.page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    const card = app.page.getByRole('region', { name: 'Fake one' });
    await expect(card).toContainText('registry 1.0.0');
    await expect(card).toContainText(words('agents.state.ready'));
    await shot(app, info, 'installed');

    // A version that does not start: the old one stays.
    await server.publish(PACKAGE, '2.0.0');
    server.registry(
      entriesOf(server, '2.0.0', { exitAtStart: { code: 9 }, stderr: ['it does not run on this computer'] }),
    );
    await app.page.getByRole('button', { name: words('registry.open') }).click();
    await dialog.getByRole('button', { name: words('registry.refresh'), exact: true }).click();
    await dialog.getByRole('button', { name: 'Update Fake one' }).click();
    await expect(dialog.getByRole('alert')).toContainText(words('registry.left.old'), { timeout: 30_000 });
    await expect(dialog.getByRole('alert')).toContainText('it does not run on this computer');
    await shot(app, info, 'update-failed');
    await dialog.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();

    // One that does: all of them at once.
    await server.publish(PACKAGE, '2.0.1');
    server.registry(entriesOf(server, '2.0.1'));
    await dialog.getByRole('button', { name: words('registry.refresh'), exact: true }).click();
    await dialog.getByRole('button', { name: 'Update 1 agent' }).click();
    await expect(rows.first().getByText('Installed 2.0.1')).toBeVisible({ timeout: 30_000 });

    await dialog.getByRole('button', { name: 'Remove Fake one' }).click();
    await app.page.getByRole('dialog', { name: 'Remove Fake one?' }).getByRole('button', { name: 'Remove' }).click();
    await expect(dialog.getByRole('button', { name: 'Install Fake one' })).toBeVisible();
    await app.page.keyboard.press('Escape');
    await expect(card).toHaveCount(0);
  } finally {
    await server.close();
  }
});

test('a download shows how far it is, is cancelled, and one that lies is refused', async ({
  folder,
  home,
  launchApp,
}, info) => {
  const { app, server } = await open({ folder, home, launchApp }, { theme: 'dark' });
  try {
    await openRegistry(app);
    const dialog = dialogOf(app);
    await dialog.getByRole('button', { name: 'Install as, Slow load' }).click();
    await app.page.getByRole('menuitem', { name: words('registry.kindHint.binary') }).click();
    await expect(dialog.getByText('20.0 of 50.0 MB')).toBeVisible();
    await dialog.getByRole('button', { name: 'Install False sum' }).click();
    await expect(dialog.getByText(words('registry.phase.waiting'))).toBeVisible();
    await shot(app, info, 'downloading-dark');
    await dialog.getByRole('button', { name: 'Cancel Slow load' }).click();
    await expect(dialog.getByRole('alert')).toContainText(sha256(Buffer.from('something else')));
    await expect(dialog.getByRole('alert')).toContainText(words('registry.left.nothing'));
    await expect(dialog.getByRole('button', { name: 'Install Slow load' })).toBeVisible();
    await shot(app, info, 'refused-dark');
  } finally {
    await server.close();
  }
});

test('Set up leads to the agent in the registry, which then is ready', async ({ folder, home, launchApp }, info) => {
  const { app, server } = await open({ folder, home, launchApp }, { locale: 'zh-CN' });
  try {
    await app.page.getByRole('button', { name: `${words('home.setUp', {}, 'zh-CN')}, Claude` }).click();
    const dialog = dialogOf(app, 'zh-CN');
    const rows = dialog.getByRole('listitem');
    await expect(rows).toHaveCount(1);
    await shot(app, info, 'set-up-zh');
    await dialog
      .getByRole('button', { name: words('registry.installName', { name: 'Claude Agent' }, 'zh-CN') })
      .click();
    await expect(rows.getByText(words('registry.installed', { version: '1.0.0' }, 'zh-CN'))).toBeVisible({
      timeout: 30_000,
    });
    await dialog.getByRole('searchbox').fill('');
    await expect(rows).toHaveCount(6);
    server.answer('/registry.json', (_request, response) => response.writeHead(503).end());
    await dialog.getByRole('button', { name: words('registry.refresh', {}, 'zh-CN'), exact: true }).click();
    await expect(dialog.getByText(/未刷新/)).toBeVisible();
    await shot(app, info, 'list-zh');
    await app.page.keyboard.press('Escape');
    const line = app.page.getByRole('listitem').filter({ hasText: 'Claude' });
    await expect(line).toContainText(words('agents.state.ready', {}, 'zh-CN'));
  } finally {
    await server.close();
  }
});
