import type { Locator } from '@playwright/test';
import { everyState, script, SHIPPED } from './agentStates';
import { expect, test } from './app';
import type { RunningApp } from './runningApp';
import { writeSettings } from './settings';

// What is known of each agent, in the window: every state, with its reason, in both themes and languages.

const card = (app: RunningApp, name: string): Locator => app.page.getByRole('region', { name, exact: true });

test('the agents page says of each agent how it is, from a real initialize, and remembers it', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  const { agents, env } = everyState(folder);
  writeSettings(home, { agents, hiddenAgents: SHIPPED });
  const app = await launchApp({ args: [project('orchard')], env });

  await test.step('the sign-in is learned from a session', async () => {
    await app.newSession('Signed out');
    await app.send('Hello');
    await expect(app.page.getByText(/sign in/i).first()).toBeVisible();
  });

  await app.page.getByRole('button', { name: /agents? ready/ }).click();
  await expect(card(app, 'Ready')).toContainText('ready');
  await expect(card(app, 'Ready')).toContainText('Version 2.1.0');
  await expect(card(app, 'Ready')).toContainText('Can: load sessions');
  await expect(card(app, 'Signed out')).toContainText('needs sign-in');
  await expect(card(app, 'Old')).toContainText('too old');
  await expect(card(app, 'Broken')).toContainText('does not start');
  await expect(card(app, 'Broken')).toContainText('error: no licence on this machine');
  await expect(card(app, 'Gone')).toContainText('“no-such-program” was not found');
  await expect(card(app, 'Fetched')).toContainText(/not checked yet|not found/);
  await expect(card(app, 'Cursor')).toContainText('ready');
  await expect(card(app, 'Cursor')).toContainText(`${folder}/tools/cursor-agent, on the PATH of your login shell`);
  await expect(card(app, 'Cursor')).toContainText('Version 2026.03.01-abcdef0');
  await expect(card(app, 'Cursor')).toContainText('older than 2026.04.08');
  await app.page.setViewportSize({ width: 1180, height: 1500 });
  await app.shotInBothThemes('agents-states');

  await test.step('the environment tells where programs are looked for', async () => {
    await expect(app.page.getByText('was asked, and its PATH is used')).toBeVisible();
    await app.page.getByText(/^PATH, \d+ folders$/).click();
    const first = app.page.getByRole('listitem').filter({ hasText: `${folder}/tools` });
    await expect(first).toContainText('login shell');
    await first.scrollIntoViewIfNeeded();
    await app.shotInBothThemes('agents-environment');
  });

  await app.quit();
  const next = await launchApp({ env });
  await next.sidebar.getByRole('button', { name: 'New session', exact: true }).click();
  await expect(next.page.getByRole('radio', { name: 'Signed out, needs sign-in' })).toBeEnabled();
  await expect(next.page.getByRole('radio', { name: 'Broken, does not start' })).toBeEnabled();
  await expect(next.page.getByRole('radio', { name: 'Gone, not found' })).toBeDisabled();
  await next.shotInBothThemes('agents-new-session');
});

test('the first start checks what is there, in Chinese too, and says that the login shell hung', async ({
  launchApp,
  home,
  folder,
}) => {
  const { agents, env } = everyState(folder);
  writeSettings(home, { agents, hiddenAgents: SHIPPED, locale: 'zh-CN' });
  const hanging = script(folder, 'bin/hangsh', '#!/bin/sh\necho "waiting for the network" >&2\nsleep 60\n');
  const app = await launchApp({ env: { ...env, SHELL: hanging } });
  const line = (name: string): Locator => app.page.getByRole('listitem').filter({ hasText: name });
  await expect(line('Ready')).toContainText('就绪');
  await expect(line('Old')).toContainText('版本过旧');
  await expect(line('Broken')).toContainText('无法启动');
  await expect(line('Cursor')).toContainText('未找到');
  await app.shotInBothThemes('agents-first-start-zh');

  await app.page.keyboard.press('Control+,');
  await app.page.getByRole('button', { name: '智能体', exact: true }).click();
  await expect(app.page.getByText('在 3 秒内没有应答')).toBeVisible();
  await expect(app.page.getByText('waiting for the network')).toBeVisible();
  await app.page.setViewportSize({ width: 1180, height: 1500 });
  await app.shotInBothThemes('agents-states-zh');
});
