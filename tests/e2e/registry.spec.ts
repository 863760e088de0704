import type { TestInfo } from '@playwright/test';
import { sha256 } from '../support/registryServer';
import { expect, test } from './app';
import { entriesOf, openWithRegistry, PACKAGE } from './registryHere';
import type { RunningApp } from './runningApp';
import { words } from './words';

// Agents of the ACP registry, from a registry, an npm registry and a server of archives on this machine alone.

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
  const { app, server } = await openWithRegistry({ folder, home, launchApp });
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
  const { app, server } = await openWithRegistry({ folder, home, launchApp }, { theme: 'dark' });
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
  const { app, server } = await openWithRegistry({ folder, home, launchApp }, { locale: 'zh-CN' });
  try {
    await app.page.getByRole('button', { name: `${words('home.setUp', {}, 'zh-CN')}, Claude` }).click();
    const dialog = dialogOf(app, 'zh-CN');
    const rows = dialog.getByRole('listitem');
    await expect(rows).toHaveCount(1);
    // The list that Signalbox comes with has it, too, until the one of this registry is there.
    await expect(rows).toContainText(/(?<![\d.])1\.0\.0(?![\d.])/);
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
