import { writeFileSync } from 'node:fs';
import { expect, test } from './app';
import { fakeAgent, writeSettings } from './settings';
import { words } from './words';

// What a session says of its agent, and the ways out, as a person sees them; every case of it is told by the engine's tests
// (tests/unit/engine/sessionLife.test.ts).

test('AC-25, AC-50, AC-67: a silent or deaf agent can be started anew, a dead one resumed, a lost session begun again', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  const quiet = { commands: 'none' };
  const agent = fakeAgent(folder, { name: 'Fake', config: quiet });
  const broken = fakeAgent(folder, { name: 'Broken', config: { exitAtStart: { code: 4 }, stderr: ['no licence'] } });
  writeSettings(home, {
    agents: [agent.setting, broken.setting],
    durations: { silentTurnMinutes: 0.03, stopGraceSeconds: 1 },
  });
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

  // A stop that is not heard: the rest of the app is there meanwhile, and its time runs on also where nobody looks.
  await app.send('!say Deaf.\n!hang deaf');
  await expect(app.transcript.getByText('Deaf.', { exact: true })).toBeVisible();
  await app.stopButton.click();
  await app.sidebar.getByRole('button', { name: 'New session', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'New session' })).toBeVisible();
  await app.row('Thinking.').click();
  const force = page.getByRole('button', { name: words('composer.forceStop'), exact: true });
  await expect(force).toBeVisible();
  await app.message.fill('Typed while it stops');
  await app.shotInBothThemes('life-stop-late');
  await force.click();
  await expect(app.transcript.getByText(words('notices.turn.cancelled'))).toHaveCount(2);
  await expect(force).toBeHidden();
  await expect(app.message).toHaveValue('Typed while it stops');
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

  // The agent has lost the session: that is said, and only a click begins another one.
  const opened = () => agent.run.log().filter((entry) => entry.in?.method === 'session/new').length;
  await app.send('!crash');
  await expect(resume).toBeVisible();
  writeFileSync(agent.run.stateFile, '{}');
  const sessions = opened();
  await resume.click();
  const lost = page.getByRole('alert').filter({ hasText: words('session.resumeLost') });
  await expect(lost).toContainText(words('session.resumeLostText'));
  await app.shotInBothThemes('life-lost');
  expect(opened()).toBe(sessions);
  await lost.getByRole('button', { name: words('session.resumeStartAnew') }).click();
  await expect(app.transcript.getByText(words('notices.session.startedAnew'))).toBeVisible();
  await expect(lost).toBeHidden();
  await app.send('What do you know?');
  await expect(app.transcript.getByText('Echo: What do you know?')).toBeVisible();
  expect(opened()).toBe(sessions + 1);

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
