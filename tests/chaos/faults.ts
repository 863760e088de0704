import { isAlive } from '../agents/processHelpers';
import type { Counts } from './counts';
import type { Random } from './random';
import { until } from './until';
import type { World } from './world';
import { BEYOND_LIMIT } from './scripts';

/** What is done to the app and its agents, by weight. */
export const FAULTS = {
  agentKill: 30,
  pageCrash: 12,
  engineKill: 12,
  appKill: 14,
  appQuit: 6,
  diskFull: 14,
  agentFreeze: 8,
  beyondLimit: 2,
  none: 6,
};
export type FaultKind = keyof typeof FAULTS;

/** How long the last process of an app and of its agents may stay behind it. */
export const ORPHAN_MS = 15_000;
/** Below this age what was on screen may be gone with a kill. */
export const MAY_BE_LOST_MS = 250;

export interface Fault {
  kind: FaultKind;
  at: number;
  random: Random;
}

/** Does it, and answers with what it found to be wrong at once. */
export class Faults {
  readonly #world: World;
  readonly #counts: Counts;

  constructor(world: World, counts: Counts) {
    this.#world = world;
    this.#counts = counts;
  }

  async do({ kind, random }: Fault): Promise<void> {
    switch (kind) {
      case 'agentKill':
        return this.#agentKill(random);
      case 'agentFreeze':
        return this.#agentFreeze(random);
      case 'pageCrash':
        return this.#pageCrash();
      case 'engineKill':
        return this.#engineKill();
      case 'appKill':
        return this.#appEnds('kill');
      case 'appQuit':
        return this.#appEnds('quit');
      case 'diskFull':
        return this.#diskFull(random);
      case 'beyondLimit':
        return this.#beyondLimit(random);
      case 'none':
        return undefined;
    }
  }

  #someAgent(random: Random): number | undefined {
    const pids = this.#world.logs.flatMap((log) => [...new Set(log.refresh().map(({ pid }) => pid))]).filter(isAlive);
    return pids.length === 0 ? undefined : random.pick(pids);
  }

  #agentKill(random: Random): void {
    const pid = this.#someAgent(random);
    if (pid === undefined) return;
    process.kill(pid, 'SIGKILL');
    this.#counts.add('faults: agent killed');
  }

  /** It neither reads nor speaks for a while; whatever it is asked, it answers late. */
  async #agentFreeze(random: Random): Promise<void> {
    const pid = this.#someAgent(random);
    if (pid === undefined) return;
    process.kill(pid, 'SIGSTOP');
    this.#counts.add('faults: agent stands still for a while');
    await pause(random.between(300, 1500));
    if (isAlive(pid)) process.kill(pid, 'SIGCONT');
  }

  async #pageCrash(): Promise<void> {
    const { app } = this.#world;
    if (!this.#world.mayRestart('page')) return;
    app.expectComplaint(/page gone|Target crashed/);
    this.#counts.add('faults: page crashed');
    const loaded = app.electron.evaluate(
      ({ BrowserWindow }) =>
        new Promise<void>((done) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents;
          contents?.once('did-finish-load', () => done());
          contents?.forcefullyCrashRenderer();
        }),
    );
    await loaded;
    await app.reattach();
    await this.#world.joinPage();
  }

  async #engineKill(): Promise<void> {
    if (!this.#world.mayRestart('engine')) return;
    const { app } = this.#world;
    app.expectComplaint(/the engine ended/);
    const pid = await app.enginePid();
    process.kill(pid, 'SIGKILL');
    this.#died();
    this.#counts.add('faults: engine killed');
    await until('another engine', ORPHAN_MS, async () => (await app.enginePid()) !== pid);
  }

  async #appEnds(how: 'kill' | 'quit'): Promise<void> {
    const { app } = this.#world;
    if (how === 'kill') {
      const gone = app.kill();
      this.#died();
      await gone;
      this.#counts.add('faults: app killed');
    } else {
      await app.quit();
      this.#counts.add('faults: app quit in the middle');
    }
  }

  #died(): void {
    this.#world.ledger.forgetUnsafe(Date.now(), MAY_BE_LOST_MS);
  }

  async #diskFull(random: Random): Promise<void> {
    if (!this.#world.hasOwnDisk) return;
    this.#world.fillDisk(random.pick([0, 0, 4096, 50_000]));
    this.#counts.add('faults: disk filled');
    await pause(random.between(300, 2000));
    this.#world.freeDisk();
  }

  async #beyondLimit(random: Random): Promise<void> {
    // Of the first agent, which does not cut its frames: pieces of 61 bytes would take a minute.
    const session = random.pick(this.#world.sessions.filter(({ agent }) => agent === 0));
    const fact = this.#world.ledger.prompt(session.sessionId, -1, BEYOND_LIMIT);
    const sent = await this.#world.client.call.queue.send({
      sessionId: session.sessionId,
      content: [{ type: 'text', text: fact.text }],
    });
    if (sent.ok) fact.fate = 'confirmed';
    this.#counts.add('faults: frame beyond the limit');
  }
}

const pause = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms);
  });
