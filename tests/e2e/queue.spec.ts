import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './accessible';
import { expect, test } from './app';
import type { RunningApp } from './runningApp';
import { words } from './words';

// Messages that wait, as a person sees and handles them; what becomes of them in every case is told by the engine's tests
// (tests/unit/engine/queue.test.ts).

const queued = (app: RunningApp) => app.page.getByRole('region', { name: words('queue.title') });
const rows = (app: RunningApp) => queued(app).getByRole('listitem');
const button = (app: RunningApp, name: string) => queued(app).getByRole('button', { name, exact: true });

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('messages for a busy agent are queued, put in order, edited, kept by a stop and by kill -9, and sent', async ({
  openProject,
  launchApp,
  folder,
}) => {
  const { app, agent } = await openProject();
  await app.newSession('Fake');
  await app.send('!say Working on it.\n!hang');
  await expect(app.transcript.getByText('Working on it.', { exact: true })).toBeVisible();
  const file = (name: string, content: Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const picture = file('fence.png', Buffer.from(PNG, 'base64'));
  const files = [picture, file('colours.txt', Buffer.from('green'))];
  await app.page.locator('form input[type=file]').setInputFiles(files);
  await expect(app.page.getByRole('list', { name: words('composer.attachments') }).getByRole('listitem')).toHaveCount(
    2,
  );
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

  // From one message that is edited to another: nothing goes on in between, and what was typed in the first stays, also
  // where one looks at something else meanwhile.
  const field = (from: RunningApp, place: number) => rows(from).nth(place).getByRole('textbox');
  for (const [place, typed] of ['Count the red apples', 'Water the old trees'].entries()) {
    await rows(app)
      .nth(place)
      .getByRole('button', { name: words('queue.edit') })
      .click();
    await expect(field(app, place)).toBeFocused();
    await field(app, place).fill(typed);
  }
  await app.press('Mod+n');
  await expect(queued(app)).toBeHidden();
  await app.sessions.first().click();
  await expect(field(app, 0)).toHaveValue('Count the red apples');
  await expect(queued(app)).toContainText(words('queue.paused.editing'));
  await field(app, 1).press('Enter');
  await expect(rows(app).nth(1)).toContainText('Water the old trees');
  await expect(field(app, 0)).toHaveValue('Count the red apples');
  await field(app, 0).press('Escape');
  await expect(rows(app)).toHaveText([/Count the apples/, /Water the old trees/, /Paint the fence/]);

  // What stands beside a message is taken away and added one by one.
  const fence = rows(app).nth(2);
  await expect(fence).toContainText(words('queue.attached_other', { count: '2' }));
  await fence.getByRole('button', { name: words('queue.edit') }).click();
  const beside = queued(app).getByRole('list', { name: words('composer.attachments') });
  await expect(beside.getByRole('listitem')).toHaveText([words('composer.picture'), 'colours.txt']);
  await app.shotInBothThemes('queue-edit');
  await beside
    .getByRole('button', { name: words('composer.removeAttachment', { name: words('composer.picture') }) })
    .click();
  await queued(app)
    .locator('input[type=file]')
    .setInputFiles(file('brushes.txt', Buffer.from('two')));
  await expect(beside.getByRole('listitem')).toHaveText(['colours.txt', 'brushes.txt']);
  // Left while it is being saved: the queue does not wait for anybody afterwards.
  await button(app, words('common.save')).click();
  await app.press('Mod+n');
  await expect(queued(app)).toBeHidden();
  await app.sessions.first().click();
  await expect(queued(app)).toBeVisible();
  await expect(queued(app)).not.toContainText(words('queue.paused.editing'));
  await expect(rows(app)).toHaveText([/Count the apples/, /Water the old trees/, /Paint the fence.*2/s]);

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
  // It is sent as it was while another text for it is typed: that is not lost.
  await rows(next)
    .nth(0)
    .getByRole('button', { name: words('queue.edit') })
    .click();
  await field(next, 0).fill('Count the pears');
  await button(next, words('queue.resume')).click();
  await expect(next.transcript.getByText('Echo: Water the old trees')).toBeVisible();
  await expect(queued(next)).toBeHidden();
  await expect(next.message).toHaveValue('Count the pears');
  const sent = agent.run.log().filter((entry) => entry.in?.method === 'session/prompt');
  expect(sent).toHaveLength(3);
});
