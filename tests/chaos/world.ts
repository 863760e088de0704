import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, unlinkSync, writeFileSync } from 'node:fs';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { processesNaming } from '../e2e/processes';
import { RunningApp } from '../e2e/runningApp';
import { type FakeAgent, fakeAgent, writeSettings } from '../e2e/settings';
import { AgentLog } from './agentLogs';
import { Ledger } from './ledger';
import type { Result } from '../../src/shared/errors';
import { isUnknown, PageClient } from './pageClient';

/** How each agent is difficult (the head of fakeAgent.mjs says what the words mean). */
const AGENTS: readonly { name: string; config: Record<string, unknown> }[] = [
  { name: 'Steady', config: {} },
  { name: 'Noisy', config: { noise: ['hello'], noiseEvery: 5, splitBytes: 61, emptyLines: true, cancelDelayMs: 150 } },
  {
    name: 'Stubborn',
    config: { ignoreSigterm: true, ignoreStdinEnd: true, children: 1, sessions: 'load', replay: 'late' },
  },
  {
    name: 'Slow',
    config: {
      startDelayMs: 150,
      newDelayMs: 100,
      earlyUpdates: true,
      echoUser: true,
      cancelDelayMs: 400,
      sessions: 'resume',
    },
  },
];
const SESSION_NAMES = [
  'Alder',
  'Birch',
  'Cedar',
  'Elm',
  'Fir',
  'Hazel',
  'Larch',
  'Maple',
  'Oak',
  'Pine',
  'Rowan',
  'Yew',
];
const PROJECTS = ['orchard', 'meadow', 'harbour'];
/** The profile's disk: enough for all that Chromium keeps there. */
const DISK_MB = 384;

export interface ChaosSession {
  sessionId: string;
  name: string;
  agent: number;
}

/** Everything that a run of chaos works with; it lives longer than any start of the app. */
export class World {
  readonly folder: string;
  readonly home: string;
  readonly ledger = new Ledger();
  readonly agents: readonly FakeAgent[];
  readonly logs: readonly AgentLog[];
  readonly sessions: ChaosSession[] = [];
  /** Null: this machine does not let us have a small disk, so no disk is filled. */
  readonly hasOwnDisk: boolean;
  #app: RunningApp | null = null;
  #client: PageClient | null = null;
  #projectIds: string[] = [];
  /** When the running app's page and engine were made to restart: it takes that three times a minute. */
  #restarts: { page: number[]; engine: number[] } = { page: [], engine: [] };

  constructor(folder: string) {
    this.folder = folder;
    this.home = join(folder, 'home');
    mkdirSync(this.home, { recursive: true });
    this.hasOwnDisk = mountDisk(this.home);
    this.agents = AGENTS.map(({ name, config }) => fakeAgent(folder, { name, config }));
    this.logs = this.agents.map(({ run }) => new AgentLog(run.logFile));
    writeSettings(this.home, { agents: this.agents.map(({ setting }) => setting) });
  }

  get app(): RunningApp {
    if (this.#app === null) throw new Error('the app was never started');
    return this.#app;
  }

  get client(): PageClient {
    if (this.#client === null) throw new Error('the app was never started');
    return this.#client;
  }

  get isRunning(): boolean {
    return this.#app !== null && !this.#app.hasExited;
  }

  async start(): Promise<void> {
    this.#restarts = { page: [], engine: [] };
    this.#app = await RunningApp.launch({ home: this.home });
    await this.joinPage();
    if (this.#projectIds.length === 0) await this.#addProjects();
  }

  /** After a start, and when the page was loaded anew. */
  async joinPage(): Promise<void> {
    this.#client = await PageClient.install(this.app.page);
  }

  mayRestart(what: 'page' | 'engine'): boolean {
    const recent = this.#restarts[what].filter((at) => Date.now() - at < 61_000);
    this.#restarts[what] = recent;
    if (recent.length >= 3) return false;
    recent.push(Date.now());
    return true;
  }

  async newSession(agent: number): Promise<ChaosSession> {
    // One process of an agent for all of its sessions, since two would write its one state file past each other.
    const projectId = this.#projectIds[agent % this.#projectIds.length] ?? '';
    const agentId = this.agents[agent]!.setting.id;
    const { sessionId } = await sure(() => this.client.call.sessions.create({ projectId, agentId }));
    const name = SESSION_NAMES[this.sessions.length] ?? `Tree ${this.sessions.length}`;
    const session = { sessionId, name, agent };
    await sure(() => this.client.call.sessions.rename({ sessionId, title: name }));
    // Else the next one of this agent would be the same.
    const fact = this.ledger.prompt(sessionId, -1, '!say Good morning.');
    const content = [{ type: 'text' as const, text: fact.text }];
    const sent = await this.client.call.queue.send({ sessionId, content });
    if (sent.ok) fact.fate = 'confirmed';
    else if (!isUnknown(sent)) throw new Error(`no first message: ${JSON.stringify(sent.error)}`);
    this.sessions.push(session);
    return session;
  }

  async #addProjects(): Promise<void> {
    for (const name of PROJECTS) {
      const path = join(this.folder, 'projects', name);
      mkdirSync(path, { recursive: true });
      const { projectId } = await sure(() => this.client.call.projects.add({ path }));
      this.#projectIds.push(projectId);
    }
  }

  /** Agents and what they started that are there now, however they were started. */
  agentProcesses(): number[] {
    return processesNaming(join(this.folder, 'agent-'));
  }

  /** Everything of the app, of its agents and of their tools. */
  allProcesses(): number[] {
    return processesNaming(this.folder);
  }

  // The disk

  get #filler(): string {
    return join(this.home, 'filler');
  }

  /** Leaves `freeBytes`, which may end in the middle of a write. */
  fillDisk(freeBytes: number): void {
    const { bavail, bsize } = statfsSync(this.home);
    const block = Buffer.alloc(1024 * 1024);
    writeFileSync(this.#filler, '');
    try {
      for (let left = bavail * bsize - freeBytes; left > 0; left -= block.length) {
        appendFileSync(this.#filler, left < block.length ? block.subarray(0, left) : block);
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }

  freeDisk(): void {
    try {
      unlinkSync(this.#filler);
    } catch {
      // It was not full.
    }
  }

  /** After everything has ended. */
  remove(): void {
    if (this.hasOwnDisk) execFileSync('umount', ['-l', this.home], { stdio: 'ignore' });
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** For what may be done twice: a page that starts may be given its port twice. */
async function sure<T>(call: () => Promise<Result<T>>): Promise<T> {
  for (let left = 5; ; left -= 1) {
    const result = await call();
    if (result.ok) return result.value;
    if (left === 0 || !isUnknown(result)) throw new Error(JSON.stringify(result.error));
  }
}

function mountDisk(home: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=700`, 'signalbox-chaos', home], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
