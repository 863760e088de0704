import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from './app';
import type { RunningApp } from './runningApp';
import { fakeAgent, writeSettings } from './settings';
import { words } from './words';

/** The folder of the command line comes on screen a moment after the window: until then it would take settings away. */
const atProject = (app: RunningApp, language: 'en' | 'zh-CN' = 'en'): Promise<void> =>
  expect(app.page.getByRole('button', { name: words('newSession.start', {}, language) })).toBeVisible();

/** Settings at one of their sections. */
async function openSettings(app: RunningApp, section: string): Promise<void> {
  const sections = app.page.getByRole('navigation', { name: 'Sections' });
  await app.press('Mod+,');
  await sections.getByRole('button', { name: section }).click();
}

const sent = (log: { in?: { method?: string; params?: Record<string, unknown> } }[], method: string) =>
  log.flatMap((entry) => (entry.in?.method === method ? [entry.in.params ?? {}] : []));

test('MCP servers are written, checked, kept without their secrets, and given to a session that says what it left out', async ({
  openProject,
  home,
}) => {
  const { app, agent } = await openProject({ project: 'servers' });
  await atProject(app);
  await openSettings(app, 'MCP servers');
  const { page } = app;

  // A program, found on the PATH, for one agent only, by keyboard.
  await page.getByRole('button', { name: 'Add an MCP server' }).press('Enter');
  const form = page.getByRole('form', { name: 'Add an MCP server' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Give it a name', { exact: false })).toBeVisible();
  await expect(form.getByText('Say which program to start')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Files');
  await form.getByRole('textbox', { name: 'Command' }).fill('node');
  await form.getByRole('button', { name: 'Add an argument' }).click();
  await form.getByRole('textbox', { name: 'Argument 1' }).fill('server one.js');
  await form.getByRole('checkbox', { name: 'All agents' }).click();
  for (const name of await form.getByRole('checkbox').all()) {
    const label = await name.getAttribute('aria-labelledby');
    const text = await page.locator(`[id="${label}"]`).textContent();
    if (text !== 'Fake' && text !== 'All agents, also those added later') await name.click();
  }
  await form.getByRole('textbox', { name: 'Name', exact: true }).press('Enter');
  const files = page.getByRole('region', { name: 'Files' });
  await expect(files).toContainText('found at /');
  await expect(files).toContainText('For Fake');

  // A server behind an address, with a secret header.
  await page.getByRole('button', { name: 'Add an MCP server' }).click();
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Files');
  await form.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'HTTP' }).click();
  await form.getByRole('textbox', { name: 'Address' }).fill('mcp.example.com');
  await form.getByRole('button', { name: 'Add a header' }).click();
  await form.getByRole('textbox', { name: 'Name 1' }).fill('Authorization');
  await form.getByLabel('Value 1', { exact: true }).fill('Bearer canary-of-the-server');
  await form.getByRole('button', { name: 'Value 1 is a secret' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Another server has this name')).toBeVisible();
  await expect(form.getByText('An address that begins with http')).toBeVisible();
  await app.shotInBothThemes('mcp-form');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Issues');
  await form.getByRole('textbox', { name: 'Address' }).fill('https://mcp.example.com/v1');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Issues' })).toContainText('https://mcp.example.com/v1');
  await app.shotInBothThemes('mcp-servers');

  await app.newSession('Fake');
  await app.send('Hello');
  await expect(app.transcript.getByText('Echo: Hello')).toBeVisible();
  const panel = page.getByRole('list', { name: 'MCP servers' });
  await expect(panel.getByRole('listitem')).toHaveText([/Files/, /Issues.*does not take HTTP servers/]);
  expect(sent(agent.run.log(), 'session/new')).toMatchObject([
    { mcpServers: [{ name: 'Files', command: expect.stringMatching(/^\/.*node$/), args: ['server one.js'] }] },
  ]);
  await app.shotInBothThemes('mcp-panel');
  expect(readFileSync(join(home, 'settings.json'), 'utf8')).not.toContain('canary');

  // Switched off, then gone.
  await openSettings(app, 'MCP servers');
  await page.getByRole('switch', { name: 'Use Files' }).click();
  await expect(files).toContainText('Off: no agent gets it');
  await page.getByRole('button', { name: 'Remove Issues' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Issues' })).toBeHidden();
});

test('an agent with options before its command is set up in its form, which shows what is started', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  const agent = fakeAgent(folder, { name: 'Fake', adapter: 'cursor' });
  const program = join(folder, 'program');
  writeFileSync(program, `#!/bin/sh\nexec '${agent.setting.command}' '${agent.setting.args?.[0]}' "$@"\n`, {
    mode: 0o755,
  });
  writeSettings(home, { agents: [{ ...agent.setting, command: program, args: ['acp'] }] });
  const app = await launchApp({ args: [project('options')], env: { INHERITED_VARIABLE: 'yes' } });
  await atProject(app);
  await openSettings(app, 'Agents');
  await app.page.getByRole('button', { name: 'Edit Fake' }).click();
  const form = app.page.getByRole('form', { name: 'Edit Fake' });
  await form.getByRole('textbox', { name: 'Endpoint' }).fill('api.example.com');
  await form.getByRole('textbox', { name: 'Worktree' }).fill('fix one');
  await form.getByRole('switch', { name: 'Do not check certificates' }).click();
  await form.getByRole('textbox', { name: 'Other options' }).fill(`-H "X-Team: a b"`);
  await form.getByLabel('API key').fill('key_canary_of_the_form');
  await form.getByRole('button', { name: 'Add a variable' }).click();
  await form
    .getByRole('textbox', { name: /^Name \d+$/ })
    .last()
    .fill('INHERITED_VARIABLE');
  await form
    .getByRole('button', { name: /^Do not pass on variable/ })
    .last()
    .click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(words('agents.errorEndpoint'))).toBeVisible();
  await form.getByRole('textbox', { name: 'Endpoint' }).fill('https://api.example.com');
  const started = form.getByRole('status', { name: 'What is started' });
  await expect(started).toHaveText(
    `${program} -e https://api.example.com -k --worktree 'fix one' -H 'X-Team: a b' acp`,
  );
  await started.scrollIntoViewIfNeeded();
  await app.shotInBothThemes('agent-options');
  // Names for screen readers that stand in what scrolls do not make the window itself scroll.
  expect(await app.page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();

  await app.newSession('Fake');
  await app.send('!argv\n!env INHERITED_VARIABLE\n!env CURSOR_API_KEY');
  await expect(app.transcript).toContainText(
    '["-e","https://api.example.com","-k","--worktree","fix one","-H","X-Team: a b","acp"]',
  );
  await expect(app.transcript).toContainText(/INHERITED_VARIABLE=\s*CURSOR_API_KEY=key_canary_of_the_form/);
  expect(readFileSync(join(home, 'settings.json'), 'utf8')).not.toContain('key_canary');
});

test('a proxy is set once for all agents, and a start that takes long says for how long and what it does', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  const fetched = join(folder, 'fetched');
  const agent = fakeAgent(folder, { name: 'Fake', config: { startUntil: fetched, stderrEveryMs: 300 } });
  const npx = join(folder, 'npx');
  symlinkSync(agent.setting.command, npx);
  writeSettings(home, { agents: [{ ...agent.setting, command: npx }], durations: { startSeconds: 2 } });
  const app = await launchApp({ args: [project('proxy')] });
  await atProject(app);
  await openSettings(app, 'General');
  const https = app.page.getByRole('textbox', { name: 'HTTPS proxy' });
  await https.fill('proxy:8080');
  await https.press('Enter');
  await expect(app.page.getByText(words('settings.proxyUrlWrong'))).toBeVisible();
  await https.fill('http://proxy:8080');
  await https.press('Enter');
  await app.page.getByRole('textbox', { name: 'Without proxy' }).fill('localhost');
  await app.page.getByRole('textbox', { name: 'Without proxy' }).press('Tab');
  await expect(app.page.getByText(words('settings.proxyUrlWrong'))).toBeHidden();
  await https.scrollIntoViewIfNeeded();
  await app.shotInBothThemes('proxy');

  await app.newSession('Fake');
  await app.send('!env https_proxy\n!env NO_PROXY');
  const panel = app.page.getByRole('region', { name: 'Todos' });
  await expect(panel.getByText(/^fetching \d+$/)).toBeVisible();
  // Longer than a start may take by the settings.
  await expect(panel.getByText(/^([3-9]|\d\d) seconds$/)).toBeVisible();
  await app.shotInBothThemes('slow-start');
  writeFileSync(fetched, '');
  await expect(app.transcript).toContainText(/https_proxy=http:\/\/proxy:8080\s*NO_PROXY=localhost/);
  await expect(panel.getByText(/^fetching/)).toBeHidden();
});

test('no secret is in anything that the app writes, wherever the agent says it', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  const names = ['ON_STDERR', 'AS_NOISE', 'IN_NEW_ERROR', 'IN_ERROR', 'LATER_STDERR', 'IN_TOOL'];
  const canary = (name: string) => `canary/${name.toLowerCase()}/7f3a91`;
  const agent = fakeAgent(folder, {
    name: 'Fake',
    config: {
      stderr: ['starting with %ON_STDERR%'],
      noise: ['noise %AS_NOISE%'],
      newError: -32603,
      newErrorOnce: true,
      newErrorText: 'no session for %IN_NEW_ERROR%',
    },
  });
  const setting = { ...agent.setting, secretEnv: names };
  writeSettings(home, { agents: [setting] });
  // As on a system without a keychain, where the person accepted a plain file: the one place that may hold them.
  const kept = Object.fromEntries(names.map((name) => [name, { plain: canary(name) }]));
  writeFileSync(join(home, 'secrets.json'), JSON.stringify({ [setting.id]: kept }));
  const app = await launchApp({ args: [project('canaries')] });
  await app.newSession('Fake');
  await app.send('first');
  await expect(app.transcript.getByText('no session for [redacted]').first()).toBeVisible();
  await app.send('!error -32603 it broke with %IN_ERROR%');
  await expect(app.transcript.getByText('it broke with [redacted]').first()).toBeVisible();
  await app.send('!say The tool said %IN_TOOL%');
  // What the agent itself says in its answer is its answer.
  await expect(app.transcript.getByText(canary('IN_TOOL'))).toBeVisible();
  await app.send('!stderr leaving with %LATER_STDERR%\n!crash 3');
  await expect(app.row('first')).toContainText('Failed');
  await app.shot('canaries');
  const check = (expected: readonly string[]): void => {
    // Twice: what is written beside its file and then moved there may be on its way while one looks.
    const written = new Set([...filesIn(home), ...filesIn(home)]);
    written.delete(join(home, 'secrets.json'));
    expect([...written].map((file) => relative(home, file))).toEqual(expect.arrayContaining([...expected]));
    for (const file of written) {
      const text = textOf(file);
      const found = names.filter((name) => text.includes(canary(name)));
      const own = relative(home, file).startsWith('signalbox.db') ? ['IN_TOOL'] : [];
      expect(
        found.filter((name) => !own.includes(name)),
        relative(home, file),
      ).toEqual([]);
    }
  };
  // Also while it runs: the list of runs and the database's journal are gone after a quit in order.
  check(['settings.json', 'runs.jsonl', 'signalbox.db', 'signalbox.db-wal']);
  await app.quit();
  check(['settings.json', 'signalbox.db']);
});

test('the same in Chinese', async ({ launchApp, home, folder, project }) => {
  const agent = fakeAgent(folder, { name: 'Fake', adapter: 'cursor' });
  const servers = [
    { id: 'files', name: '文件', kind: 'stdio', command: 'no-such-server', args: ['--root', 'a b'] },
    { id: 'issues', name: '问题', kind: 'http', url: 'https://mcp.example.com/v1', secretHeaders: ['Authorization'] },
    { id: 'events', name: '事件', kind: 'sse', url: 'https://mcp.example.com/sse', agents: ['fake'] },
    { id: 'off', name: '关闭的', kind: 'stdio', command: 'node', enabled: false },
  ];
  writeSettings(home, { agents: [agent.setting], locale: 'zh-CN', mcpServers: servers });
  const app = await launchApp({ args: [project('中文')] });
  await atProject(app, 'zh-CN');
  const say = (key: string, values?: Record<string, string>) => words(key, values, 'zh-CN');
  const { page } = app;
  const open = async (section: string) => {
    await app.press('Mod+,');
    await page.getByRole('button', { name: section, exact: true }).click();
  };
  await open(say('settings.mcp'));
  await expect(page.getByRole('region', { name: '文件' })).toContainText('no-such-server');
  await app.shotInBothThemes('zh-mcp-servers');
  await page.getByRole('button', { name: say('mcp.editName', { name: '问题' }) }).click();
  await app.shotInBothThemes('zh-mcp-form');
  await open(say('settings.agents'));
  await page.getByRole('button', { name: say('agents.editName', { name: 'Fake' }) }).click();
  await page.getByRole('group', { name: say('agents.launch') }).scrollIntoViewIfNeeded();
  await app.shotInBothThemes('zh-agent-options');
  await page.keyboard.press('Escape');
  await open(say('settings.general'));
  await page.getByRole('textbox', { name: say('settings.proxy_caFile') }).scrollIntoViewIfNeeded();
  await app.shotInBothThemes('zh-proxy');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: say('sidebar.newSession'), exact: false })
    .first()
    .click();
  await page.getByRole('radio', { name: /^Fake/ }).click();
  await page.getByRole('button', { name: say('newSession.start') }).click();
  await expect(page.getByRole('button', { name: say('newSession.start') })).toBeHidden();
  await page.getByRole('textbox', { name: say('composer.message') }).fill('你好');
  await expect(page.getByRole('button', { name: say('composer.send'), exact: true })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Echo: 你好', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: say('mcp.panel') }).getByRole('listitem')).toHaveCount(3);
  await app.shotInBothThemes('zh-mcp-panel');
});

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    // A lock of Chromium's is a link to nowhere, and a temporary file may be gone by now.
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isDirectory() ? filesIn(path) : found?.isFile() ? [path] : [];
  });
}

/** Empty for a temporary file that has its own name by now. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
