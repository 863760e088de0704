import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultsOfLog } from '../support/engine/faultsOfLog';
import { descendantsOf, environmentOf } from '../e2e/processes';
import { lossesOf, stuckParts } from './checks';
import { Counts } from './counts';
import { byCallOnly, byHandOnly, type Deed, DEEDS, Person } from './deeds';
import { type Fault, FAULTS, Faults, ORPHAN_MS } from './faults';
import type { StreamSnapshot } from './pageClient';
import { Random } from './random';
import { readDeadStore, readLiveStore } from './storedSessions';
import { isSoon } from './until';
import { type ChaosSession, World } from './world';

export interface ChaosOptions {
  /** Empty, and the run's own. */
  folder: string;
  seed: number;
  rounds: number;
  /** How many sessions live through all of it. */
  sessions?: number;
  /** One line for each thing to be told. */
  tell: (line: string) => void;
}

export interface ChaosReport {
  /** Empty: nothing was lost. Else of the round in which the run ended. */
  violations: readonly string[];
  counts: Counts;
}

/** All that a round does begins within this. */
const ROUND_MS = 1800;
/** How long turns that end by themselves may take, and one that was stopped. */
const OWN_END_MS = 25_000;
const STOPPED_MS = 20_000;
/** How long the store and the processes may be behind what was said. */
const SETTLE_MS = 20_000;

/** Rounds of deeds and faults at moments that the seed gives; ends with the first round in which anything was lost. */
export async function runChaos({ folder, seed, rounds, sessions = 10, tell }: ChaosOptions): Promise<ChaosReport> {
  const counts = new Counts();
  const world = new World(folder);
  const run = new ChaosRun(world, counts, { seed, sessions, tell });
  tell(
    `seed ${seed}, ${rounds} rounds, ${world.hasOwnDisk ? 'the profile on a small disk of its own (tmpfs)' : 'no disk is filled: this machine lets us mount none'}`,
  );
  let violations: string[] = [];
  try {
    for (let round = 0; round < rounds && violations.length === 0; round += 1) violations = await run.round(round);
    if (violations.length === 0) violations = await run.end();
    if (violations.length > 0)
      tell(`LOST with seed ${seed}, ${run.plan}\n${violations.map((line) => `  ${line}`).join('\n')}`);
    return { violations, counts };
  } finally {
    await run.tidy();
    if (violations.length === 0) world.remove();
    else tell(`everything is kept in ${folder}`);
  }
}

class ChaosRun {
  readonly #world: World;
  readonly #counts: Counts;
  readonly #seed: number;
  readonly #tell: (line: string) => void;
  readonly #sessions: number;
  plan = 'before the first round';
  #logLines = 0;
  #violationsSeen = 0;

  constructor(
    world: World,
    counts: Counts,
    { seed, sessions, tell }: Required<Pick<ChaosOptions, 'seed' | 'sessions' | 'tell'>>,
  ) {
    this.#world = world;
    this.#counts = counts;
    this.#seed = seed;
    this.#sessions = sessions;
    this.#tell = tell;
  }

  async round(round: number): Promise<string[]> {
    const world = this.#world;
    const random = new Random(this.#seed, round);
    const began = Date.now();
    if (!world.isRunning) {
      await world.start();
      this.#counts.add('starts of the app');
      const stuck = await this.#stuckAtStart();
      if (stuck.length > 0) return stuck;
    }
    while (world.sessions.length < this.#sessions) await world.newSession(world.sessions.length % world.agents.length);

    const fault: Fault = {
      kind: random.weighted(FAULTS),
      at: random.between(0, ROUND_MS),
      random: new Random(this.#seed, round, 1),
    };
    const deeds = this.#planDeeds(random);
    const named = [
      ...deeds.map(({ at, kind, session }) => `${at} ${kind} ${session.name}`),
      `${fault.at} ${fault.kind.toUpperCase()}`,
    ];
    this.plan = `round ${round}: ${named.toSorted((one, other) => Number.parseInt(one) - Number.parseInt(other)).join(', ')}`;

    const person = new Person(world, this.#counts, { round, fault: fault.kind });
    const faults = new Faults(world, this.#counts);
    await Promise.all([
      ...deeds.map((deed) => this.#later(deed.at, () => (world.isRunning ? person.do(deed) : Promise.resolve()))),
      this.#later(fault.at, () => faults.do(fault)),
    ]);
    const violations = world.isRunning
      ? await this.#checkRunning(person, fault, random)
      : await this.#checkEnded(fault);
    violations.push(...person.wrong);
    this.#counts.add('rounds');
    this.#counts.most('longest round (ms)', Date.now() - began);
    if (round % 10 === 9) this.#tell(`${round + 1} rounds`);
    return violations;
  }

  #planDeeds(random: Random): Deed[] {
    const { sessions } = this.#world;
    const chosen = Array.from({ length: 4 }, () => random.pick(sessions));
    return Array.from({ length: random.between(6, 14) }, (_, index) => {
      const kind = random.weighted(DEEDS);
      const parity = byHandOnly.has(kind) ? 0 : byCallOnly.has(kind) ? 1 : null;
      const session = random.pick(parity === null ? chosen : sessions.filter((_session, at) => at % 2 === parity));
      return {
        kind,
        at: random.between(0, ROUND_MS),
        session,
        random: new Random(this.#seed, index, random.between(0, 1 << 30)),
      };
    });
  }

  async #later(ms: number, work: () => Promise<void> | void): Promise<void> {
    await new Promise((go) => {
      setTimeout(go, ms);
    });
    await work();
  }

  // What has to hold

  /** Whatever was at work when the app ended is not when it is there again, before anybody does anything. */
  async #stuckAtStart(): Promise<string[]> {
    const list = await this.#listAtStart();
    if (list === null) return ['the app gives no list of sessions'];
    return list.sessions
      .filter(({ status, live }) => status === 'working' || status === 'needsYou' || live)
      .map(({ title, status, live }) => `${title} is ${status}${live ? ' and live' : ''} after a start`);
  }

  /** A page that starts may be given its port twice: what was asked by the first is lost with it, and asked again. */
  async #listAtStart(): Promise<StreamSnapshot<'sessionList'> | null> {
    for (const deadline = Date.now() + SETTLE_MS; ;) {
      const list = await this.#world.client.snapshot('sessionList', {});
      if (list !== null || Date.now() > deadline) return list;
    }
  }

  async #checkEnded({ kind }: Fault): Promise<string[]> {
    const began = Date.now();
    const orphans = () => this.#world.allProcesses();
    const gone = await isSoon(ORPHAN_MS, () => orphans().length === 0);
    this.#counts.most(
      `longest until all processes of a ${kind === 'appQuit' ? 'quit' : 'killed'} app were gone (ms)`,
      Date.now() - began,
    );
    const behind = gone ? [] : orphans().map((pid) => `process ${pid} was left behind: ${commandOf(pid)}`);
    const left = readDeadStore(this.#world.home);
    const losses = lossesOf(this.#world, left, { calm: false });
    const { ledger } = this.#world;
    for (const sessionId of ledger.drafts.keys())
      ledger.draftSaved(sessionId, left.sessions.get(sessionId)?.draft ?? '');
    return [...behind, ...losses, ...this.#complaints(kind)];
  }

  async #checkRunning(person: Person, fault: Fault, random: Random): Promise<string[]> {
    const calm = fault.kind === 'agentKill' || fault.kind === 'agentFreeze' || fault.kind === 'none';
    let found: string[] = [];
    await isSoon(SETTLE_MS, async () => {
      // Again: a request may have come late.
      const stuck = await this.#bringToRest(person, random);
      found = stuck.length > 0 ? stuck : await this.#wrongNow(calm);
      return stuck.length > 0 || found.length === 0;
    });
    for (const { sessionId } of this.#world.sessions) this.#keepDraftOf(sessionId, calm);
    return [...found, ...this.#complaints(fault.kind)];
  }

  async #wrongNow(calm: boolean): Promise<string[]> {
    const { client, sessions, home } = this.#world;
    const agents = await client.snapshot('agents', {});
    const list = await client.snapshot('sessionList', {});
    if (agents === null || list === null) return ['the app answers nothing'];
    const profile = readLiveStore(home);
    const statuses = list.sessions.flatMap(({ title, status, sessionId }) => {
      const stored = profile.sessions.get(sessionId);
      return [
        ...(status === 'working' || status === 'needsYou' ? [`${title} is ${status} in the list`] : []),
        ...(stored === undefined ? [`${title} is not stored`] : stuckParts(String(title), stored)),
      ];
    });
    const live = agents.connections.filter(({ status }) => status !== 'exited');
    const claimed = sessions.flatMap(({ sessionId, name }) => {
      const connection = profile.sessions.get(sessionId)?.state.connection;
      const claims = connection?.status === 'ready' || connection?.status === 'unresponsive';
      return claims && !live.some(({ connectionId }) => connectionId === connection.connectionId)
        ? [`${name} says that a process serves it, and none does`]
        : [];
    });
    return [
      ...statuses,
      ...claimed,
      ...this.#strays(live.flatMap(({ pid }) => pid ?? [])),
      ...lossesOf(this.#world, profile, { calm }),
    ];
  }

  /** Processes of agents that belong to no connection of the running app. */
  #strays(pids: readonly number[]): string[] {
    const ours = new Set(pids.flatMap((pid) => [pid, ...descendantsOf(pid).map((one) => one.pid)]));
    const runs = new Set(pids.flatMap((pid) => runOf(pid) ?? []));
    return this.#world
      .agentProcesses()
      .filter((pid) => !ours.has(pid) && !runs.has(runOf(pid) ?? 'none') && !this.#isToolOf(pid, ours))
      .map((pid) => `process ${pid} belongs to no connection: ${commandOf(pid)}`);
  }

  /** A tool without our environment whose parent is gone: only the process table of its agent's life knows it. */
  #isToolOf(pid: number, ours: ReadonlySet<number>): boolean {
    return this.#world.logs.some((log) =>
      log.refresh().some((entry) => entry.event === 'child' && entry.child === pid && ours.has(entry.pid)),
    );
  }

  /** Answers what waits and stops what has no end, until nothing is at work. What does not end then is stuck. */
  async #bringToRest(person: Person, random: Random): Promise<string[]> {
    const began = Date.now();
    let busy: ChaosSession[] = [];
    let looks = 0;
    const stopped = new Set<string>();
    const rests = await isSoon(OWN_END_MS + STOPPED_MS, async () => {
      const list = await this.#world.client.snapshot('sessionList', {});
      if (list === null) return false;
      const rowOf = (sessionId: string) => list.sessions.find((one) => one.sessionId === sessionId);
      busy = this.#world.sessions.filter(({ sessionId }) => {
        const status = rowOf(sessionId)?.status;
        return status === undefined || status === 'working' || status === 'needsYou';
      });
      for (const session of busy) {
        if ((rowOf(session.sessionId)?.waiting.length ?? 0) > 0) await person.answerOne(session, random);
        // A look costs more than a turn.
        else if (looks % 10 === 1 && (await this.#stopEndless(session))) {
          stopped.add(`${session.name}: its turn did not end by itself within ${OWN_END_MS} ms`);
        }
      }
      looks += 1;
      return busy.length === 0;
    });
    this.#counts.most('longest until all was at rest (ms)', Date.now() - began);
    const atWork = rests ? [] : busy.map(({ name }) => `${name} is still at work ${Date.now() - began} ms later`);
    return [...stopped, ...atWork];
  }

  /** Answers whether it had to stop one that ought to have ended. */
  async #stopEndless(session: ChaosSession): Promise<boolean> {
    const { client } = this.#world;
    const shown = await client.snapshot('session', { sessionId: session.sessionId });
    if (shown?.state.turn.status !== 'running') return false;
    const asked = shown.state.items.findLast((item) => item.kind === 'message' && item.role === 'user');
    const late = Date.now() - shown.state.turn.startedAt > OWN_END_MS;
    const endless = JSON.stringify(asked ?? '').includes('!hang');
    if (endless || late) await client.call.sessions.cancel({ sessionId: session.sessionId });
    return late && !endless;
  }

  #keepDraftOf(sessionId: string, calm: boolean): void {
    const { ledger, home } = this.#world;
    const known = ledger.drafts.get(sessionId);
    if (known === undefined || known.texts.length === 1) return;
    const stored = readLiveStore(home).sessions.get(sessionId)?.draft ?? '';
    if (calm || known.due === null || known.due === stored) ledger.draftSaved(sessionId, stored);
    // It went with the page that it was typed in, or is still on its way.
    else ledger.drafts.set(sessionId, { ...known, due: null });
  }

  /** What page and engine called a defect, beside what the fault explains. */
  #complaints(fault: Fault['kind']): string[] {
    const full = fault === 'diskFull';
    const lines = readLog(this.#world.home).split('\n');
    const fresh = lines.slice(this.#logLines);
    this.#logLines = lines.length - 1;
    const defects = fresh
      .filter((line) => line.includes('defect in') && !full)
      .map((line) => `the log says: ${line.slice(0, 300)}`);
    const faults = this.#world.logs.flatMap((log) => log.entries.filter(({ event }) => event === 'violation'));
    const violations = faults.slice(this.#violationsSeen).map(({ what }) => `an agent complains: ${what}`);
    this.#violationsSeen = faults.length;
    return [...defects, ...violations];
  }

  /** Ends the app in order; nothing may be left, and every frame that agents were sent has to be a valid one. */
  async end(): Promise<string[]> {
    this.plan = 'after the last round';
    if (!this.#world.isRunning) {
      await this.#world.start();
      const stuck = await this.#stuckAtStart();
      if (stuck.length > 0) return stuck;
    }
    const { app } = this.#world;
    await app.quit();
    const complaints = app.complaints.map((line) => `the page complained: ${line}`);
    const found = await this.#checkEnded({ kind: 'appQuit', at: 0, random: new Random(0) });
    const stuck = [...readDeadStore(this.#world.home).sessions].flatMap(([sessionId, stored]) =>
      stuckParts(sessionId, stored),
    );
    const frames = this.#world.logs.flatMap((log) => faultsOfLog(log.refresh()));
    const { ledger, logs } = this.#world;
    this.#counts.add('prompts: tried', ledger.prompts.length);
    this.#counts.add(
      'prompts: told to agents',
      logs.reduce((sum, log) => sum + log.entries.filter((entry) => entry.in?.method === 'session/prompt').length, 0),
    );
    this.#counts.add(
      'processes of agents',
      logs.reduce((sum, log) => sum + new Set(log.entries.map(({ pid }) => pid)).size, 0),
    );
    return [...complaints, ...found, ...stuck, ...frames];
  }

  async tidy(): Promise<void> {
    this.#world.freeDisk();
    if (this.#world.isRunning) await this.#world.app.end();
    await isSoon(ORPHAN_MS, () => this.#world.allProcesses().length === 0);
  }
}

function runOf(pid: number): string | undefined {
  try {
    return environmentOf(pid)['SIGNALBOX_RUN'];
  } catch {
    return undefined;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 200);
  } catch {
    return 'it ended just now';
  }
}

function readLog(home: string): string {
  try {
    return readFileSync(join(home, 'logs', 'main.log'), 'utf8');
  } catch {
    return '';
  }
}
