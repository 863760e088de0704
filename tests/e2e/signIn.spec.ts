import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './app';
import type { RunningApp } from './runningApp';
import { type FakeAgent, writeSettings } from './settings';
import { signedOutAgent } from './signedOutAgent';
import { words } from './words';

// An agent that wants a sign-in before it works, signed in to by a person.

const card = (app: RunningApp, language: 'en' | 'zh-CN' = 'en') =>
  app.page.getByRole('region', { name: words('signIn.title', { agent: 'Orchard' }, language) });
const terminal = (app: RunningApp) => app.page.getByRole('region', { name: 'Terminal: Device code' });
const typedInto = (app: RunningApp) => app.page.getByRole('textbox', { name: 'Terminal: Device code' });

const prompts = (agent: FakeAgent) => agent.run.log().filter((entry) => entry.in?.method === 'session/prompt');

test('signing in in a terminal: refused once, done after a reload of the page, and the message is sent once', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  const agent = signedOutAgent(folder);
  writeSettings(home, { agents: [agent.setting], defaultAgent: 'orchard' });
  const app = await launchApp({ args: [project('teahouse')] });
  await app.newSession('Orchard');
  await expect(card(app)).toContainText('Authentication required');
  // The header says so too, though no message waits for it yet.
  await expect(
    app.page.getByRole('main', { name: 'Session', exact: true }).getByText('Needs sign-in', { exact: true }),
  ).toBeVisible();
  await expect(card(app).getByRole('listitem')).toHaveText([
    /Log in with the browser/,
    /Device code/,
    /FAKE_API_KEY/,
    /Gateway key/,
  ]);
  // Once for all keys.
  await expect(card(app).getByText(/keychain/)).toHaveCount(1);
  await app.shotInBothThemes('sign-in-card');
  await app.send('Mend the kettle');
  await expect(card(app)).toContainText(words('signIn.promptKept'));
  await expect(app.row('Mend the kettle')).toContainText('Needs you');

  await card(app).getByRole('button', { name: 'Open a terminal: Device code' }).click();
  await expect(typedInto(app)).toBeFocused();
  await expect(terminal(app).getByRole('list', { name: 'Addresses in the terminal' })).toContainText(
    'https://example.com/device',
  );
  await app.shotInBothThemes('sign-in-terminal');
  const { violations } = await new AxeBuilder({ page: app.page }).setLegacyMode().include('main').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await app.page.keyboard.type('no');
  await app.press('Enter');
  await expect(terminal(app)).toContainText(words('terminal.ended', { code: '1' }));
  await expect(terminal(app)).toContainText('Login failed: the code has expired');
  await app.shotInBothThemes('sign-in-terminal-failed');

  await terminal(app)
    .getByRole('button', { name: words('common.retry') })
    .click();
  await expect(terminal(app)).toContainText('Done?');
  // The terminal is the engine's: a page that comes later shows what there is.
  await app.page.reload();
  await expect(terminal(app)).toContainText('Done?');
  await expect(typedInto(app)).toBeFocused();
  await app.press('Control+Shift+X');
  await expect(terminal(app).getByRole('link', { name: 'https://example.com/device' })).not.toBeFocused();
  await expect(terminal(app).getByRole('button', { name: 'Cancel' })).toBeFocused();
  const opened = await app.keepExternalLinks();
  await terminal(app).getByRole('link', { name: 'https://example.com/device' }).click();
  await expect.poll(opened).toEqual(['https://example.com/device']);
  await typedInto(app).focus();
  await app.page.keyboard.type('yes');
  await app.press('Enter');
  await expect(card(app)).toBeHidden();
  await expect(app.transcript).toContainText('Echo: Mend the kettle');
  await expect(app.message).toBeFocused();
  expect(prompts(agent)).toHaveLength(1);
});

test('a browser that cannot be opened is told with its page as a link, and a key does instead', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  const agent = signedOutAgent(folder, {
    authenticate: 'browser',
    authEnv: 'FAKE_API_KEY',
    capabilities: { auth: { logout: {} } },
  });
  writeSettings(home, { agents: [agent.setting], defaultAgent: 'orchard' });
  const app = await launchApp({ args: [project('teahouse')] });
  await app.newSession('Orchard');
  await card(app).getByRole('button', { name: 'Sign in: Log in with the browser' }).click();
  const url = 'https://example.com/loginDeepControl?challenge=abc';
  const link = card(app).getByRole('link', { name: url });
  await expect(link).toBeVisible();
  const opened = await app.keepExternalLinks();
  await link.click();
  await expect.poll(opened).toEqual([url]);
  await app.shotInBothThemes('sign-in-failed');
  await card(app)
    .getByRole('button', { name: words('signIn.otherWay') })
    .click();
  await card(app).getByLabel('FAKE_API_KEY').fill('key-4711');
  await app.press('Enter');
  await expect(card(app)).toBeHidden();
  await app.send('!env FAKE_API_KEY');
  await expect(app.transcript).toContainText('key-4711');

  await app.page.getByRole('button', { name: words('session.actions') }).click();
  await app.page.getByRole('menuitem', { name: words('signIn.signOut', { agent: 'Orchard' }) }).click();
  await app.shotInBothThemes('sign-out');
  await app.page
    .getByRole('dialog')
    .getByRole('button', { name: words('signIn.signOutAction') })
    .click();
  await expect(app.page.getByText(words('signIn.signedOut', { agent: 'Orchard' }))).toBeVisible();
});

test('the same in Chinese', async ({ launchApp, home, folder, project }) => {
  const agent = signedOutAgent(folder);
  writeSettings(home, { agents: [agent.setting], defaultAgent: 'orchard', locale: 'zh-CN' });
  const app = await launchApp({ args: [project('teahouse')] });
  await app.page.getByRole('button', { name: words('newSession.start', {}, 'zh-CN') }).click();
  await expect(card(app, 'zh-CN')).toBeVisible();
  await app.shotInBothThemes('sign-in-card-zh');
  await card(app, 'zh-CN')
    .getByRole('button', { name: `${words('signIn.openTerminal', {}, 'zh-CN')}: Device code` })
    .click();
  await expect(card(app, 'zh-CN')).toContainText('https://example.com/device');
  await app.shotInBothThemes('sign-in-terminal-zh');
});
