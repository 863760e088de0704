import { expectAccessible } from './accessible';
import { expect, test } from './app';
import type { RunningApp } from './runningApp';
import { fakeAgent, writeSettings } from './settings';
import { words } from './words';

// Messages that wait, as a person sees and handles them; what becomes of them in every case is told by the engine's tests
// (tests/unit/engine/queue.test.ts).

const queued = (app: RunningApp) => app.page.getByRole('region', { name: words('queue.title') });
const rows = (app: RunningApp) => queued(app).getByRole('listitem');
const button = (app: RunningApp, name: string) => queued(app).getByRole('button', { name, exact: true });

test('messages for a busy agent are queued, put in order, edited, kept by a stop and by kill -9, and sent', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  const agent = fakeAgent(folder, { name: 'Fake' });
  writeSettings(home, { agents: [agent.setting] });
  const app = await launchApp({ args: [project('orchard')] });
  await app.newSession('Fake');
  await app.send('!say Working on it.\n!hang');
  await expect(app.transcript.getByText('Working on it.', { exact: true })).toBeVisible();
  await app.send('Paint the fence');
  await app.send('Water the trees');
  await app.send('Count the apples');
  await expect(rows(app)).toHaveText([/Paint the fence/, /Water the trees/, /Count the apples/]);
  await app.shotInBothThemes('queue-waiting');

  // By keys: the handle moves its message and keeps the focus.
  const handle = button(app, words('queue.move', { place: '3', count: '3' }));
  await handle.focus();
  await app.page.keyboard.press('ArrowUp');
  await expect(rows(app)).toHaveText([/Paint the fence/, /Count the apples/, /Water the trees/]);
  await app.page.keyboard.press('ArrowUp');
  await expect(rows(app)).toHaveText([/Count the apples/, /Paint the fence/, /Water the trees/]);
  // By the mouse.
  await button(app, words('queue.move', { place: '3', count: '3' })).dragTo(rows(app).nth(1));
  await expect(rows(app)).toHaveText([/Count the apples/, /Water the trees/, /Paint the fence/]);

  await rows(app)
    .nth(1)
    .getByRole('button', { name: words('queue.edit') })
    .click();
  const field = queued(app).getByRole('textbox', { name: words('queue.text') });
  await expect(field).toBeFocused();
  await field.fill('Water the old trees');
  await expect(queued(app)).toContainText(words('queue.paused.editing'));
  await field.press('Enter');
  await expect(rows(app)).toHaveText([/Count the apples/, /Water the old trees/, /Paint the fence/]);

  await app.stopButton.click();
  await expect(queued(app)).toContainText(words('queue.paused.stopped_other', { count: '3' }));
  await app.shotInBothThemes('queue-stopped');
  await expectAccessible(app, 'a queue that a stop asks about');
  await app.kill();

  const next = await launchApp();
  await expect(queued(next)).toContainText(words('queue.paused.stopped_other', { count: '3' }));
  await expect(rows(next)).toHaveText([/Count the apples/, /Water the old trees/, /Paint the fence/]);
  await rows(next)
    .nth(2)
    .getByRole('button', { name: words('queue.remove') })
    .click();
  await button(next, words('queue.resume')).click();
  await expect(next.transcript.getByText('Echo: Water the old trees')).toBeVisible();
  await expect(queued(next)).toBeHidden();
  const sent = agent.run.log().filter((entry) => entry.in?.method === 'session/prompt');
  expect(sent).toHaveLength(3);
});
