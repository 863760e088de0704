import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { answersTo, sentTo } from '../support/engine/agentLog';
import { expect, test } from './app';
import { transcriptRows } from './realAgents/sessionInWindow';
import type { RunningApp } from './runningApp';
import { type FakeAgent, fakeAgent, writeSettings } from './settings';
import { words } from './words';

// What Cursor says beyond the protocol, as a person meets it in the window.

interface Started {
  app: RunningApp;
  agent: FakeAgent;
  cwd: string;
}

interface Fixtures {
  folder: string;
  home: string;
  project: (name: string) => string;
  launchApp: (options?: { args: readonly string[] }) => Promise<RunningApp>;
}

async function started(
  { folder, home, project, launchApp }: Fixtures,
  settings: Record<string, unknown> = {},
  config: Record<string, unknown> = {},
): Promise<Started> {
  const cwd = project('orchard');
  // A home of its own: whoever runs the tests may have MCP servers for Cursor.
  const person = join(folder, 'person');
  mkdirSync(person, { recursive: true });
  const agent = fakeAgent(folder, {
    name: 'Cursor like',
    adapter: 'cursor',
    config: { booleans: false, ...config },
    env: { HOME: person },
  });
  writeSettings(home, { agents: [agent.setting], ...settings });
  const app = await launchApp({ args: [cwd] });
  await expect(
    app.page.getByRole('heading', { name: words('newSession.title', {}, languageOf(settings)) }),
  ).toBeVisible();
  return { app, agent, cwd };
}

const languageOf = (settings: Record<string, unknown>): 'en' | 'zh-CN' =>
  settings['locale'] === 'zh-CN' ? 'zh-CN' : 'en';

/** Cursor's own program as a person has it: found in ~/.local/bin, signed out, and like the real one in every way that is known. */
function realLike(folder: string): FakeAgent & { authFile: string } {
  const person = join(folder, 'person');
  const authFile = join(folder, 'signed-in');
  const { setting, run } = fakeAgent(folder, {
    name: 'Cursor',
    adapter: 'cursor',
    config: { preset: 'cursor', auth: true, authFile },
  });
  const launcher = join(person, '.local/bin/cursor-agent');
  mkdirSync(dirname(launcher), { recursive: true });
  const quoted = [setting.command, ...(setting.args ?? [])].map((word) => `'${word}'`).join(' ');
  writeFileSync(launcher, `#!/bin/sh\nexec ${quoted} "$@"\n`, { mode: 0o755 });
  const env = { ...setting.env, HOME: person };
  return { setting: { ...setting, command: 'cursor-agent', args: ['acp'], env }, run, authFile };
}

/** What stands after the plan is its work. */
const PLANNED = [
  '!question multi',
  '!plan',
  '!todos',
  '!task early permission',
  '!edit tabs.ts export const tabs = 2;\\n',
  '!edit fresh.ts export const fresh = true;\\n',
  '!permission',
  '!genimage tabs.png',
  '!todos-merge',
  '!say All of it is done.',
].join('\n');

test('the whole of Cursor: signed in, planned, asked, rejected with comments, revised, done, and resumed without a row twice', async ({
  folder,
  home,
  project,
  launchApp,
}) => {
  const cwd = project('orchard');
  writeFileSync(join(cwd, 'tabs.ts'), 'export const tabs = 1;\n');
  const agent = realLike(folder);
  writeSettings(home, { agents: [agent.setting], defaultAgent: 'cursor' });
  let app = await launchApp({ args: [cwd] });
  const picker = (name: string) => app.page.getByRole('button', { name });
  const choose = async (from: string, choice: string) => {
    await picker(from).click();
    await app.page.getByRole('menuitemradio', { name: new RegExp(`^${choice}`) }).click();
  };
  const plan = app.card('Plan review');

  await test.step('signed out: the card, and the message that was typed is kept', async () => {
    // At once, while its program may still be looked for: nobody else gets what was meant for it.
    await expect(app.page.getByRole('radio', { name: /^Cursor, / })).toBeChecked();
    await app.message.fill('Look at the tabs');
    await app.message.press('Enter');
    const card = app.page.getByRole('region', { name: words('signIn.title', { agent: 'Cursor' }) });
    await expect(card.getByRole('listitem')).toHaveText([/Cursor Login/, /command line/, /CURSOR_API_KEY/]);
    await expect(app.message).toHaveValue('Look at the tabs');
    await app.shotInBothThemes('cursor-flow-1-sign-in');
    const way = words('signIn.own.cursor-login-command.name');
    await card.getByRole('button', { name: `${words('signIn.openTerminal')}: ${way}` }).click();
    await expect(card).toContainText('Done? (yes/no)');
    await expect(card.getByRole('textbox').first()).toBeFocused();
    await app.page.keyboard.type('yes');
    await app.press('Enter');
    await expect(card).toBeHidden();
    // The fast variant that nobody chose is named before anything is sent.
    await expect(app.page.getByRole('switch', { name: 'Fast' })).toBeChecked();
    await app.shotInBothThemes('cursor-flow-2-signed-in');
    await app.sendButton.click();
    await expect(app.transcript).toContainText('Echo: Look at the tabs');
    await expect(app.row('Look at the tabs')).toContainText(/Done|Idle/);
  });

  await test.step('plan mode and a question', async () => {
    await choose('Mode: Agent', 'Plan');
    await expect(picker('Mode: Plan')).toBeVisible();
    await app.send(PLANNED);
    const question = app.card('Question');
    await question.getByRole('radio', { name: 'Blue' }).click();
    await question.getByRole('button', { name: 'Next' }).click();
    await question.getByRole('checkbox', { name: 'API' }).check();
    await question.getByRole('checkbox', { name: 'Docs' }).check();
    await app.shotInBothThemes('cursor-flow-3-question');
    await question.getByRole('button', { name: 'Answer' }).click();
    await expect(app.transcript).toContainText('You chose Blue, API, Docs.');
  });

  await test.step('the plan is rejected with comments by line, and comes revised', async () => {
    await plan.getByRole('button', { name: 'Comment on line 3' }).click();
    await plan.getByRole('textbox', { name: 'Comment on line 3' }).fill('Only the tabs of the settings, please.');
    // By keyboard alone: the next place, its comment, and back.
    await plan.getByRole('button', { name: 'Comment on line 5' }).focus();
    await app.press('ArrowDown');
    await app.press('Enter');
    await expect(plan.getByRole('textbox', { name: 'Comment on line 6' })).toBeFocused();
    await app.page.keyboard.type('No constant.');
    await app.press('Escape');
    await expect(plan.getByRole('button', { name: 'Comment on line 6' })).toBeFocused();
    await app.shotInBothThemes('cursor-flow-4-comments');
    await plan.getByRole('button', { name: 'Reject with 2 comments' }).click();
    await expect(app.transcript.getByRole('button', { name: /You rejected the plan/ })).toContainText('2 comments');
    await expect(plan.getByRole('heading', { name: 'Refactor the tabs of the settings' }).first()).toBeVisible();
    await expect(plan).toContainText('No constant.');
    await app.shotInBothThemes('cursor-flow-5-revised');
  });

  const tasks = app.page.getByRole('region', { name: words('todos.region') });
  await test.step('accepted: agent mode, a prompt of its own, and the work', async () => {
    const before = agent.run.log().length;
    await plan.getByRole('button', { name: 'Accept and build' }).click();
    await expect(app.transcript.getByText('Go ahead and carry out the plan.', { exact: true })).toBeVisible();
    await expect(picker('Mode: Agent')).toBeVisible();
    await expect(tasks.getByRole('listitem').filter({ hasText: 'Fix the fault' })).toContainText('at work');
    const inside = app.card('Permission request');
    await expect(inside).toContainText('rm tabs.ts');
    await app.shotInBothThemes('cursor-flow-6-subtask-asks');
    await inside.getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(inside).toContainText('npm test');
    await expect(inside).toContainText('Cursor writes it into the permissions of your account');
    await app.shotInBothThemes('cursor-flow-7-permission');
    await inside.getByRole('button', { name: 'Allow once' }).click();
    await expect(app.transcript.getByText('All of it is done.', { exact: true })).toBeVisible();
    await expect(tasks.getByRole('listitem').filter({ hasText: 'Run the tests' })).toContainText('done');
    expect([read(join(cwd, 'tabs.ts')), read(join(cwd, 'fresh.ts'))]).toEqual([
      'export const tabs = 2;\n',
      'export const fresh = true;\n',
    ]);
    await expect(app.transcript.getByRole('img', { name: 'A red square' })).toBeVisible();
    // AC-01: the answer is nested, then the mode is agent, then one prompt goes on with the plan; and nothing else is asked.
    const sent = agent.run
      .log()
      .slice(before)
      .flatMap((entry) => entry.in ?? []);
    expect(sent[0]).toMatchObject({ result: { outcome: { outcome: 'accepted' } } });
    expect(sent.filter(({ method }) => method !== undefined)).toMatchObject([
      { method: 'session/set_mode', params: { modeId: 'agent' } },
      { method: 'session/prompt', params: { prompt: [{ text: expect.stringContaining('carry out the plan') }] } },
    ]);
  });

  await test.step('what was done: the diff without markers, and the subtask with what went on inside', async () => {
    await app.page.setViewportSize({ width: 1280, height: 2400 });
    await expect(app.page.getByRole('button', { name: 'Jump to latest' })).toBeHidden();
    const task = app.transcript.getByRole('button', { name: /Explore the tabs/ });
    await expect(task).toContainText('explore · composer-2.5');
    await expect(task).toHaveAttribute('aria-expanded', 'false');
    await expect(app.transcript.getByText('I look for tabs.')).toBeHidden();
    await task.click();
    const within = app.transcript.getByRole('region', { name: words('transcript.subtaskInside') });
    await expect(within.getByText('I look for tabs.')).toBeVisible();
    await expect(within).toContainText(words('tools.rejected'));
    await expect(app.transcript).toContainText('export const fresh = true;');
    await expect(app.transcript.getByText(/\/dev\/null/)).toHaveCount(0);
    await app.shotInBothThemes('cursor-flow-8-done');
    await task.click();
  });

  await test.step('a model, and then its own parameters', async () => {
    await choose('Model: Composer 2.5', 'GPT-6');
    await expect(app.page.getByRole('switch', { name: 'Fast' })).not.toBeChecked();
    await choose('Reasoning: medium', 'high');
    await choose('Context: 272k', '1m');
    await app.page.getByRole('switch', { name: 'Fast' }).click();
    await expect(app.page.getByRole('button', { name: 'Context: 1m' })).toBeVisible();
    await expect(app.page.getByRole('switch', { name: 'Fast' })).toBeChecked();
    await app.shotInBothThemes('cursor-flow-9-model');
    expect(sentTo(agent.run, 'session/set_config_option').map(({ configId, value }) => [configId, value])).toEqual([
      ['mode', 'plan'],
      ['model', 'gpt-6'],
      ['reasoning', 'high'],
      ['context', '1m'],
      ['fast', 'true'],
    ]);
  });

  const rows = await transcriptRows(app);
  await app.quit();
  app = await launchApp({ args: [cwd] });

  await test.step('the next day: taken up by a load, whose replay adds no row', async () => {
    await app.page.setViewportSize({ width: 1280, height: 2400 });
    await app.row('Look at the tabs').getByRole('button').first().click();
    await expect(app.transcript.getByText('All of it is done.', { exact: true })).toBeVisible();
    await app.send('And now?');
    await expect(app.transcript.getByText('Echo: And now?', { exact: true })).toBeVisible();
    await expect(app.page.getByRole('button', { name: 'Context: 1m' })).toBeVisible();
    await expect(app.page.getByRole('switch', { name: 'Fast' })).toBeChecked();
    const after = await transcriptRows(app);
    expect(after.slice(0, rows.length)).toEqual(rows);
    expect(after.slice(rows.length)).toEqual([expect.stringContaining('And now?'), expect.stringContaining('Echo')]);
    await app.shotInBothThemes('cursor-flow-10-resumed');
    expect(sentTo(agent.run, 'session/load')).toHaveLength(1);
    expect(sentTo(agent.run, 'session/new').length).toBeGreaterThan(0);
  });
  await app.page.setViewportSize({ width: 1280, height: 800 });

  await test.step('a plan that the person rewrites goes back, comes as it was rewritten, and is accepted', async () => {
    const again = app.card('Plan review');
    await app.send('!plan');
    await again.getByRole('button', { name: 'Edit', exact: true }).click();
    const editor = again.getByRole('textbox', { name: words('requests.plan.editLabel') });
    await editor.fill('# Refactor the tabs\n\n1. Find the tabs of the settings.\n2. Leave the rest.\n');
    await app.shotInBothThemes('cursor-plan-edit');
    await again.getByRole('button', { name: words('requests.plan.editDone') }).click();
    await expect(again).toContainText('Leave the rest.');
    await expect(again).toContainText('An answer that accepts carries no text');
    await app.shotInBothThemes('cursor-plan-edited');
    await again.getByRole('button', { name: words('requests.plan.sendEdited') }).click();
    await expect(app.transcript.getByText(/back as you rewrote it/)).toBeVisible();
    await again.getByRole('button', { name: 'Accept and build' }).click();
    await expect(app.transcript.getByText('Echo: Go ahead and carry out the plan.')).toBeVisible();
    await app.transcript.getByText(/back as you rewrote it/).click();
    await expect(app.transcript.getByRole('heading', { name: words('requests.plan.keptEdited') })).toBeVisible();
    await app.shotInBothThemes('cursor-plan-kept');
  });

  expect(answersTo(agent.run, 'cursor/create_plan')).toEqual([
    {
      outcome: {
        outcome: 'rejected',
        reason:
          'Line 3:\n> Move **all** tabs into one component.\n\nOnly the tabs of the settings, please.\n\n' +
          'Line 6:\n> const tabs = 1;\n\nNo constant.',
      },
    },
    { outcome: { outcome: 'accepted' } },
    {
      outcome: {
        outcome: 'rejected',
        reason:
          'I edited the plan. Please propose exactly this one, so that I can accept it:\n\n' +
          '# Refactor the tabs\n\n1. Find the tabs of the settings.\n2. Leave the rest.',
      },
    },
    { outcome: { outcome: 'accepted' } },
  ]);
  // Each of them was read as more than a cancellation, and one process outlived the end of its stdin.
  const outcomes = agent.run.log().filter(({ event }) => event === 'outcome');
  expect(outcomes.filter(({ outcome }) => outcome?.outcome === 'cancelled')).toEqual([]);
  expect(new Set(outcomes.map(({ what }) => what))).toEqual(
    new Set(['ask_question', 'create_plan', 'update_todos', 'task', 'generate_image']),
  );
});

test('an error said as an answer is a card: try again, sign in, another model; the variant is shown before', async ({
  folder,
  home,
  project,
  launchApp,
}) => {
  const { app, agent } = await started(
    { folder, home, project, launchApp },
    {},
    { modelList: ['composer', 'brand-new'] },
  );
  await app.newSession('Cursor like');
  await expect(app.page.getByRole('switch', { name: 'Fast' })).not.toBeChecked();
  await app.send('!say I looked around.\n!fail Error: ConnectError: [unavailable] upstream');
  const card = app.transcript.getByRole('region', { name: words('notices.turn.failed') });
  await expect(card).toContainText('ConnectError: [unavailable] upstream');
  await expect(app.row('!say I looked')).toContainText('Failed');
  await card.getByRole('button', { name: words('notices.turn.changeModel') }).click();
  await expect(app.page.getByRole('menuitemradio', { name: /brand-new/ })).toBeVisible();
  await app.shotInBothThemes('cursor-said-error');
  await app.page.getByRole('menuitemradio', { name: /Thinker/ }).click();
  await expect(app.page.getByRole('button', { name: 'Model: Thinker' })).toBeVisible();
  await expect(app.page.getByRole('button', { name: 'Effort: medium' })).toBeVisible();
  await card.getByRole('button', { name: words('common.retry') }).click();
  await expect.poll(() => sentTo(agent.run, 'session/prompt').length).toBe(2);
  const [first, second] = sentTo(agent.run, 'session/prompt').map((params) => params['prompt']);
  expect(second).toEqual(first);
  await expect(app.transcript.getByRole('region', { name: words('notices.turn.failed') })).toHaveCount(2);
  await app.send('!fail Please sign in to continue');
  await app.transcript.getByRole('button', { name: words('notices.turn.signIn') }).click();
  await expect(app.page.getByText('Please sign in to continue').last()).toBeVisible();
  await app.shotInBothThemes('cursor-said-sign-in');
});

test('a file that an answer names opens at its line, and in the editor; nothing outside the folder does', async ({
  folder,
  home,
  project,
  launchApp,
}) => {
  const told = join(folder, 'told');
  const editor = join(folder, 'editor.sh');
  writeFileSync(editor, `#!/bin/sh\necho "$@" > "${told}"\n`);
  chmodSync(editor, 0o755);
  const { app, cwd } = await started({ folder, home, project, launchApp }, { editor: [editor, '-g', '{file}:{line}'] });
  mkdirSync(join(cwd, 'src'));
  const code = Array.from({ length: 400 }, (_, at) => `export const line${at + 1} = ${at + 1};`);
  writeFileSync(join(cwd, 'src/tabs.ts'), code.join('\n'));
  await app.newSession('Cursor like');
  await app.send(
    '!say See [`tabs.ts`](src/tabs.ts:200) and [the secret](../../secret.txt).\\n\\n```300:304:src/tabs.ts\\nexport const line300 = 300;\\n```\\n',
  );
  await app.transcript.getByRole('button', { name: 'tabs.ts', exact: true }).click();
  const viewer = app.page.getByRole('complementary', { name: words('files.viewer') });
  await expect(viewer.getByText('export const line200 = 200;')).toBeInViewport();
  await expect(viewer.getByRole('region', { name: words('files.text') })).toBeFocused();
  await app.page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(app.transcript.getByRole('button', { name: 'tabs.ts', exact: true })).toBeFocused();
  await app.transcript.getByRole('button', { name: /src\/tabs\.ts:300–304/ }).click();
  await expect(viewer.getByText('export const line302 = 302;')).toBeInViewport();
  await expect(viewer.locator('[data-cited]')).toHaveCount(5);
  await app.shotInBothThemes('cursor-file');
  await viewer.getByRole('button', { name: words('files.copyPath') }).click();
  await expect
    .poll(() => app.electron.evaluate(({ clipboard }) => clipboard.readText()))
    .toBe(join(cwd, 'src/tabs.ts'));
  await viewer.getByRole('button', { name: words('files.openInEditor') }).click();
  await expect.poll(() => read(told)).toBe(`-g ${join(cwd, 'src/tabs.ts')}:300\n`);
  await viewer.getByRole('button', { name: 'Close' }).click();
  await app.transcript.getByRole('button', { name: 'the secret' }).click();
  await expect(viewer.getByRole('alert')).toContainText("outside the session's folders");
});

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

test('AC-24 the servers of .cursor/mcp.json are listed, approved and signed in to', async ({
  folder,
  home,
  project,
  launchApp,
}) => {
  const mcpServers = [{ id: 'notes', name: 'Notes', kind: 'http', url: 'https://notes.example.com/mcp' }];
  const { app, cwd } = await started(
    { folder, home, project, launchApp },
    { mcpServers },
    { capabilities: { mcpCapabilities: { http: true, sse: true } } },
  );
  mkdirSync(join(cwd, '.cursor'));
  const servers = {
    files: { command: 'npx' },
    linear: { url: 'https://mcp.linear.app/sse' },
    broken: { command: 'x' },
  };
  writeFileSync(join(cwd, '.cursor/mcp.json'), JSON.stringify({ mcpServers: servers }));
  await app.newSession('Cursor like');
  const panel = app.page.getByRole('complementary');
  await expect(panel.getByText('Notes')).toBeVisible();
  await expect(panel.getByText(/may take no notice of servers/)).toBeVisible();
  await panel.getByRole('button', { name: /\.cursor\/mcp\.json/ }).click();
  const dialog = app.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Approve linear' }).click();
  await dialog.getByRole('button', { name: 'Sign in to linear' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'linear' })).toContainText('Ready');
  await dialog.getByRole('button', { name: 'Approve broken' }).click();
  await expect(dialog.getByRole('alert')).toContainText('the server did not answer');
  await app.shotInBothThemes('cursor-mcp');
});

test('a first message that waited for its variant can be sent after a restart, without another key', async ({
  folder,
  home,
  project,
  launchApp,
}) => {
  const { app, cwd } = await started({ folder, home, project, launchApp });
  await app.message.fill('!say Sent in the end');
  await app.message.press('Enter');
  await expect(app.page.getByRole('main', { name: 'Session', exact: true })).toBeVisible();
  await expect(app.message).toHaveValue('!say Sent in the end');
  await app.quit();

  const next = await launchApp({ args: [cwd] });
  await next.sessions.first().getByRole('button').click();
  await expect(next.message).toHaveValue('!say Sent in the end');
  await expect(next.sendButton).toBeEnabled();
  await next.sendButton.click();
  await expect(next.transcript.getByText('Sent in the end', { exact: true })).toBeVisible();
});

test('all of it in Chinese', async ({ folder, home, project, launchApp }) => {
  const { app, cwd } = await started({ folder, home, project, launchApp }, { locale: 'zh-CN' });
  writeFileSync(join(cwd, 'a.ts'), 'const a = 1;\nconst b = 2;\n');
  mkdirSync(join(cwd, '.cursor'));
  writeFileSync(join(cwd, '.cursor/mcp.json'), '{"mcpServers":{"files":{"command":"npx"}}}');
  const say = (key: string, values: Record<string, string> = {}) => words(key, values, 'zh-CN');
  await app.page.getByRole('button', { name: say('newSession.start') }).click();
  const message = app.page.getByRole('textbox', { name: say('composer.message') });
  await message.fill('!subagent\n!say [a.ts](a.ts:2)\n!plan');
  await expect(app.page.getByRole('button', { name: say('composer.send'), exact: true })).toBeEnabled();
  await message.press('Enter');
  const card = app.page.getByRole('region', { name: say('requests.plan.region') });
  await card.getByRole('button', { name: say('requests.plan.commentOn', { line: '3' }) }).click();
  await card.getByRole('textbox').fill('只改设置里的标签页。');
  await app.shotInBothThemes('cursor-zh-plan-comments');
  await card.getByRole('button', { name: say('requests.plan.editDiscard') }).click();
  await card.getByRole('button', { name: say('requests.plan.edit'), exact: true }).click();
  await card.getByRole('textbox').fill('# 重构标签页\n\n1. 只改设置。\n');
  await card.getByRole('button', { name: say('requests.plan.editDone') }).click();
  await app.shotInBothThemes('cursor-zh-plan-edited');
  await card.getByRole('button', { name: say('requests.plan.acceptOriginal') }).click();
  const log = app.page.getByRole('log');
  await log.getByRole('button', { name: /Explore the tabs/ }).click();
  await app.shotInBothThemes('cursor-zh-subagent');
  await log.getByRole('button', { name: 'a.ts', exact: true }).click();
  await expect(app.page.getByRole('complementary', { name: say('files.viewer') })).toContainText('const b = 2;');
  await app.shotInBothThemes('cursor-zh-file');
  await app.page.keyboard.press('Escape');
  await app.page.getByRole('button', { name: say('agentMcp.open', { file: '.cursor/mcp.json' }) }).click();
  await expect(app.page.getByRole('dialog')).toContainText('files');
  await expect(app.page.getByRole('dialog')).toContainText(say('agentMcp.status.needsApproval'));
  await app.shotInBothThemes('cursor-zh-mcp');
  await app.page.keyboard.press('Escape');
  await message.fill('!fail Check your settings to continue');
  await message.press('Enter');
  await expect(app.page.getByRole('button', { name: say('notices.turn.changeModel') })).toBeVisible();
  await app.shotInBothThemes('cursor-zh-said-error');
});
