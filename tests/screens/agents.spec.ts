import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { everyState, script, SHIPPED } from '../e2e/agentStates';
import { expect } from '../e2e/app';
import { entriesOf, openWithRegistry, PACKAGE } from '../e2e/registryHere';
import { fakeAgent, writeSettings } from '../e2e/settings';
import { pictures, Screens } from './stage';

// Agents as they are found, set up, installed and started, and the MCP servers that they get.

pictures('agents', async ({ home, folder, project, language, screens }) => {
  const { agents, env } = everyState(folder);
  writeSettings(home, { agents, hiddenAgents: SHIPPED, locale: language });
  const hanging = script(folder, 'bin/hangsh', '#!/bin/sh\necho "waiting for the network" >&2\nsleep 60\n');
  const first = await screens({ env: { ...env, SHELL: hanging } });
  await expect(first.page.getByRole('listitem').filter({ hasText: 'Broken' })).toContainText(
    first.say('agents.state.broken'),
  );
  await expect(first.page.getByRole('listitem').filter({ hasText: 'Cursor' })).toContainText(
    first.say('agents.state.notFound'),
  );
  await first.take('agents-first-start');
  await first.openSettings('agents');
  const said = first.page.getByText('waiting for the network');
  await expect(said).toBeVisible();
  await first.take('agents-environment-hung', { prepare: () => said.scrollIntoViewIfNeeded() });
  await first.app.quit();

  const stage = await screens({ args: [project('ledger-api')], env });
  const { page } = stage;
  await expect(page.getByRole('heading', { name: stage.say('newSession.title') })).toBeVisible();
  // Its sign-in is learned from a session.
  await stage.newSession('Signed out');
  await expect(page.getByRole('region', { name: stage.say('signIn.title', { agent: 'Signed out' }) })).toBeVisible();
  await stage.openSettings('agents');
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(card('Broken')).toContainText('error: no licence on this machine');
  await expect(card('Cursor')).toContainText('2026.03.01');
  await expect(card('Old')).toContainText(stage.say('agents.state.tooOld'));
  await stage.take('agents-page', { height: 1500 });
  await page.getByText(/^PATH/).click();
  const path = page.getByRole('listitem').filter({ hasText: `${folder}/tools` });
  await stage.take('agents-environment', { prepare: () => path.scrollIntoViewIfNeeded(), height: 1100 });

  await card('Ready')
    .getByRole('button', { name: stage.say('agents.check') })
    .click();
  await card('Broken')
    .getByRole('button', { name: stage.say('agents.check') })
    .click();
  await expect(card('Ready')).toContainText(stage.say('agents.testOk'));
  await expect(card('Broken').getByRole('alert')).toContainText('error: no licence on this machine');
  await stage.take('agents-checked', { height: 1500 });

  await card('Cursor')
    .getByRole('button', { name: stage.say('agents.editName', { name: 'Cursor' }) })
    .click();
  const form = page.getByRole('form');
  for (const [number, name] of [
    ['1', 'CURSOR_LOG'],
    ['2', 'TEAM_TOKEN'],
    ['3', 'HTTP_PROXY'],
  ] as const) {
    await form.getByRole('button', { name: stage.say('agents.addEnv') }).click();
    await form.getByRole('textbox', { name: stage.say('agents.envName', { number }) }).fill(name);
  }
  await form.getByLabel(stage.say('agents.envValue', { number: '1' }), { exact: true }).fill('debug');
  await form.getByRole('button', { name: stage.say('agents.secret', { number: '2' }) }).click();
  await form.getByLabel(stage.say('agents.envValue', { number: '2' }), { exact: true }).fill('t-4711');
  await form.getByRole('button', { name: stage.say('agents.unset', { number: '3' }) }).click();
  await form.getByLabel(stage.say('agents.apiKey'), { exact: true }).fill('key_4711');
  await form.getByLabel(stage.say('agents.endpoint'), { exact: true }).fill('https://api.example.com');
  await form.getByLabel(stage.say('agents.worktree'), { exact: true }).fill('usage events');
  await form.getByRole('switch', { name: stage.say('agents.insecureTls') }).click();
  await form.getByRole('button', { name: stage.say('agents.addArg') }).click();
  await form.getByRole('textbox', { name: stage.say('agents.arg', { number: '2' }) }).fill('--header=api-key:sk-4711');
  await stage.take('agents-form', { prepare: () => form.evaluate((node) => node.scrollIntoView()), height: 1500 });
  await form.getByLabel(stage.say('agents.endpoint'), { exact: true }).fill('api.example.com');
  await form.getByLabel(stage.say('agents.worktree'), { exact: true }).fill('-b');
  await form.getByRole('textbox', { name: stage.say('agents.envName', { number: '2' }) }).fill('CURSOR_LOG');
  await form.getByRole('button', { name: stage.say('common.save'), exact: true }).click();
  await expect(form.getByText(stage.say('agents.errorEndpoint'))).toBeVisible();
  await stage.take('agents-form-wrong', {
    prepare: () => form.evaluate((node) => node.scrollIntoView()),
    height: 1500,
  });
  await form.getByRole('button', { name: stage.say('common.cancel') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: stage.say('agents.discard') })
    .click();
  await stage.app.press('Escape');
  await stage.button('sidebar.newSession').first().click();
  await expect(page.getByRole('radio', { name: /^Broken/ })).toBeEnabled();
  await stage.take('agents-new-session');
});

pictures('proxy', async ({ home, language, screens }) => {
  writeSettings(home, { locale: language });
  const stage = await screens();
  await stage.openSettings('general');
  const field = (key: string) => stage.page.getByRole('textbox', { name: stage.say(`settings.proxy_${key}`) });
  for (const [key, value] of [
    ['http', 'http://proxy:8080'],
    ['https', 'proxy:8080'],
    ['noProxy', 'localhost,.example.com'],
  ] as const) {
    await field(key).fill(value);
    await field(key).press('Enter');
  }
  await expect(stage.page.getByText(stage.say('settings.proxyUrlWrong'))).toBeVisible();
  await stage.take('proxy', { prepare: () => field('caFile').scrollIntoViewIfNeeded() });
});

pictures('registry', async ({ home, folder, language, launchApp }) => {
  const { app, server } = await openWithRegistry({ folder, home, launchApp }, { locale: language });
  try {
    const stage = new Screens(app, language);
    const { page } = stage;
    const dialog = page.getByRole('dialog', { name: stage.say('registry.title') });
    await page.getByRole('button', { name: `${stage.say('home.setUp')}, Claude` }).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await stage.take('registry-set-up');
    await dialog.getByRole('searchbox').fill('');
    await expect(dialog.getByRole('listitem')).toHaveCount(6);
    await stage.take('registry-list');
    await dialog.getByRole('searchbox').fill('rust');
    await stage.take('registry-nothing');
    await dialog.getByRole('searchbox').fill('');
    await dialog.getByRole('button', { name: `${stage.say('registry.installAs')}, Slow load` }).click();
    await stage.take('registry-kinds');
    await page.getByRole('menuitem', { name: stage.say('registry.kindHint.binary') }).click();
    await expect(dialog.getByText(stage.say('registry.progress', { done: '20.0', total: '50.0' }))).toBeVisible();
    const named = (key: string, name: string) =>
      dialog.getByRole('button', { name: stage.say(`registry.${key}`, { name }) });
    await named('installName', 'False sum').click();
    await expect(dialog.getByText(stage.say('registry.phase.waiting'))).toBeVisible();
    await stage.take('registry-installing');
    await named('cancelName', 'Slow load').click();
    await expect(dialog.getByRole('alert')).toContainText(stage.say('registry.left.nothing'));
    await stage.take('registry-refused');
    await dialog
      .getByRole('alert')
      .getByRole('button', { name: stage.say('common.dismiss') })
      .click();

    await named('installName', 'Fake one').click();
    const installed = dialog.getByText(stage.say('registry.installed', { version: '1.0.0' }));
    await expect(installed).toBeVisible({ timeout: 30_000 });
    await stage.take('registry-installed');
    await server.publish(PACKAGE, '2.0.0');
    server.registry(
      entriesOf(server, '2.0.0', { exitAtStart: { code: 9 }, stderr: ['it does not run on this computer'] }),
    );
    await stage.button('registry.refresh').click();
    await expect(named('updateName', 'Fake one')).toBeVisible();
    await stage.take('registry-update');
    await named('updateName', 'Fake one').click();
    await expect(dialog.getByRole('alert')).toContainText(stage.say('registry.left.old'), { timeout: 30_000 });
    await stage.take('registry-update-failed');
    server.answer('/registry.json', (_request, response) => response.writeHead(503).end());
    await stage.button('registry.refresh').click();
    await expect(dialog.getByText(stage.say('registry.notRefreshed').split(/[:：]/)[0] ?? '')).toBeVisible();
    await stage.take('registry-not-refreshed');
    await named('removeName', 'Fake one').click();
    await expect(
      page.getByRole('dialog', { name: stage.say('registry.removeTitle', { name: 'Fake one' }) }),
    ).toBeVisible();
    await stage.take('registry-remove');
  } finally {
    await server.close();
  }
});

pictures('mcp', async ({ home, folder, project, language, screens }) => {
  const person = join(folder, 'person');
  mkdirSync(person, { recursive: true });
  const agent = fakeAgent(folder, {
    name: 'Cursor',
    adapter: 'cursor',
    config: { booleans: false },
    env: { HOME: person },
  });
  const mcpServers = [
    {
      id: 'files',
      name: language === 'en' ? 'Files' : '文件',
      kind: 'stdio',
      command: 'node',
      args: ['server one.js'],
    },
    { id: 'gone', name: 'Postgres', kind: 'stdio', command: 'no-such-server', args: ['--root', 'a b'] },
    {
      id: 'issues',
      name: language === 'en' ? 'Issues' : '问题',
      kind: 'http',
      url: 'https://mcp.example.com/v1',
      secretHeaders: ['Authorization'],
    },
    {
      id: 'events',
      name: language === 'en' ? 'Events' : '事件',
      kind: 'sse',
      url: 'https://mcp.example.com/sse',
      agents: ['cursor'],
    },
    { id: 'off', name: 'Playwright', kind: 'stdio', command: 'node', enabled: false },
  ];
  writeSettings(home, { agents: [agent.setting], hiddenAgents: SHIPPED, locale: language, mcpServers });
  const cwd = project('ledger-api');
  mkdirSync(join(cwd, '.cursor'));
  const own = { files: { command: 'npx' }, linear: { url: 'https://mcp.linear.app/sse' }, broken: { command: 'x' } };
  writeFileSync(join(cwd, '.cursor/mcp.json'), JSON.stringify({ mcpServers: own }));
  const stage = await screens({ args: [cwd] });
  const { page } = stage;
  await expect(page.getByRole('heading', { name: stage.say('newSession.title') })).toBeVisible();
  await stage.openSettings('mcp');
  await expect(page.getByRole('region', { name: 'Postgres' })).toContainText('no-such-server');
  await stage.take('mcp-servers');
  await stage.button('mcp.editName', { name: language === 'en' ? 'Issues' : '问题' }).click();
  const form = page.getByRole('form');
  await stage.take('mcp-form', { prepare: () => form.evaluate((node) => node.scrollIntoView()), height: 1100 });
  await form.getByRole('button', { name: stage.say('common.cancel') }).click();
  await stage.button('mcp.add').click();
  await form.getByRole('textbox', { name: stage.say('agents.name'), exact: true }).fill('Postgres');
  await form.getByRole('button', { name: stage.say('common.save'), exact: true }).click();
  await expect(form.getByText(stage.say('mcp.errorNameTaken'))).toBeVisible();
  await stage.take('mcp-form-wrong', { prepare: () => form.evaluate((node) => node.scrollIntoView()), height: 1100 });
  await form.getByRole('button', { name: stage.say('common.cancel') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: stage.say('agents.discard') })
    .click();
  await stage.app.press('Escape');
  await stage.newSession('Cursor');
  await stage.send('!say OK');
  const panel = page.getByRole('list', { name: stage.say('mcp.panel') });
  await expect(panel.getByRole('listitem')).toHaveCount(4);
  await stage.take('mcp-panel');
  await stage.button('agentMcp.open', { file: '.cursor/mcp.json' }).click();
  const dialog = page.getByRole('dialog');
  const deed = (action: string, name: string) =>
    dialog.getByRole('button', { name: stage.say(`agentMcp.actionName.${action}`, { name }) });
  await expect(deed('enable', 'linear')).toBeVisible();
  await stage.take('mcp-agent');
  await deed('enable', 'linear').click();
  await expect(deed('login', 'linear')).toBeVisible();
  await deed('enable', 'files').click();
  await expect(deed('disable', 'files')).toBeVisible();
  await deed('enable', 'broken').click();
  await expect(dialog.getByRole('alert')).toContainText('the server did not answer');
  await stage.take('mcp-agent-failed');
});

pictures('start', async ({ home, folder, project, language, screens }) => {
  const agent = (name: string, config: Record<string, unknown>) => fakeAgent(folder, { name, config }).setting;
  const slow = agent('Slow', { startDelayMs: 120_000, stderrEveryMs: 400 });
  const npx = join(folder, 'npx');
  symlinkSync(slow.command, npx);
  writeSettings(home, {
    locale: language,
    agents: [
      { ...slow, command: npx },
      agent('Silent', { startDelayMs: 60_000, stderr: ['connecting to api.example.com', 'retry 1 of 5: ETIMEDOUT'] }),
      agent('Broken', { exitAtStart: { code: 3 }, stderr: ['starting up', 'error: no licence on this machine'] }),
      agent('Refused', { newError: -32603 }),
    ],
    durations: { startSeconds: 2 },
  });
  const stage = await screens({ args: [project('ledger-api')] });
  const { page } = stage;
  await expect(page.getByRole('heading', { name: stage.say('newSession.title') })).toBeVisible();
  await stage.newSession('Slow');
  await stage.send(language === 'en' ? 'Look at the tabs' : '看看标签页');
  await expect(page.getByText(/^fetching \d+$/).first()).toBeVisible();
  await stage.take('start-slow');
  await stage.newSession('Silent');
  await expect(page.getByRole('alert')).toContainText('ETIMEDOUT', { timeout: 20_000 });
  await stage.take('start-timeout');
  await stage.newSession('Broken');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('no licence');
  await stage.take('start-broken');
  await stage.newSession('Refused');
  await expect(alert).toContainText('session services');
  await stage.take('start-refused');
});
