import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { z } from 'zod';
import { type MockModelServer, start } from '../agents/mockModelServer';
import { expect, test } from './app';
import { environmentOf, processesWith } from './processes';
import { installAgent } from './realAgents/installAgent';
import { freshHome, realAgents, type RealAgent } from './realAgents/realAgents';
import {
  answerPermission,
  chooseMode,
  signInByKey,
  signInCard,
  transcriptRow,
  transcriptRows,
  turnEnded,
} from './realAgents/sessionInWindow';
import { faultsOfSent, methodsSent, readWireLog, runsWithSession } from './realAgents/wireLog';
import type { RunningApp } from './runningApp';
import { writeSettings } from './settings';
import { words } from './words';

// Agents that others wrote, as the registry gives them, driven from the window against a model of our own on this machine.
// `npm run test:agents -- --all` takes all of them. What went over the wire is left in test-results/ for whoever looks.

const chosen = process.env['SIGNALBOX_AGENTS'] === 'all' ? realAgents : realAgents.slice(0, 1);

let model: MockModelServer;
test.beforeAll(async () => {
  model = await start();
});
test.afterAll(() => model.close());

for (const agent of chosen) {
  const signsIn = agent.signedOut === undefined ? '' : 'wants a sign-in, ';
  test(`${agent.name} ${signsIn}works, asks, is refused, is stopped, and goes on after a restart`, async ({
    folder,
    home,
    project,
    launchApp,
  }) => {
    const orchard = project('orchard');
    const agentHome = join(folder, 'agent-home');
    const wireLog = resolve('test-results', `real-${agent.id}.jsonl`);
    await test.step('install', () => setUp(agent, { home, agentHome, wireLog }));

    const first = await launchApp({ args: [orchard] });
    await first.newSession(agent.name);
    await firstDay(first, agent, orchard);
    const rows = await transcriptRows(first);
    await first.shot(`real-${agent.id}`);
    await quitLeavesNothing(first, agentHome);

    if (agent.forgetsWithinTheMinute) await nextMinute();
    const nextDay: NextDay = { agent, agentHome, wireLog, launch: () => launchApp({ args: [orchard] }) };
    const rowsThen = await goesOn(nextDay, { before: rows, by: agent.takesUpBy });
    if (agent.loadsToo) {
      setEnvironment(home, { RECORD_WIRE_WITHOUT_RESUME: '1' });
      await goesOn(nextDay, { before: rowsThen, by: 'session/load' });
    }

    expect(faultsOfSent(readWireLog(wireLog)), 'what Signalbox sent, by the official schema').toEqual([]);
    expect(model.failures).toEqual([]);
  });
}

interface NextDay {
  agent: RealAgent;
  agentHome: string;
  wireLog: string;
  launch: () => Promise<RunningApp>;
}

/**
 * After a restart: the rows `before` are there without the agent, its next run takes the session up as said, the rows stay as they were, and one more turn is had. Answers the rows with that turn.
 */
async function goesOn(
  { agent, agentHome, wireLog, launch }: NextDay,
  { before, by }: { before: readonly string[]; by: RealAgent['takesUpBy'] },
): Promise<string[]> {
  return test.step(`the next day, by ${by}`, async () => {
    const runs = runsWithSession(wireLog).length;
    const app = await launch();
    await app.row('RUN echo').getByRole('button').click();
    await expect(app.transcript).toContainText('Stopped by you');
    expect(await transcriptRows(app)).toEqual(before);
    expect(runsWithSession(wireLog), 'a session is read without its agent').toHaveLength(runs);

    await app.send('Say hello again.');
    await expect(app.transcript.locator('[data-index]')).toHaveCount(before.length + 2);
    await expect(app.transcript.locator('[data-index]').last()).toContainText('Hello from the mock model.');
    await turnEnded(app);
    const rows = await transcriptRows(app);
    expect(rows.slice(0, before.length)).toEqual(before);
    expect(rows).toHaveLength(before.length + 2);
    await app.shot(`real-${agent.id}-${by.replace('/', '-')}`);
    await quitLeavesNothing(app, agentHome);

    const methods = methodsSent(runsWithSession(wireLog)[runs]);
    expect(methods.filter((method) => /^session\/(new|load|resume)$/.test(method))).toEqual([by]);
    return rows;
  });
}

async function firstDay(app: RunningApp, agent: RealAgent, project: string): Promise<void> {
  // Before anything is said: the session itself is refused.
  if (agent.signedOut !== undefined) await expect(signInCard(app, agent.name)).toBeVisible();
  for (const mode of agent.modes) await chooseMode(app, mode);

  await test.step('a tool that is allowed runs', async () => {
    await app.send(`RUN echo made-by-${agent.id} > made.txt && cat made.txt`);
    if (agent.signedOut !== undefined) await signIn(app, agent, agent.signedOut);
    await answerPermission(app, 'made.txt', agent.allow);
    await expect(app.transcript).toContainText(new RegExp(`Done\\. Tool said: .*made-by-${agent.id}`, 's'));
    await turnEnded(app);
    expect(readFileSync(join(project, 'made.txt'), 'utf8')).toBe(`made-by-${agent.id}\n`);
  });

  await test.step('a tool that is rejected does not', async () => {
    await app.send('RUN touch refused.txt');
    await answerPermission(app, 'refused.txt', agent.reject);
    await turnEnded(app);
    const answered = transcriptRow(app, `You chose “${agent.reject}”`);
    const tool = transcriptRow(app, /^Run.*touch refused\.txt/s);
    if (agent.tellsRejectedTool) {
      await expect(answered).toBeVisible();
      await expect(tool.getByText('rejected', { exact: true })).toBeVisible();
    } else {
      await expect(answered).toContainText('touch refused.txt');
      await expect(tool).toBeHidden();
    }
    expect(existsSync(join(project, 'refused.txt'))).toBe(false);
  });

  await test.step('a turn is stopped', async () => {
    await app.send('SLOW');
    await expect(app.transcript).toContainText('word3');
    await app.stopButton.click();
    await turnEnded(app);
    await expect(transcriptRow(app, /word3/)).not.toContainText('word59');
    expect((await transcriptRows(app)).at(-1)).toContain('Stopped by you');
  });
}

/** The card with the agent's own ways, the message that waits meanwhile, and a key. */
async function signIn(app: RunningApp, agent: RealAgent, { offers, variable }: NonNullable<RealAgent['signedOut']>) {
  await test.step('a sign-in is wanted', async () => {
    const card = signInCard(app, agent.name);
    await expect(card.getByRole('listitem')).toHaveText([...offers]);
    await expect(card).toContainText(words('signIn.promptKept'));
    await app.shotInBothThemes(`real-${agent.id}-sign-in`);
    await signInByKey(app, agent.name, variable);
  });
}

/** Settings that know the agent, with the recorder between the two, and a home for the agent alone. */
async function setUp(agent: RealAgent, place: { home: string; agentHome: string; wireLog: string }): Promise<void> {
  const bin = await installAgent(agent.spec);
  rmSync(place.wireLog, { force: true });
  const env = {
    ...freshHome(place.agentHome),
    ...agent.setUp({ home: place.agentHome, modelUrl: model.url }),
    PATH: [bin, process.env['PATH']].join(delimiter),
  };
  const args = [resolve('tests/agents/recordWire.mjs'), place.wireLog, agent.program, ...agent.args];
  const setting = { id: agent.id, name: agent.name, command: process.execPath, args, env, adapter: agent.id };
  writeSettings(place.home, { agents: [setting] });
}

/** Adds to the environment of the one agent, between two runs of the app. */
function setEnvironment(home: string, added: Record<string, string>): void {
  const { agents, ...others } = Settings.parse(JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8')));
  writeSettings(home, { ...others, agents: agents.map((agent) => ({ ...agent, env: { ...agent.env, ...added } })) });
}

const Settings = z.looseObject({
  agents: z.array(
    z.looseObject({ id: z.string(), name: z.string(), command: z.string(), env: z.record(z.string(), z.string()) }),
  ),
});

function nextMinute(): Promise<void> {
  const minute = new Date().getMinutes();
  return expect.poll(() => new Date().getMinutes(), { timeout: 70_000 }).not.toBe(minute);
}

/** Quits, and looks for processes with the mark of the agent's run: they may have left its group, and their parents. */
async function quitLeavesNothing(app: RunningApp, agentHome: string): Promise<void> {
  const ours = processesWith(`HOME=${agentHome}`);
  const marks = new Set(ours.map((pid) => environmentOf(pid)['SIGNALBOX_RUN']));
  expect([...marks]).toEqual([expect.any(String)]);
  await app.quit();
  for (const mark of marks)
    expect(processesWith(`SIGNALBOX_RUN=${mark}`), 'processes that outlived the app').toEqual([]);
  expect(processesWith(`HOME=${agentHome}`), 'processes that outlived the app').toEqual([]);
}
