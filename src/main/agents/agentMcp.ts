import { homedir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type AgentMcpAction, agentMcpSupport, type AgentMcpView } from '@shared/agentMcp';
import type { Clock } from '@shared/clock';
import { type AppError, fail, ok, type Result } from '@shared/errors';
import { adapterOf } from './adapters/table';
import { type NamedServer, readAgentMcpFile } from './agentMcpFile';
import { joinAgentMcpList } from './agentMcpList';
import type { CatalogEntry } from './catalog';
import type { BriefAnswer, BriefRuns } from './discovery/briefRuns';
import type { AgentProgram } from './startAgent';
import type { StartLease } from './startLease';

export interface AgentMcpOptions {
  clock: Clock;
  runs: BriefRuns;
  lease: StartLease;
  program: (entry: CatalogEntry) => Promise<AgentProgram>;
}

const LIST_MS = 30_000;
const CHANGE_MS = 30_000;
/** It waits for a person in a browser. */
const LOGIN_MS = 300_000;
/** A start is over after this; what goes on for longer must not keep sessions from starting. */
const START_MS = 5000;

/** The MCP servers of an agent's own files: what is there, in which state, and what can be done about it (AC-24). */
export class AgentMcp {
  readonly #options: AgentMcpOptions;

  constructor(options: AgentMcpOptions) {
    this.#options = options;
  }

  async list(entry: CatalogEntry, cwd: string): Promise<Result<AgentMcpView>> {
    const support = agentMcpSupport(entry.config.adapter);
    if (support === null) return ok({ servers: [], problems: [] });
    const program = await this.#options.program(entry);
    const home = program.env['HOME'] || program.env['USERPROFILE'] || homedir();
    const files = [
      { scope: 'project' as const, path: join(cwd, support.file) },
      { scope: 'user' as const, path: join(home, support.file) },
    ];
    const problems: { where: string; error: AppError }[] = [];
    const named: NamedServer[] = [];
    for (const { scope, path } of files) {
      const read = await readAgentMcpFile(path, scope);
      if (read.ok) named.push(...read.value.filter(({ name }) => !named.some((server) => server.name === name)));
      else problems.push({ where: path, error: read.error });
    }
    const listed = await this.#run(entry, program, ['list'], cwd, LIST_MS);
    if (!listed.ok) problems.push({ where: program.command, error: listed.error });
    const servers = joinAgentMcpList(named, listed.ok ? listed.value.stdout : '').map((server) => ({
      ...server,
      // Names of the files are the person's own; of others the program may print anything.
      name: server.scope === 'agent' ? program.hide(server.name) : server.name,
      told: server.told === null ? null : program.hide(server.told),
    }));
    return ok({ servers, problems });
  }

  /** Approves, takes back or signs in to one of the listed servers, and answers with the list as it is then. */
  async act(entry: CatalogEntry, cwd: string, name: string, action: AgentMcpAction): Promise<Result<AgentMcpView>> {
    const before = await this.list(entry, cwd);
    if (!before.ok) return before;
    // Only what is listed, and nothing that the program would take for an option.
    if (name.startsWith('-') || !before.value.servers.some((server) => server.name === name)) {
      return fail({ code: 'agent.mcpUnknown', name });
    }
    const program = await this.#options.program(entry);
    const done = await this.#run(entry, program, [action, name], cwd, action === 'login' ? LOGIN_MS : CHANGE_MS);
    return done.ok ? this.list(entry, cwd) : done;
  }

  async #run(
    entry: CatalogEntry,
    program: AgentProgram,
    words: readonly string[],
    cwd: string,
    limitMs: number,
  ): Promise<Result<BriefAnswer>> {
    const { clock, runs, lease } = this.#options;
    const { mcpArgs } = adapterOf(entry.config.adapter);
    if (program.missing !== null) return fail(program.missing);
    if (mcpArgs === null) return fail({ code: 'agent.mcpUnknown', name: words.join(' ') });
    const { command, args, env } = program;
    const release = await lease.take(command);
    if (release === null) return fail({ code: 'agent.stopped' });
    const stopTimer = clock.setTimer(START_MS, release);
    try {
      const answered = await runs.run({ program: command, args: mcpArgs(args, words), env, cwd, limitMs });
      if (!answered.ok) return answered;
      const { exit, stdout, stderr, hung } = answered.value;
      const failed = hung || exit?.exitCode !== 0;
      if (!failed) return answered;
      // Hidden before it is cut: half a secret is not known for one.
      const message = program.hide(stripVTControlCharacters(stderr.trim() || stdout.trim())).slice(-2000);
      return fail({ code: 'agent.mcpFailed', command: ['mcp', ...words].join(' '), message });
    } finally {
      stopTimer();
      release();
    }
  }
}
