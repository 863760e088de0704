import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../e2e/app';
import { fakeAgent, writeSettings } from '../e2e/settings';
import { signedOutAgent } from '../e2e/signedOutAgent';
import { pictures } from './stage';

// What an agent wants of a person: a sign-in, an answer, a choice.

pictures('sign-in', async ({ home, folder, project, language, screens }) => {
  const all = signedOutAgent(folder, { authenticate: 'browser', capabilities: { auth: { logout: {} } } });
  const person = join(folder, 'person');
  mkdirSync(person, { recursive: true });
  const cursor = fakeAgent(folder, {
    name: 'Cursor',
    adapter: 'cursor',
    config: { preset: 'cursor', auth: true },
    env: { HOME: person },
  });
  const waiting = fakeAgent(folder, {
    name: 'Waiting',
    config: { auth: true, authenticate: 'hang', authMethods: [{ id: 'login', name: 'Log in with the browser' }] },
  });
  const bare = fakeAgent(folder, { name: 'Bare', config: { auth: true } });
  writeSettings(home, {
    locale: language,
    agents: [all.setting, cursor.setting, waiting.setting, bare.setting],
    defaultAgent: 'orchard',
  });
  const stage = await screens({ args: [project('ledger-api')] });
  const { page } = stage;
  await expect(page.getByRole('heading', { name: stage.say('newSession.title') })).toBeVisible();
  const card = (agent: string) => page.getByRole('region', { name: stage.say('signIn.title', { agent }) });
  const way = (key: string, agent: string, name: string) =>
    card(agent).getByRole('button', { name: `${stage.say(`signIn.${key}`)}: ${name}` });
  await stage.newSession('Cursor');
  await expect(card('Cursor').getByRole('listitem')).toHaveCount(3);
  await stage.take('sign-in-cursor');
  await stage.newSession('Bare');
  await expect(card('Bare')).toContainText(stage.say('signIn.none', { agent: 'Bare' }));
  await stage.take('sign-in-none');
  await stage.newSession('Waiting');
  await way('signIn', 'Waiting', 'Log in with the browser').click();
  await expect(card('Waiting')).toContainText(stage.say('signIn.waiting', { name: 'Log in with the browser' }));
  await stage.take('sign-in-waiting');
  await card('Waiting')
    .getByRole('button', { name: stage.say('common.cancel') })
    .click();
  await stage.newSession('Orchard');
  await expect(card('Orchard').getByRole('listitem')).toHaveCount(4);
  await stage.take('sign-in-card');
  await stage.send(language === 'en' ? 'Mend the kettle' : '修好水壶');
  await expect(card('Orchard')).toContainText(stage.say('signIn.promptKept'));
  await stage.take('sign-in-kept');
  await way('signIn', 'Orchard', 'Log in with the browser').click();
  await expect(card('Orchard').getByText(stage.say('signIn.failed'), { exact: true })).toBeVisible();
  await stage.take('sign-in-failed');
  await card('Orchard')
    .getByRole('button', { name: stage.say('signIn.otherWay') })
    .click();
  await way('openTerminal', 'Orchard', 'Device code').click();
  const terminal = page.getByRole('region', { name: stage.say('terminal.label', { name: 'Device code' }) });
  await expect(terminal).toContainText('Done?');
  await stage.take('sign-in-terminal');
  await page.getByRole('textbox', { name: stage.say('terminal.label', { name: 'Device code' }) }).focus();
  await page.keyboard.type('no');
  await stage.app.press('Enter');
  await expect(terminal).toContainText(stage.say('terminal.ended', { code: '1' }));
  await stage.take('sign-in-terminal-failed');
  await terminal.getByRole('button', { name: stage.say('common.retry') }).click();
  await expect(terminal).toContainText('Done?');
  await expect(page.getByRole('textbox', { name: stage.say('terminal.label', { name: 'Device code' }) })).toBeFocused();
  await page.keyboard.type('yes');
  await stage.app.press('Enter');
  await expect(card('Orchard')).toBeHidden();
  await stage.button('session.actions').click();
  await page.getByRole('menuitem', { name: stage.say('signIn.signOut', { agent: 'Orchard' }) }).click();
  await stage.take('sign-in-out');
});

pictures('ask', async ({ home, folder, project, language, screens }) => {
  const person = join(folder, 'person');
  mkdirSync(person, { recursive: true });
  const agent = fakeAgent(folder, {
    name: 'Cursor',
    adapter: 'cursor',
    config: { booleans: false },
    env: { HOME: person },
  });
  writeSettings(home, { locale: language, agents: [agent.setting] });
  const stage = await screens({ args: [project('ledger-api')] });
  const { page } = stage;
  await expect(page.getByRole('heading', { name: stage.say('newSession.title') })).toBeVisible();
  const card = (kind: string) => page.getByRole('region', { name: stage.say(`requests.${kind}.region`) });

  await stage.newSession('Cursor');
  await stage.send('!subagent permission');
  await expect(card('permission')).toContainText('rm tabs.ts');
  await stage.take('ask-subtask-permission');
  await stage.newSession('Cursor');
  await stage.send('!permission');
  await expect(card('permission')).toBeVisible();
  await stage.take('ask-permission');
  await stage.newSession('Cursor');
  await stage.send('!permission two');
  await expect(card('question')).toBeVisible();
  await stage.take('ask-permission-question');
  await stage.newSession('Cursor');
  await stage.send('!question multi');
  await card('question').getByRole('radio', { name: 'Blue' }).click();
  await stage.take('ask-question');
  await card('question')
    .getByRole('button', { name: stage.say('requests.question.next') })
    .click();
  await card('question').getByRole('checkbox', { name: 'API' }).check();
  await stage.take('ask-question-several');
  await card('question')
    .getByRole('button', { name: stage.say('requests.question.skipWith') })
    .click();
  await stage.take('ask-question-skip');

  await stage.newSession('Cursor');
  await stage.send('!plan long');
  const plan = card('plan');
  const comment = (line: string) =>
    plan.getByRole('textbox', { name: stage.say('requests.plan.commentOn', { line }), exact: true });
  for (const [line, said] of [
    ['4', language === 'en' ? 'Say what one sees.' : '写清楚用户会看到什么。'],
    ['10', language === 'en' ? 'And Page Up?' : '那 Page Up 呢？'],
    ['16', language === 'en' ? 'Only the first that is enabled.' : '只取第一个可用的。'],
  ] as const) {
    await plan.getByRole('button', { name: stage.say('requests.plan.commentOn', { line }), exact: true }).click();
    await comment(line).fill(said);
  }
  const atTop = () => plan.evaluate((node) => node.scrollIntoView());
  await stage.take('ask-plan-comments', { prepare: atTop, height: 1200 });
  await plan.getByRole('button', { name: stage.say('requests.plan.editDiscard') }).click();
  await plan.getByRole('button', { name: stage.say('requests.plan.comment'), exact: true }).click();
  await plan
    .getByRole('textbox', { name: stage.say('requests.plan.reason') })
    .fill(language === 'en' ? 'Leave the inspector as it is.' : '检查器保持原样。');
  await stage.take('ask-plan-reason');
  await stage.app.press('Escape');
  await plan.getByRole('button', { name: stage.say('requests.plan.edit'), exact: true }).click();
  const editor = plan.getByRole('textbox', { name: stage.say('requests.plan.editLabel') });
  await editor.fill(
    language === 'en'
      ? '# Refactor the tabs\n\n1. Find the tabs of the settings.\n2. Leave the rest.\n'
      : '# 重构标签页\n\n1. 找出设置中的标签页。\n2. 其余保持不变。\n',
  );
  await stage.take('ask-plan-edit');
  await plan.getByRole('button', { name: stage.say('requests.plan.editDone') }).click();
  await stage.take('ask-plan-edited');
  await plan.getByRole('button', { name: stage.say('requests.plan.sendEdited') }).click();
  const log = page.getByRole('log', { name: stage.say('transcript.region') });
  await log
    .getByRole('button', {
      name: stage.say('requests.settled.planEdited', {
        plan: stage.say('requests.settled.planNamed', { name: 'Refactor the tabs' }),
      }),
    })
    .click();
  await stage.take('ask-plan-kept', { height: 1200 });

  await stage.newSession('Cursor');
  await stage.send('!form whole');
  const form = card('question');
  await expect(form).toBeVisible();
  await stage.take('ask-form', { height: 1500 });
  await form.getByLabel('Mail').fill('not one');
  await form.getByRole('button', { name: stage.say('requests.form.send') }).click();
  await expect(form.getByText(stage.say('requests.form.problem.required')).first()).toBeVisible();
  await stage.take('ask-form-wrong', { height: 1600 });
  await stage.newSession('Cursor');
  await stage.send('!url');
  await expect(card('question').getByText('example.com', { exact: true })).toBeVisible();
  await stage.take('ask-url');
  await stage.app.quit();
});

pictures('said', async ({ home, folder, project, language, screens }) => {
  const agent = fakeAgent(folder, {
    name: 'Agent',
    adapter: 'cursor',
    config: { booleans: false },
    env: { HOME: folder },
  });
  writeSettings(home, { locale: language, agents: [agent.setting] });
  const stage = await screens({ args: [project('ledger-api')] });
  await expect(stage.page.getByRole('heading', { name: stage.say('newSession.title') })).toBeVisible();
  const failed = stage.page.getByRole('region', { name: stage.say('notices.turn.failed') });
  await stage.newSession('Agent');
  await stage.send('!say I looked around.\n!fail Error: ConnectError: [unavailable] upstream');
  await expect(failed).toBeVisible();
  await stage.take('said-error');
  await stage.newSession('Agent');
  await stage.send('!fail Please sign in to continue');
  await expect(failed).toBeVisible();
  await stage.take('said-sign-in');
});

pictures('pickers', async ({ home, folder, project, language, screens }) => {
  const person = join(folder, 'person');
  mkdirSync(person, { recursive: true });
  const cursor = fakeAgent(folder, {
    name: 'Cursor',
    adapter: 'cursor',
    config: { preset: 'cursor' },
    env: { HOME: person, CURSOR_API_KEY: 'none' },
  });
  const many = fakeAgent(folder, { name: 'Many', config: { guests: 14 } });
  writeSettings(home, {
    locale: language,
    agents: [cursor.setting, many.setting],
    favourites: { many: { model: ['guest-12', 'thinker'], mode: ['plan'] } },
  });
  const stage = await screens({ args: [project('ledger-api')] });
  const { page } = stage;
  await expect(page.getByRole('heading', { name: stage.say('newSession.title') })).toBeVisible();
  await stage.newSession('Cursor');
  await expect(page.getByRole('switch', { name: 'Fast' })).toBeChecked();
  await stage.take('pickers-variant');
  await page.getByRole('button', { name: /Composer 2\.5/ }).click();
  await stage.take('pickers-model');
  await page.getByRole('menuitemradio', { name: /GPT-6/ }).click();
  await expect(page.getByRole('switch', { name: 'Fast' })).not.toBeChecked();
  await page.getByRole('button', { name: /medium/ }).click();
  await stage.take('pickers-parameters');
  await stage.app.press('Escape');
  await stage.newSession('Many');
  await page.getByRole('combobox', { name: /Composer/ }).click();
  await expect(page.getByRole('listbox').getByRole('group')).toHaveCount(3);
  await stage.take('pickers-favourites');
  await page.keyboard.type('guest 1');
  await stage.take('pickers-search');
  await page.keyboard.type('x');
  await stage.take('pickers-nothing');
  await stage.app.press('Escape');
  await page.getByRole('button', { name: /Agent$/ }).click();
  await stage.take('pickers-modes');
});
