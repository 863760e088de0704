import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '@shared/clock';
import type { EngineNews, EngineStart, EngineToHost, HostCalls } from '@shared/ipc/host';
import type { AdapterId, AgentConfig, Settings } from '@shared/settings';
import { type Engine, startEngine } from '../../../src/main/composeEngine';
import { HostPort } from '../../../src/main/ipc/hostPort';
import { fakeAgentRun, type FakeAgentRun } from '../../agents/fakeAgentRun';
import { faultsOfLog } from './faultsOfLog';
import type { Port } from '../../../src/main/ipc/port';
import { Page } from './page';
import { channel } from './ports';
import type { SessionView } from './sessionView';
import { Watched } from './watched';

export interface TestAgent {
  /** Start-up behaviour of tests/agents/fakeAgent.mjs. */
  config?: Record<string, unknown>;
  adapter?: AdapterId;
}

export interface ProfileOptions {
  /** Without it nothing is found: see buildSearchWorker. */
  searchWorkerFile?: string;
  /** Elsewhere than in the profile's folder: on a disk that fills up. */
  home?: string;
  /** Of the thread that searches files, where the test needs it (see bundle). */
  fileWorkerFile?: string;
  /** By id; `fake` with the generic adapter where none is given. */
  agents?: Record<string, TestAgent>;
  settings?: Partial<Omit<Settings, 'agents' | 'durations'>> & { durations?: Partial<Settings['durations']> };
}

type Answers = { [K in keyof HostCalls]?: (input: HostCalls[K]['input']) => HostCalls[K]['output'] };

/** A profile on disk with its agents; engines are started on it one after the other, as an app is. */
export class TestProfile {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'signalbox-engine-')));
  readonly home: string;
  readonly #runs = new Map<string, FakeAgentRun>();
  readonly #options: ProfileOptions;
  readonly #engines: TestEngine[] = [];

  constructor(options: ProfileOptions = {}) {
    this.#options = options;
    this.home = options.home ?? join(this.folder, 'home');
    mkdirSync(this.home, { recursive: true });
    for (const [id, agent] of Object.entries(options.agents ?? { fake: {} })) this.configure(id, agent.config);
    this.writeSettings();
  }

  /** The next start of the agent behaves so. */
  configure(agentId: string, config: Record<string, unknown> = {}): void {
    const folder = join(this.folder, agentId);
    mkdirSync(folder, { recursive: true });
    this.#runs.set(agentId, fakeAgentRun(folder, config));
  }

  settingsOf(id: string): AgentConfig {
    const { command, args, env } = this.agent(id);
    return {
      id,
      name: id,
      command,
      args,
      env,
      adapter: this.#options.agents?.[id]?.adapter ?? 'generic',
      secretEnv: [],
    };
  }

  writeSettings(): void {
    const agents = [...this.#runs.keys()].map((id) => this.settingsOf(id));
    writeFileSync(
      join(this.home, 'settings.json'),
      JSON.stringify({ dailyBackups: false, ...this.#options.settings, agents }),
    );
  }

  agent(agentId = 'fake'): FakeAgentRun {
    const run = this.#runs.get(agentId);
    if (run === undefined) throw new Error(`no agent ${agentId}`);
    return run;
  }

  /** Every process that an agent of this profile told of: its own and those that it started. */
  pids(): number[] {
    const logs = [...this.#runs.values()].flatMap((run) => run.log());
    return [...new Set(logs.flatMap(({ pid, child }) => (child === undefined ? [pid] : [pid, child])))];
  }

  /** A folder of its own for a project. */
  projectFolder(name = 'project'): string {
    const folder = join(this.folder, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  startOptions(): EngineStart {
    return {
      home: this.home,
      version: '0.0.0-test',
      systemLocale: 'en-GB',
      keychain: true,
      restarted: this.#engines.length > 0,
      demoWorkerFile: '',
      searchWorkerFile: this.#options.searchWorkerFile ?? '',
      backupWorkerFile: '',
      logFile: join(this.home, 'logs', 'main.log'),
      fileWorkerFile: this.#options.fileWorkerFile ?? '',
    };
  }

  async start(clock?: Clock): Promise<TestEngine> {
    const engine = await TestEngine.start(this, clock);
    this.#engines.push(engine);
    return engine;
  }

  /** Ends what still runs; then everything that any agent was sent must have been valid. */
  async dispose(): Promise<void> {
    for (const engine of this.#engines) {
      await engine.checkReplicas();
      await engine.shutdown();
    }
    const faults = [...this.#runs.values()].flatMap((run) => faultsOfLog(run.log()));
    rmSync(this.folder, { recursive: true, force: true });
    if (faults.length > 0) throw new Error(`what the agent was sent is not valid:\n${faults.join('\n')}`);
  }
}

/** The real engine in this process, with a page on a real MessageChannel. */
export class TestEngine {
  readonly profile: TestProfile;
  readonly page: Page;
  readonly news = new Watched<readonly EngineNews[]>('news');
  readonly answers: Answers = {};
  readonly #engine: Engine;
  #ended: Promise<void> | null = null;

  private constructor(profile: TestProfile, engine: Engine, news: readonly EngineNews[]) {
    this.profile = profile;
    this.#engine = engine;
    this.news.set(news);
    this.page = this.openPage();
  }

  static async start(profile: TestProfile, clock?: Clock): Promise<TestEngine> {
    const early: EngineNews[] = [];
    let started: TestEngine | null = null;
    const host = new HostPort((message: EngineToHost) => {
      if (message.t === 'ask') started?.onAsk(message);
      else if (started === null) early.push(message.news);
      else started.news.set([...started.news.current, message.news]);
    });
    const engine = await startEngine(profile.startOptions(), host, clock);
    started = new TestEngine(profile, engine, early);
    await started.page.list.until('its snapshot', () => true);
    await started.page.app.until('its snapshot', () => true);
    await started.page.agents.until('its snapshot', () => true);
    return started;
  }

  /** One more page, as another window or a reload has. */
  openPage(): Page {
    const { engine, page } = channel();
    this.#engine.receive({ t: 'page' }, engine);
    return new Page(page);
  }

  /** A page of which only the port is there. */
  connect(port: Port): void {
    this.#engine.receive({ t: 'page' }, port);
  }

  tell(news: Parameters<Engine['receive']>[0]): void {
    this.#engine.receive(news);
  }

  async addProject(name = 'project'): Promise<{ projectId: string; path: string }> {
    const added = await this.page.call.projects.add({ path: this.profile.projectFolder(name) });
    if (!added.ok) throw new Error(`the project was refused: ${JSON.stringify(added.error)}`);
    return added.value;
  }

  /** From the next start on the agent behaves so: its settings are saved as the person saves them. */
  async reconfigure(agentId: string, config: Record<string, unknown>): Promise<void> {
    this.profile.configure(agentId, config);
    const saved = await this.page.call.agents.save({ agent: this.profile.settingsOf(agentId), acceptPlain: false });
    if (!saved.ok) throw new Error(`the agent was refused: ${JSON.stringify(saved.error)}`);
  }

  /** A new session in the project, looked at by the page. */
  async newSession(projectId: string, agentId = 'fake'): Promise<SessionView> {
    const created = await this.page.call.sessions.create({ projectId, agentId });
    if (!created.ok) throw new Error(`the session was refused: ${JSON.stringify(created.error)}`);
    return this.page.session(created.value.sessionId);
  }

  /** What the page made of events must be what a page that comes now is told. */
  async checkReplicas(): Promise<void> {
    if (this.#ended !== null) return;
    for (const view of this.page.views) {
      if (view.isOver) continue;
      const fresh = await this.page.again(view.sessionId);
      await view.levelWith(fresh);
      const { items, ...head } = view.state;
      const { items: freshItems, ...freshHead } = fresh.state;
      assert.deepEqual(
        { ...head, items: items.slice(items.length - freshItems.length) },
        { ...freshHead, items: freshItems },
      );
    }
  }

  shutdown(): Promise<void> {
    this.#ended ??= this.#engine.shutdown();
    return this.#ended;
  }

  private onAsk({ id, call, input }: Extract<EngineToHost, { t: 'ask' }>): void {
    // The table ties each call to its input and output; behind this line they are opaque.
    const answer: ((input: never) => unknown) | undefined = this.answers[call];
    const asked: { answer(input: unknown): unknown } | null = answer === undefined ? null : { answer };
    this.tell({ t: 'answer', id, output: asked === null ? null : asked.answer(input) });
  }
}

/** A profile with a running engine, one project and one session of the agent `fake`; all of it gone after the test. */
export async function engineWithSession(options: ProfileOptions & { clock?: Clock; agentId?: string } = {}): Promise<{
  profile: TestProfile;
  engine: TestEngine;
  page: Page;
  projectId: string;
  cwd: string;
  session: SessionView;
}> {
  const profile = temporaryProfile(options);
  const engine = await profile.start(options.clock);
  const { projectId, path } = await engine.addProject();
  const session = await engine.newSession(projectId, options.agentId);
  return { profile, engine, page: engine.page, projectId, cwd: path, session };
}

export function temporaryProfile(options: ProfileOptions = {}): TestProfile {
  const profile = new TestProfile(options);
  onTestFinished(() => profile.dispose());
  return profile;
}
