import { expect, test } from './app';
import { fakeAgent, writeSettings } from './settings';
import { words } from './words';

// What a session says of its agent, and the ways out, as a person sees them; every case of it is told by the engine's tests
// (tests/unit/engine/sessionLife.test.ts).

test('a silent agent can be waited for or started anew, one that died is resumed by a click, and one that cannot start waits', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  const quiet = { commands: 'none' };
  const agent = fakeAgent(folder, { name: 'Fake', config: quiet });
  const broken = fakeAgent(folder, { name: 'Broken', config: { exitAtStart: { code: 4 }, stderr: ['no licence'] } });
  writeSettings(home, { agents: [agent.setting, broken.setting], durations: { silentTurnMinutes: 0.03 } });
  const app = await launchApp({ args: [project('orchard')] });
  const { page } = app;
  await app.newSession('Fake');
  await app.send('!say Thinking.\n!hang deaf');
  const silent = page.getByRole('region', { name: words('composer.silentTitle') });
  await expect(silent).toBeVisible();
  await app.shotInBothThemes('life-silent');
  await silent.getByRole('button', { name: words('composer.silentWait') }).click();
  await expect(silent).toBeHidden();
  await expect(silent).toBeVisible();
  await silent.getByRole('button', { name: words('composer.silentRestart') }).click();
  await expect(app.transcript.getByText(words('notices.turn.cancelled'))).toBeVisible();
  await expect(silent).toBeHidden();
  await expect(page.getByText(words('todos.connection.ready'))).toBeVisible();

  await app.send('!openTool\n!crash 3');
  const resume = app.transcript.getByRole('button', { name: words('notices.turn.resume') });
  await expect(resume).toBeVisible();
  await app.shotInBothThemes('life-crashed');
  await resume.click();
  await expect(resume).toBeHidden();
  await expect(page.getByText(words('todos.connection.ready'))).toBeVisible();
  await app.send('And on we go');
  await expect(app.transcript.getByText('Echo: And on we go')).toBeVisible();

  await app.newSession('Broken');
  for (const times of [1, 2, 3]) {
    await app.send(`Try ${times}`);
    await expect(app.transcript.getByRole('heading', { name: words('notices.turn.failed') })).toHaveCount(times);
  }
  await app.send('Try 4');
  const waits = page.getByRole('region', { name: words('composer.startWaitTitle') });
  await expect(waits).toBeVisible();
  await app.shotInBothThemes('life-start-waits');
  await waits.getByRole('button', { name: words('composer.startNow') }).click();
  await expect(app.transcript.getByRole('heading', { name: words('notices.turn.failed') })).toHaveCount(4);
  await expect(waits).toBeHidden();
});
