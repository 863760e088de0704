import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './app';
import type { RunningApp } from './runningApp';
import { type FakeAgent, fakeAgent, writeSettings } from './settings';
import { words } from './words';

/** What the agent was answered to its permission requests, by the options' ids. */
const chosen = ({ run }: FakeAgent): unknown[] =>
  run.log().flatMap((entry) => {
    const result = entry.in?.result;
    return typeof result === 'object' && result !== null && 'outcome' in result ? [result.outcome] : [];
  });

/** From the row's menu, as a right click opens it. */
async function fromRowMenu(app: RunningApp, title: string | RegExp, item: string): Promise<void> {
  await app.row(title).click({ button: 'right' });
  await app.page.getByRole('menuitem', { name: item }).click();
}

test('four sessions stream at once while one is on screen, and what they ask is worked through by keyboard', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  const agents = ['Ash', 'Birch', 'Cedar', 'Doum'].map((name) => fakeAgent(folder, { name }));
  writeSettings(home, { agents: agents.map(({ setting }) => setting), durations: { keyGuardMs: 200 } });
  const app = await launchApp({ args: [project('forest')] });
  for (const { setting } of agents) {
    await app.newSession(setting.name);
    await app.send(`!say I am ${setting.name}\n!stream 300 150 30\n!permission\n!say ${setting.name} has finished`);
  }
  // The last one is on screen; the other three stream behind it.
  await expect(app.row('I am Ash')).toContainText('Working');
  await expect(app.transcript.getByText('chunk-9')).toBeVisible();
  await app.shotInBothThemes('sessions-four-stream');
  await expect(app.needsYou.getByRole('button')).toHaveCount(4);
  await app.shotInBothThemes('sessions-needs-you');

  const answered: string[] = [];
  for (let left = 4; left > 0; left -= 1) {
    await app.press('Mod+j');
    const card = app.card('Permission request');
    await expect(card).toBeFocused();
    const title = await app.page.getByRole('heading', { level: 1 }).innerText();
    answered.push(title);
    await app.pressUntil('Enter', () =>
      expect(app.needsYou.getByRole('button')).toHaveCount(left - 1, { timeout: 150 }),
    );
  }
  expect(new Set(answered).size).toBe(4);
  await expect(app.needsYou).toBeHidden();
  for (const agent of agents) {
    const { name } = agent.setting;
    await app.row(`I am ${name}`).click();
    await expect(app.transcript.getByText(`${name} has finished`, { exact: true })).toBeVisible();
    const others = agents.map(({ setting }) => setting.name).filter((other) => other !== name);
    for (const other of others) await expect(app.transcript.getByText(`${other} has finished`)).toHaveCount(0);
    expect(chosen(agent)).toEqual([{ outcome: 'selected', optionId: 'allow-once' }]);
    await expect(app.row(`I am ${name}`)).toContainText(/Done|Idle/);
  }
});

test('sessions that share one process hear only what is theirs', async ({ openProject }) => {
  const { app, agent } = await openProject({ project: 'shared' });
  for (const title of ['First', 'Second', 'Third']) {
    await app.newSession('Fake');
    await app.send(`!say ${title} is here`);
    await expect(app.transcript.getByText(`${title} is here`, { exact: true })).toBeVisible();
  }
  await app.send('!interleave 30');
  await expect(app.transcript.getByText('#29')).toBeVisible();
  // A check in the background starts the agent too, in the profile and for no session.
  const inProject = agent.run
    .log()
    .filter((entry) => entry.event === 'start' && JSON.stringify(entry).includes('/projects/shared'));
  expect(inProject).toHaveLength(1);
  const seen = new Map<string, string>();
  for (const title of ['First', 'Second', 'Third']) {
    await app.row(`${title} is here`).click();
    // Each of them has a #29, also the one that was on screen.
    await expect(app.page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`${title} is here`));
    await expect(app.transcript.getByText('#29')).toBeVisible();
    const ids = new Set((await app.transcript.innerText()).match(/fake-[0-9a-f]{8}(?=#\d)/g));
    expect([...ids]).toHaveLength(1);
    seen.set(title, [...ids].join());
  }
  expect(new Set(seen.values()).size).toBe(3);
});

test('AC-59: Stop cancels two permissions and a form at once, and a late click does nothing', async ({
  openProject,
}) => {
  const { app, agent } = await openProject({ project: 'stop' });
  await app.newSession('Fake');
  await app.send('!also !permission\n!also !permission\n!also !form\n!hang');
  await expect(app.needsYou.getByRole('button')).toHaveCount(3);
  await app.shotInBothThemes('sessions-form');
  const allow = app.card('Permission request').first().getByRole('button', { name: 'Allow once' });
  const late = await allow.elementHandle();
  await app.stopButton.click();
  await expect(app.needsYou).toBeHidden();
  await expect(app.transcript.getByText(words('notices.turn.cancelled'))).toBeVisible();
  await expect(app.card('Permission request')).toHaveCount(0);
  await late?.evaluate((button) => button instanceof HTMLElement && button.click());
  await expect.poll(() => chosen(agent)).toEqual([{ outcome: 'cancelled' }, { outcome: 'cancelled' }]);
  const answers = agent.run.log().flatMap((entry) => (entry.in?.result === undefined ? [] : [entry.in.result]));
  expect(answers).toHaveLength(3);
  expect(answers).toContainEqual({ action: 'cancel' });
  expect(agent.run.log().filter((entry) => entry.in?.method === 'session/cancel')).toHaveLength(1);
  await app.send('!say Goes on');
  await expect(app.transcript.getByText('Goes on', { exact: true })).toBeVisible();
});

test('AC-64: a request in an unfocused window or behind another session notifies, and a click on it opens its session', async ({
  openProject,
  folder,
}) => {
  const { app } = await openProject({ project: 'bell' });
  // What the agent asks for later waits for this test to be where it wants to be, however long that takes.
  const [away, back] = [join(folder, 'away'), join(folder, 'back')];
  const notifications = await app.keepNotifications();
  const badge = await app.electron.evaluateHandle(({ app: electron }) => {
    const all: (number | undefined)[] = [];
    electron.setBadgeCount = (count) => all.push(count) > 0;
    return all;
  });
  const marked = (): Promise<number | undefined> => badge.evaluate((all) => all.at(-1));
  const focus = (to: 'focus' | 'blur') =>
    // Without a window manager nothing else takes the focus, so the window is told.
    app.electron.evaluate(({ BrowserWindow }, event) => BrowserWindow.getAllWindows()[0]?.emit(event), to);
  await app.newSession('Fake');
  await app.send('!say Rings');
  await expect(app.transcript.getByText('Rings', { exact: true })).toBeVisible();
  await focus('focus');
  await app.send('!permission');
  await expect(app.card('Permission request')).toBeVisible();
  await expect.poll(marked).toBe(1);
  await app.card('Permission request').getByRole('button', { name: 'Allow once' }).click();
  await expect.poll(marked).toBe(0);
  expect(await notifications.shown()).toEqual([]);

  await app.newSession('Fake');
  await app.send('!say Looked at');
  await expect(app.transcript.getByText('Looked at', { exact: true })).toBeVisible();
  await app.row('Rings').click();
  await app.send(`!until ${away}\n!question`);
  await app.row('Looked at').click();
  await expect(app.page.getByRole('heading', { level: 1, name: '!say Looked at' })).toBeVisible();
  await focus('blur');
  writeFileSync(away, '');
  await expect.poll(notifications.shown).toHaveLength(1);
  expect((await notifications.shown())[0]).toMatch(/^!say Rings \| Asks a question/);
  await expect(app.transcript.getByText('Looked at', { exact: true })).toBeVisible();
  await notifications.click();
  await expect(app.page.getByRole('heading', { level: 1, name: '!say Rings' })).toBeVisible();
  await expect(app.card('Question')).toBeVisible();

  // The window is in front again, with another session on screen.
  await app.row('Looked at').click();
  await app.send(`!until ${back}\n!permission`);
  await app.row('Rings').click();
  await expect(app.page.getByRole('heading', { level: 1, name: '!say Rings' })).toBeVisible();
  await focus('focus');
  writeFileSync(back, '');
  await expect.poll(notifications.shown).toHaveLength(2);
  expect((await notifications.shown())[1]).toMatch(/^!say Looked at \| /);
  await expect(app.row('Looked at')).toContainText(words('status.needsYou'));
  await expect(app.needsYou.getByRole('button')).toHaveCount(2);
  await expect.poll(marked).toBe(2);
});

test('a turn that ended behind one is unread until it is looked at', async ({ openProject, folder }) => {
  const { app } = await openProject({ project: 'inbox' });
  await app.newSession('Fake');
  await app.send('!say Behind\n!permission\n!say and on');
  await expect(app.card('Permission request')).toBeVisible();
  await app.newSession('Fake');
  await app.send('!say In front');
  await expect(app.transcript.getByText('In front', { exact: true })).toBeVisible();
  await app.row('Behind').click();
  await app.card('Permission request').getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(app.row('Behind')).toContainText(/Idle/);
  const behind = join(folder, 'behind');
  await app.send(`!until ${behind}\n!say finished`);
  await app.row('In front').click();
  await expect(app.page.getByRole('heading', { level: 1, name: '!say In front' })).toBeVisible();
  writeFileSync(behind, '');
  await expect(app.row('Behind')).toContainText('Done, unread');
  await expect(app.row('In front')).not.toContainText('unread');
  await app.shot('sessions-unread');
  await app.row('Behind').click();
  await expect(app.row('Behind')).not.toContainText('unread');
  await fromRowMenu(app, 'In front', 'Mark as unread');
  await expect(app.row('In front')).toContainText('unread');
});

test('sessions are renamed, pinned, archived, brought back and deleted', async ({ openProject, launchApp }) => {
  const { app, agent } = await openProject({ project: 'shelf' });
  for (const title of ['Alpha', 'Beta', 'Gamma']) {
    await app.newSession('Fake');
    await app.send(`!say ${title}`);
    await expect(app.transcript.getByText(title, { exact: true })).toBeVisible();
  }
  await app.row('Gamma').getByRole('button').focus();
  await app.press('F2');
  const field = app.page.getByRole('textbox', { name: 'Session title' });
  await expect(field).toBeFocused();
  await field.fill('The third one');
  await app.press('Enter');
  await expect(app.row('The third one')).toBeVisible();
  await expect(app.page.getByRole('heading', { level: 1, name: 'The third one' })).toBeVisible();
  // The agent's own title does not take it away again.
  await app.send('!title From the agent\n!say titled');
  await expect(app.transcript.getByText('titled', { exact: true })).toBeVisible();
  await expect(app.row('The third one')).toBeVisible();

  await fromRowMenu(app, 'Alpha', 'Pin');
  await expect(app.sessions.first()).toContainText('Alpha');
  await expect(app.row('Alpha')).toContainText('pinned');
  await app.row('Beta').click({ button: 'right' });
  await app.shotInBothThemes('sessions-row-menu');
  await app.page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(app.row('Beta')).toBeHidden();
  await app.sidebar.getByRole('button', { name: /^Archived/ }).click();
  await app.row('Beta').click();
  await expect(app.page.getByText('This session is archived.')).toBeVisible();
  await expect(app.sendButton).toBeDisabled();
  await app.page.getByRole('button', { name: 'Take out of the archive' }).click();
  await expect(app.page.getByText('This session is archived.')).toBeHidden();

  await app.row('Beta').getByRole('button').focus();
  await app.press('Delete');
  const dialog = app.page.getByRole('dialog');
  await expect(dialog).toContainText('Delete this session?');
  await app.shotInBothThemes('sessions-delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(app.row('Beta')).toHaveCount(0);
  await expect(app.sessions).toHaveCount(2);
  await expect.poll(() => agent.run.log().filter((entry) => entry.in?.method === 'session/delete')).toHaveLength(1);
  await app.quit();
  const next = await launchApp();
  await expect(next.sessions).toHaveCount(2);
  await expect(next.row('The third one')).toBeVisible();
  await expect(next.sessions.first()).toContainText('Alpha');
});

test('AC-54: the inspector shows the frames of a connection, paired, filtered and copyable, and its noise', async ({
  openProject,
}) => {
  const { app } = await openProject({ project: 'wire' });
  await app.newSession('Fake');
  await app.send('!say Over the wire\n!noise 1001\n!permission');
  await app.card('Permission request').getByRole('button', { name: 'Allow once' }).click();
  await expect(app.row('Over the wire')).toContainText(/Done|Idle/);
  await app.press('Mod+Shift+i');
  await expect(app.page.getByRole('heading', { name: 'Protocol inspector' })).toBeVisible();
  const frames = app.page.getByRole('listbox', { name: 'Frames' });
  await expect(app.page.getByText(words('agents.noisyShort'), { exact: true })).toBeVisible();
  await frames.getByText('session/request_permission').click();
  const detail = app.page.getByRole('complementary', { name: /^Frame \d+$/ });
  await expect(detail.getByRole('textbox')).toHaveValue(/"optionId": "allow-once"/);
  await app.shotInBothThemes('inspector-frame');
  await detail.getByRole('button', { name: 'Go to the answer' }).click();
  await expect(detail.getByRole('textbox')).toHaveValue(/"outcome": "selected"/);
  await detail.getByRole('button', { name: 'Go to the request' }).click();
  await expect(detail.getByRole('textbox')).toHaveValue(/session\/request_permission/);
  // The keys of every list; Enter leads into the text.
  await frames.focus();
  const option = (at: number) => frames.locator(`[role="option"][aria-posinset="${at}"]`);
  await app.press('Home');
  await expect(option(1)).toHaveAttribute('aria-selected', 'true');
  await app.press('PageDown');
  await expect(option(11)).toHaveAttribute('aria-selected', 'true');
  await app.press('ArrowUp');
  await expect(option(10)).toHaveAttribute('aria-selected', 'true');
  await app.press('Enter');
  await expect(detail.getByRole('textbox')).toBeFocused();
  await app.page.getByRole('searchbox', { name: 'Filter by text' }).fill('session/prompt');
  await expect(frames.getByRole('option')).toHaveCount(1);
  await app.page.getByRole('searchbox', { name: 'Filter by text' }).fill('noise 1000');
  await expect(frames.getByRole('option')).toHaveText(/noise 1000/);
  await app.page.getByRole('button', { name: 'Back' }).click();
  await expect(app.transcript).toBeVisible();
  await expect(app.page.getByText(words('agents.noisy'))).toBeVisible();
});

test('agents are added, tested, edited and removed in the settings', async ({ launchApp, home, folder, project }) => {
  const { setting } = fakeAgent(folder, { name: 'Fake' });
  writeSettings(home, { agents: [], somethingUnknown: { kept: true } });
  const app = await launchApp({ args: [project('settings')] });
  await expect(app.page.getByRole('heading', { name: 'New session' })).toBeVisible();
  await app.press('Mod+,');
  await expect(app.page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await app.shotInBothThemes('settings-general');
  await app.page
    .getByRole('button', { name: 'Agents', exact: true })
    .or(app.page.getByRole('tab', { name: 'Agents' }))
    .click();
  await app.page.getByRole('button', { name: 'Add an agent' }).click();
  const form = app.page.getByRole('form', { name: 'Add an agent' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Give it a name')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('My agent');
  await expect(form.getByRole('textbox', { name: 'Id', exact: true })).toHaveValue('my-agent');
  await form.getByRole('textbox', { name: 'Command' }).fill('no-such-program-anywhere');
  await form.getByRole('button', { name: 'Test' }).click();
  await expect(form.getByText(/“no-such-program-anywhere” was not found/)).toBeVisible();
  await form.getByRole('textbox', { name: 'Command' }).fill(setting.command);
  await form.getByRole('button', { name: 'Add an argument' }).click();
  await form.getByRole('textbox', { name: 'Argument 1', exact: true }).fill(setting.args?.[0] ?? '');
  await form.getByRole('button', { name: 'Test' }).click();
  await expect(form.getByText('It answers.')).toBeVisible();
  await expect(form.getByText(/1\.0\.0/)).toBeVisible();
  await app.shotInBothThemes('settings-agent-form');
  await form.getByRole('button', { name: 'Save' }).click();
  const card = app.page.getByRole('region', { name: 'My agent' });
  await expect(card).toContainText('your own');
  await app.shotInBothThemes('settings-agents');

  await card.getByRole('button', { name: 'Edit My agent' }).click();
  const edit = app.page.getByRole('form', { name: 'Edit My agent' });
  await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('Renamed agent');
  // As at 200 %: a long name of a variable is whole in its field.
  await edit.getByRole('button', { name: words('agents.addEnv') }).click();
  const variable = edit.getByRole('textbox', { name: words('agents.envName', { number: '1' }), exact: true });
  await variable.fill('SIGNALBOX_HARBOUR_MASTERS_TOKEN');
  await app.page.setViewportSize({ width: 640, height: 400 });
  await expect.poll(() => variable.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await app.page.setViewportSize({ width: 1280, height: 800 });
  await edit.getByRole('button', { name: words('agents.removeEnv', { number: '1' }), exact: true }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  const renamed = app.page.getByRole('region', { name: 'Renamed agent' });
  await expect(renamed).toBeVisible();
  await app.newSession('Renamed agent');
  await app.send('!say From the new agent');
  await expect(app.transcript.getByText('From the new agent', { exact: true })).toBeVisible();

  await app.press('Mod+,');
  await app.page
    .getByRole('button', { name: 'Agents', exact: true })
    .or(app.page.getByRole('tab', { name: 'Agents' }))
    .click();
  await renamed.getByRole('button', { name: 'More, Renamed agent' }).click();
  await app.page.getByRole('menuitem', { name: 'Remove' }).click();
  await app.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(renamed).toBeHidden();
  const gemini = app.page.getByRole('region', { name: 'Gemini' });
  await gemini.getByRole('button', { name: 'More, Gemini' }).click();
  await app.page.getByRole('menuitem', { name: 'Remove' }).click();
  await app.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(gemini).toBeHidden();
  await app.page.getByRole('button', { name: /Restore/ }).click();
  await expect(gemini).toBeVisible();

  await app.quit();
  const stored: unknown = JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8'));
  expect(stored).toMatchObject({ agents: [], hiddenAgents: [], somethingUnknown: { kept: true } });
});

test('a prompt goes out while the agent works in the background, and F2 renames the session on screen', async ({
  openProject,
}) => {
  const { app } = await openProject();
  await app.newSession('Fake');
  await app.send('!say first answer\n!later 50 !stream 4000 20');
  await expect(app.transcript.getByText('first answer', { exact: true })).toBeVisible();
  // The prompt is answered; what still comes is a turn of the agent's own.
  await expect(app.stopButton).toBeVisible();
  await app.message.fill('!say second answer');
  await expect(app.sendButton).toBeEnabled();
  await expect(app.message).toHaveAttribute('placeholder', 'Reply, / for commands, @ for files');
  await app.sendButton.click();
  await expect(app.transcript.getByText('second answer', { exact: true })).toBeVisible();
  await app.stopButton.click();

  const title = app.page.getByRole('textbox', { name: 'Session title' });
  await app.message.focus();
  await app.press('F2');
  await expect(title).toBeHidden();
  await app.transcript.focus();
  await app.press('F2');
  await title.fill('Background work');
  await app.press('Enter');
  await expect(app.page.getByRole('heading', { name: 'Background work', level: 1 })).toBeVisible();

  // As at 200 %: a long one is named whole, and its field begins with its beginning.
  const long = 'What the harbour master said of the lights, the cranes and the ships that wait outside';
  await app.press('F2');
  await title.fill(long);
  await app.press('Enter');
  await app.page.setViewportSize({ width: 640, height: 400 });
  const heading = app.page.getByRole('heading', { name: long, level: 1 });
  await expect(heading).toHaveAttribute('title', long);
  await app.transcript.focus();
  await app.press('F2');
  await expect(title).toBeFocused();
  const isCutAtItsEnd = () =>
    title.evaluate(({ scrollLeft, scrollWidth, clientWidth }) => scrollLeft === 0 && scrollWidth > clientWidth);
  await expect.poll(isCutAtItsEnd).toBe(true);
  expect(await title.evaluate((field: HTMLInputElement) => field.selectionEnd)).toBe(long.length);
});
