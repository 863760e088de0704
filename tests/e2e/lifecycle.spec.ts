import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { isAlive } from '../agents/processHelpers';
import { timed } from '../support/withinTime';
import { expect, test } from './app';
import { processesNaming } from './processes';
import { appFolder, electronExecutable, inherited, rootFlags, type RunningApp } from './runningApp';
import { type FakeAgent, fakeAgent, writeSettings } from './settings';
import { words } from './words';

const INTERRUPTED = words('notices.turn.interrupted');

/** The process of the fake agent that was prompted last. */
const agentPid = ({ run }: FakeAgent): number =>
  run.log().findLast((entry) => entry.in?.method === 'session/prompt')?.pid ?? -1;
/** How many of its processes were given a session: those that are only asked how they are come when the machine is free. */
const starts = ({ run }: FakeAgent): number =>
  new Set(run.log().flatMap((entry) => (entry.in?.method?.startsWith('session/') === true ? [entry.pid] : []))).size;
const received = ({ run }: FakeAgent, method: string): number =>
  run.log().filter((entry) => entry.in?.method === method).length;

/** A session whose turn goes on until it is stopped. */
async function startEndlessTurn(app: RunningApp, agent: string, words: string): Promise<void> {
  await app.newSession(agent);
  await app.send(`!say ${words}\n!hang`);
  await expect(app.transcript.getByText(words, { exact: true })).toBeVisible();
}

/** What the store holds as the draft of any session, read past the running app. */
function storedDrafts(home: string): string[] {
  const database = new DatabaseSync(join(home, 'signalbox.db'), { readOnly: true });
  try {
    return database
      .prepare('SELECT text FROM draft')
      .all()
      .map((row) => String(row['text']));
  } finally {
    database.close();
  }
}

test('a folder on the command line opens as a project, and the first prompt names the session', async ({
  openProject,
}) => {
  const { app } = await openProject();
  await expect(app.page.getByRole('heading', { name: 'New session' })).toBeVisible();
  await app.newSession('Fake');
  await app.send('!say Hello there\n!say and more');
  await expect(app.transcript.getByText('Hello there').first()).toBeVisible();
  await expect(app.row('!say Hello there')).toContainText(/Done|Idle/);
  await expect(app.page.getByRole('heading', { level: 1, name: '!say Hello there', exact: true })).toBeVisible();
  await app.shot('lifecycle-command-line');
});

test('the place of the window and the session on screen are there again at the next start', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  writeSettings(home, { agents: [fakeAgent(folder, { name: 'Fake' }).setting] });
  const place = { x: 60, y: 40, width: 980, height: 640 };
  const first = await launchApp({ args: [project('orchard')] });
  await first.newSession('Fake');
  await first.send('!say The older one');
  await expect(first.transcript.getByText('The older one', { exact: true })).toBeVisible();
  await first.newSession('Fake');
  await first.send('!say The newer one');
  await expect(first.transcript.getByText('The newer one', { exact: true })).toBeVisible();
  await first.row('The older one').click();
  await expect(first.transcript.getByText('The older one', { exact: true })).toBeVisible();
  await first.electron.evaluate(
    ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds),
    place,
  );
  await first.quit();

  const second = await launchApp();
  await expect(second.transcript.getByText('The older one', { exact: true })).toBeVisible();
  await expect(second.sessions).toHaveCount(2);
  expect(await second.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())).toEqual(
    place,
  );
  await second.shot('lifecycle-returned');
});

test('closing the window while a turn runs asks; kept running it comes back by a second start', async ({
  openProject,
  launchApp,
  home,
  project,
}) => {
  const { app, agent } = await openProject();
  await startEndlessTurn(app, 'Fake', 'Working on it');

  const asked = await app.answerMessageBoxes('Cancel');
  await app.closeWindow();
  await expect.poll(asked).toHaveLength(1);
  expect((await asked())[0]).toContain('A session is still working.\nKeep them running');
  expect((await asked())[0]).toContain('Keep Running\nStop and Quit\nCancel');
  expect(await app.windowIsVisible()).toBe(true);

  await app.answerMessageBoxes('Keep Running');
  await app.closeWindow();
  await expect.poll(() => app.windowIsVisible()).toBe(false);
  expect(isAlive(agentPid(agent))).toBe(true);

  const other = project('meadow');
  const second = spawn(electronExecutable, [...rootFlags, appFolder, other], {
    env: { ...inherited(), SIGNALBOX_HOME: home },
    stdio: 'ignore',
  });
  const [code] = await once(second, 'exit');
  expect(code).toBe(0);
  await expect.poll(() => app.windowIsVisible()).toBe(true);
  await expect(app.sidebar.getByRole('heading', { name: 'meadow' })).toBeVisible();
  await expect(app.row('Working on it')).toContainText('Working');

  const again = await app.answerMessageBoxes('Stop and Quit');
  await app.closeWindow();
  await app.exited();
  expect(await again().catch(() => [])).toEqual([]);
  expect(isAlive(agentPid(agent))).toBe(false);

  const next = await launchApp();
  await next.row('Working on it').click();
  await expect(next.transcript.getByText('Working on it', { exact: true })).toBeVisible();
  await expect(next.transcript.getByText(INTERRUPTED)).toBeVisible();
  await expect(next.row('Working on it')).toContainText('Interrupted');
  await next.shot('lifecycle-interrupted');
});

test('closing the window while nothing runs asks nothing and ends the app', async ({ launchApp, project }) => {
  const app = await launchApp({ args: [project('orchard')] });
  await expect(app.page.getByRole('heading', { name: 'New session' })).toBeVisible();
  await app.closeWindow();
  await app.exited();
});

for (const way of ['quitting', 'closing the window'] as const) {
  test(`what was typed in the last moment before ${way} is there again`, async ({ openProject, launchApp }) => {
    const { app } = await openProject();
    await app.newSession('Fake');
    await app.send('!say Hello');
    await expect(app.transcript.getByText('Hello', { exact: true })).toBeVisible();
    await app.message.fill('typed at the last moment');
    if (way === 'quitting') await app.quit();
    else {
      const gone = app.exited();
      await app.closeWindow();
      await gone;
    }
    const next = await launchApp();
    await expect(next.message).toHaveValue('typed at the last moment');
  });
}

test('AC-46: quitting ends five stubborn agents with all that they started within four seconds, in order', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  const stubborn = { ignoreStdinEnd: true, ignoreSigterm: true, children: 1 };
  const agents = ['One', 'Two', 'Three', 'Four', 'Five'].map((name) => fakeAgent(folder, { name, config: stubborn }));
  writeSettings(home, { agents: agents.map(({ setting }) => setting) });
  const app = await launchApp({ args: [project('orchard')] });
  for (const { setting } of agents) await startEndlessTurn(app, setting.name, `${setting.name} works`);
  // Each agent, its tool in a session of its own, and that tool's child in a third one.
  const inside = agents.map(agentPid);
  await expect.poll(() => processesNaming(join(folder, 'agent-')).length).toBe(15);

  // From the wish to quit until the last of them is gone (AC-46).
  const left = () => [...inside.filter(isAlive), ...processesNaming(join(folder, 'agent-'))];
  const { took, allowed } = await timed(4000, () => app.quit());
  expect(left()).toEqual([]);
  expect(took).toBeLessThan(allowed);

  const next = await launchApp();
  for (const { setting } of agents) await expect(next.row(`${setting.name} works`)).toContainText('Interrupted');
});

test('a page that crashes comes back by itself with the session as it was, while its turn goes on', async ({
  openProject,
  home,
}) => {
  const { app, agent } = await openProject();
  await startEndlessTurn(app, 'Fake', 'Still here');
  await app.message.fill('half a thought');
  await expect.poll(() => storedDrafts(home)).toContain('half a thought');
  const engine = await app.enginePid();
  app.expectComplaint(/page gone/);
  const loaded = app.electron.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((done) => {
        BrowserWindow.getAllWindows()[0]?.webContents.once('did-finish-load', () => done());
      }),
  );
  await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await loaded;
  await app.reattach();
  await expect(app.transcript.getByText('Still here', { exact: true })).toBeVisible();
  await expect(app.row('Still here')).toContainText('Working');
  await expect(app.message).toHaveValue('half a thought');
  await expect(app.page.getByText(words('appNotices.page.restarted'))).toBeVisible();
  await app.shot('lifecycle-page-crashed');
  await app.stopButton.click();
  await expect(app.transcript.getByText(words('notices.turn.cancelled'))).toBeVisible();
  expect(await app.enginePid()).toBe(engine);
  expect(starts(agent)).toBe(1);
});

test('an engine that is killed comes back by itself, says so, and sessions go on', async ({ openProject, home }) => {
  const { app, agent } = await openProject();
  await startEndlessTurn(app, 'Fake', 'Said before');
  await app.message.fill('unsent words');
  await expect.poll(() => storedDrafts(home)).toContain('unsent words');
  const engine = await app.enginePid();
  const orphan = agentPid(agent);
  app.expectComplaint(/the engine ended/);
  process.kill(engine, 'SIGKILL');
  await expect(app.page.getByText(words('appNotices.engine.restarted'))).toBeVisible();
  expect(await app.enginePid()).not.toBe(engine);
  await expect(app.transcript.getByText('Said before', { exact: true })).toBeVisible();
  await expect(app.transcript.getByText(INTERRUPTED)).toBeVisible();
  await expect(app.row('Said before')).toContainText('Interrupted');
  await expect(app.message).toHaveValue('unsent words');
  await expect.poll(() => isAlive(orphan)).toBe(false);
  await app.shot('lifecycle-engine-killed');
  await app.send('!say Said after');
  await expect(app.transcript.getByText('Said after', { exact: true })).toBeVisible();
  expect(received(agent, 'session/resume')).toBe(1);
});

test('an engine that dies a fourth time within a minute is started again only when the person says so', async ({
  launchApp,
}) => {
  const app = await launchApp();
  app.expectComplaint(/the engine ended/);
  let before = -1;
  for (let death = 1; death <= 4; death += 1) {
    await expect.poll(() => app.enginePid()).not.toBe(before);
    // Up and heard of, so that what dies is an engine that works.
    await expect(app.page.getByText(words('app.reconnecting'))).toBeHidden();
    before = await app.enginePid();
    process.kill(before, 'SIGKILL');
  }
  await expect(app.page.getByRole('heading', { name: words('failure.engine.title') })).toBeFocused();
  await app.page.getByRole('button', { name: words('failure.tryAgain') }).click();
  await expect(app.sidebar).toBeVisible();
  await expect.poll(() => app.enginePid()).not.toBe(before);
});

test('AC-44: kill -9 of the app in the middle of a turn leaves no process, and transcript and drafts are there again', async ({
  openProject,
  launchApp,
  home,
}) => {
  const { app, agent } = await openProject({ config: { ignoreStdinEnd: true, ignoreSigterm: true } });
  await app.newSession('Fake');
  await app.send('!say Other session');
  await expect(app.transcript.getByText('Other session', { exact: true })).toBeVisible();
  await app.message.fill('draft of the other');
  await app.newSession('Fake');
  await app.send('!fork 2\n!fork 1 clean\n!stream 40 0\n!permission\n!hang');
  await expect(app.transcript.getByText('chunk-39')).toBeVisible();
  await expect(app.page.getByRole('region', { name: 'Permission request' })).toBeVisible();
  await app.message.fill('draft of this one');
  await expect.poll(() => storedDrafts(home).sort()).toEqual(['draft of the other', 'draft of this one']);
  // The agent, three tools in sessions of their own, and a child of each: all deaf to SIGTERM.
  await expect.poll(() => processesNaming(agent.run.logFile)).toHaveLength(7);

  await app.kill();
  await expect.poll(() => processesNaming(agent.run.logFile), { timeout: 5000 }).toEqual([]);
  await expect.poll(() => processesNaming(home), { timeout: 5000 }).toEqual([]);

  const next = await launchApp();
  await expect(next.transcript.getByText('chunk-39')).toBeVisible();
  await expect(next.transcript.getByText(INTERRUPTED)).toBeVisible();
  await expect(next.row('!fork')).toContainText('Interrupted');
  await expect(next.needsYou).toBeHidden();
  // The guard ended them all already, so the start found none to end and says nothing.
  await expect(next.page.getByText('that an earlier run left behind')).toHaveCount(0);
  await expect(next.message).toHaveValue('draft of this one');
  await next.shot('lifecycle-app-killed');
  await next.row('Other session').click();
  await expect(next.transcript.getByText('Other session', { exact: true })).toBeVisible();
  await expect(next.message).toHaveValue('draft of the other');
  await next.row('!fork').click();
  await next.send('!say We go on');
  await expect(next.transcript.getByText('We go on', { exact: true })).toBeVisible();
  expect(received(agent, 'session/resume')).toBe(1);
});

test('AC-51: kill -9 of the agent in the middle of a turn fails it within a second, and the next prompt goes on', async ({
  openProject,
}) => {
  const { app, agent } = await openProject({ config: { stderr: ['the last words of the agent'] } });
  await app.newSession('Fake');
  await app.send('!say Half done\n!openTool\n!hang');
  await expect(app.transcript.getByText('Half done', { exact: true })).toBeVisible();
  await expect(app.row('Half done')).toContainText('Working');

  const { took, allowed } = await timed(1000, async () => {
    process.kill(agentPid(agent), 'SIGKILL');
    await expect(app.row('Half done')).toContainText('Failed');
  });
  expect(took).toBeLessThan(allowed);
  const failure = app.page.getByRole('region', { name: 'The turn failed' });
  await expect(failure).toContainText('SIGKILL');
  await failure.getByText(words('errors.detail')).click();
  await expect(failure).toContainText('the last words of the agent');
  await expect(app.transcript.getByText('Half done', { exact: true })).toBeVisible();
  await expect(app.stopButton).toBeHidden();
  await app.shot('lifecycle-agent-killed');
  // Nothing starts it again behind the person's back.
  expect(starts(agent)).toBe(1);
  await app.send('!say Back again');
  await expect(app.transcript.getByText('Back again', { exact: true })).toBeVisible();
  await expect(app.row('Half done')).toContainText(/Done|Idle/);
  expect(starts(agent)).toBe(2);
  expect(received(agent, 'session/resume')).toBe(1);
});

test('projects are picked, dropped and removed, and the files in them stay', async ({ launchApp, project }) => {
  const app = await launchApp();
  const picked = project('picked');
  const dropped = project('dropped');
  writeFileSync(join(picked, 'kept.txt'), 'kept');
  await expect(app.page.getByRole('heading', { name: 'Run your agents from one place' })).toBeVisible();
  await app.shot('first-start');
  const opened = await app.pickFolder(null);
  await app.page.getByRole('button', { name: 'Open a folder…' }).click();
  await expect.poll(opened).toBe(1);
  await app.pickFolder(picked);
  await app.page.getByRole('button', { name: 'Open a folder…' }).click();
  await expect(app.sidebar.getByRole('heading', { name: 'picked' })).toBeVisible();
  await expect(app.page.getByRole('heading', { name: 'New session' })).toBeVisible();

  const cdp = await app.page.context().newCDPSession(app.page);
  const data = { items: [], files: [dropped], dragOperationsMask: 1 };
  await cdp.send('Input.dispatchDragEvent', { type: 'dragEnter', x: 600, y: 400, data });
  await cdp.send('Input.dispatchDragEvent', { type: 'dragOver', x: 600, y: 400, data });
  await expect(app.page.getByText('Drop a folder to add it as a project')).toBeVisible();
  await app.shot('project-drop');
  await cdp.send('Input.dispatchDragEvent', { type: 'drop', x: 600, y: 400, data });
  await expect(app.sidebar.getByRole('heading', { name: 'dropped' })).toBeVisible();
  expect(app.page.url()).toBe('app://signalbox/');

  await app.sidebar.getByRole('heading', { name: 'picked' }).hover();
  await app.page.getByRole('button', { name: 'Actions for picked' }).click();
  await app.page.getByRole('menuitem', { name: 'Remove from Signalbox…' }).click();
  const dialog = app.page.getByRole('alertdialog').or(app.page.getByRole('dialog'));
  await expect(dialog).toContainText(`The files in ${picked} are not touched.`);
  await app.shot('project-remove');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(app.sidebar.getByRole('heading', { name: 'picked' })).toBeHidden();
  expect(readFileSync(join(picked, 'kept.txt'), 'utf8')).toBe('kept');
  await app.quit();
  const next = await launchApp();
  await expect(next.sidebar.getByRole('heading', { level: 2 })).toHaveText(['dropped']);
});

test('a project whose folder was moved says so and is pointed at the new place', async ({
  launchApp,
  home,
  folder,
  project,
}) => {
  const agent = fakeAgent(folder, { name: 'Fake' });
  writeSettings(home, { agents: [agent.setting] });
  const before = project('before');
  const after = join(folder, 'projects', 'after');
  const first = await launchApp({ args: [before] });
  await first.newSession('Fake');
  await first.send('!cwd');
  await expect(first.transcript.getByText(before)).toBeVisible();
  await first.quit();
  renameSync(before, after);

  const app = await launchApp();
  await expect(app.sidebar.getByText('folder missing')).toBeVisible();
  await expect(app.page.getByText(`The folder ${before} is not there.`)).toBeVisible();
  await expect(app.transcript.getByText(before)).toBeVisible();
  await expect(app.sendButton).toBeDisabled();
  await app.shot('project-missing');
  await app.pickFolder(after);
  await app.page.getByRole('button', { name: 'Point at the new place…' }).click();
  await expect(app.sidebar.getByText('folder missing')).toBeHidden();
  await app.send('!cwd');
  await expect(app.transcript.getByText(after)).toBeVisible();
  expect(existsSync(before)).toBe(false);
});

test('a settings file that cannot be read is set aside and said so, and the app starts', async ({
  launchApp,
  home,
}) => {
  writeFileSync(join(home, 'settings.json'), '{ "agents": [');
  const app = await launchApp();
  await expect(app.page.getByText(/settings\.json/)).toBeVisible();
  await app.shot('settings-set-aside');
});
