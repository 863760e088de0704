import { expect, test } from './app';
import { fakeAgent, writeSettings } from './settings';

test('a folder on the command line opens as a project', async ({ launchApp, home, folder, project }) => {
  const agent = fakeAgent(folder, { name: 'Fake' });
  writeSettings(home, { agents: [agent.setting] });
  const app = await launchApp({ args: [project('orchard')] });
  await expect(app.page.getByRole('heading', { name: 'New session' })).toBeVisible();
  await app.newSession('Fake');
  await app.send('!say Hello there');
  await expect(app.transcript.getByText('Hello there').first()).toBeVisible();
  await expect(app.row('Hello there')).toContainText(/Done|Idle/);
  await app.shot('lifecycle-first');
});
