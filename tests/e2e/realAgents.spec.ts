import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { start } from '../agents/mockModelServer';
import { installAgent } from './realAgents/installAgent';
import { markedProcesses } from './realAgents/markedProcesses';
import { freshHome, realAgents, type RealAgent } from './realAgents/realAgents';
import { SessionPage } from './realAgents/sessionPage';
import { faultsOfSent, methodsSent, readWireLog } from './realAgents/wireLog';

// Agents that others wrote, as the registry gives them, driven from the window against a model of our own on this machine.
// `npm run test:agents -- --all` takes all of them.

const chosen = process.env['SIGNALBOX_AGENTS'] === 'all' ? realAgents : realAgents.slice(0, 1);

interface Stage {
  /** Signalbox's own profile. */
  profile: string;
  project: string;
  /** The agent's home. */
  home: string;
  wireLog: string;
}

for (const agent of chosen) {
  test(`${agent.name} works, asks, is refused, is stopped, and goes on after a restart`, async () => {
    const bin = await installAgent(agent.spec);
    const model = await start();
    const folder = mkdtempSync(join(realpathSync(tmpdir()), `signalbox-${agent.id}-`));
    try {
      const stage = prepare(agent, folder, bin, model.url);
      await firstDay(agent, stage);
      await nextDay(agent, stage);
      expect(faultsOfSent(readWireLog(stage.wireLog)), 'what Signalbox sent, by the official schema').toEqual([]);
      expect(model.failures).toEqual([]);
    } finally {
      // What went over the wire tells most when a test fails.
      if (existsSync(join(folder, 'wire.jsonl'))) copyFileSync(join(folder, 'wire.jsonl'), `test-results/real-${agent.id}.jsonl`);
      await model.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
}

/** A profile whose settings know the agent, with the recorder between the two; a project; a home for the agent. */
function prepare(agent: RealAgent, folder: string, bin: string, modelUrl: string): Stage {
  const stage = {
    profile: join(folder, 'profile'),
    project: join(folder, 'orchard'),
    home: join(folder, 'home'),
    wireLog: join(folder, 'wire.jsonl'),
  };
  mkdirSync(stage.profile);
  mkdirSync(stage.project);
  const env = {
    ...freshHome(stage.home),
    ...agent.setUp({ home: stage.home, modelUrl }),
    PATH: [bin, process.env['PATH']].join(delimiter),
  };
  const args = [resolve('tests/agents/recordWire.mjs'), stage.wireLog, agent.program, ...agent.args];
  const config = { id: agent.id, name: agent.name, command: process.execPath, args, env, adapter: agent.id };
  writeFileSync(join(stage.profile, 'settings.json'), JSON.stringify({ agents: [config] }));
  return stage;
}

let rowsOfFirstDay: string[] = [];

async function firstDay(agent: RealAgent, stage: Stage): Promise<void> {
  const { app, session } = await SessionPage.launch(stage);
  try {
    await session.begin(agent.name);
    for (const mode of agent.modes) await session.chooseMode(mode);

    await test.step('a tool that is allowed runs', async () => {
      await session.send(`RUN echo made-by-${agent.id} > made.txt && cat made.txt`);
      await expect(session.permission).toContainText('made.txt');
      await session.answer(agent.allow);
      await expect(session.transcript).toContainText(`Done. Tool said: made-by-${agent.id}`);
      await session.turnEnded();
      expect(readFileSync(join(stage.project, 'made.txt'), 'utf8')).toBe(`made-by-${agent.id}\n`);
    });

    await test.step('a tool that is rejected does not', async () => {
      await session.send('RUN touch rejected.txt');
      await expect(session.permission).toContainText('rejected.txt');
      await session.answer(agent.reject);
      await session.turnEnded();
      await expect(session.transcript).toContainText(/rejected/i);
      expect(existsSync(join(stage.project, 'rejected.txt'))).toBe(false);
    });

    await test.step('a turn is stopped', async () => {
      await session.send('SLOW');
      await expect(session.transcript).toContainText('word3');
      await session.stop();
      await session.turnEnded();
      await expect(session.transcript).toContainText('You stopped this turn.');
      await expect(session.transcript).not.toContainText('word59');
    });

    rowsOfFirstDay = await session.rows();
    await session.screenshot(`real-${agent.id}.png`);
    if (process.platform === 'linux') expect(markedProcesses(stage.home)).not.toEqual([]);
  } catch (error) {
    await session.screenshot(`real-${agent.id}-failed.png`);
    throw error;
  } finally {
    await app.close();
  }
  expect(markedProcesses(stage.home), 'processes that outlived the app').toEqual([]);
}

async function nextDay(agent: RealAgent, stage: Stage): Promise<void> {
  const { app, session } = await SessionPage.launch(stage);
  try {
    await session.open('RUN echo');
    await expect(session.transcript).toContainText('You stopped this turn.');
    expect(await session.rows()).toEqual(rowsOfFirstDay);
    expect(readWireLog(stage.wireLog), 'a session is read without its agent').toHaveLength(1);

    await session.send('Say hello again.');
    await expect(session.transcript).toContainText('Hello from the mock model.');
    await session.turnEnded();
    const rows = await session.rows();
    expect(rows.slice(0, rowsOfFirstDay.length)).toEqual(rowsOfFirstDay);
    expect(rows).toHaveLength(rowsOfFirstDay.length + 2);

    const methods = methodsSent(readWireLog(stage.wireLog)[1]);
    expect(methods).not.toContain('session/new');
    expect(methods).toContain(agent.takesUpBy);
    await session.screenshot(`real-${agent.id}-next-day.png`);
  } catch (error) {
    await session.screenshot(`real-${agent.id}-failed.png`);
    throw error;
  } finally {
    await app.close();
  }
  expect(markedProcesses(stage.home), 'processes that outlived the app').toEqual([]);
}
