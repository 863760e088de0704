import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { fakeAgentLogsBelow, readFakeAgentLog } from '../agents/fakeAgentRun';
import { faultsOfLog } from '../support/engine/faultsOfLog';
import { type LaunchOptions, RunningApp } from './runningApp';
import { processesNaming } from './processes';
import { type FakeAgent, type FakeAgentOptions, fakeAgent, writeSettings } from './settings';

// The built app in a real window, in a profile of its own. Everything a test starts is ended after it; what page or
// engine complained of fails the test, and so does a process that stays behind, and whatever a fake agent was sent that
// is not as the official schema has it.

export { expect };

interface Fixtures {
  /** The test's folder; everything it writes lies in it. */
  folder: string;
  /** The profile of launches that name no other. */
  home: string;
  /** A new empty folder to work in, by its name. */
  project: (name: string) => string;
  launchApp: (options?: Partial<LaunchOptions>) => Promise<RunningApp>;
  /** The app with one scripted agent, named Fake unless said, on a project, named orchard unless said. */
  openProject: (options?: OpenedProject) => Promise<{ app: RunningApp; agent: FakeAgent }>;
}

export interface OpenedProject extends Partial<FakeAgentOptions> {
  /** Beside its agent. */
  settings?: Readonly<Record<string, unknown>>;
  project?: string;
}

export const test = base.extend<Fixtures>({
  folder: async ({ browserName: _unused }, provide) => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-e2e-'));
    await provide(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  home: async ({ folder }, provide) => {
    const home = join(folder, 'home');
    mkdirSync(home);
    await provide(home);
  },
  project: async ({ folder }, provide) => {
    await provide((name) => {
      const path = join(folder, 'projects', name);
      mkdirSync(path, { recursive: true });
      return path;
    });
  },
  launchApp: async ({ folder, home }, provide) => {
    const apps: RunningApp[] = [];
    await provide(async (options = {}) => {
      const app = await RunningApp.launch({ home, ...options });
      apps.push(app);
      return app;
    });
    for (const app of apps) await app.end();
    await expect.poll(() => processesNaming(folder), { message: 'no process stays behind' }).toEqual([]);
    expect(apps.flatMap((app) => app.complaints)).toEqual([]);
    const faults = fakeAgentLogsBelow(folder).flatMap((file) => faultsOfLog(readFakeAgentLog(file)));
    expect(faults, 'what was sent to fake agents is valid').toEqual([]);
  },
  openProject: async ({ folder, home, project, launchApp }, provide) => {
    await provide(async ({ settings, project: name = 'orchard', ...options } = {}) => {
      const agent = fakeAgent(folder, { name: 'Fake', ...options });
      writeSettings(home, { ...settings, agents: [agent.setting] });
      return { app: await launchApp({ args: [project(name)] }), agent };
    });
  },
});
