import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { cursorVersionIn } from '@shared/cursorVersion';
import type { AppError } from '@shared/errors';
import type { AgentAvailability, ProgramSource, RejectedProgram } from '@shared/ipc/discovery';
import type { CatalogEntry } from '../catalog';
import { isPathLike, pathOf, programsIn, resolveCommand, searchedFolders } from '../environment';
import { cursorVersionsFolder, newestCursorVersion } from './cursorVersions';
import type { UserEnvironment } from './userEnvironment';
import type { VersionQuestion } from './versionQuestion';

export interface FoundProgram {
  availability: AgentAvailability;
  /** What is started, with arguments that go before the agent's own. */
  command: string;
  args: readonly string[];
  missing: AppError | null;
}

type Env = Readonly<Record<string, string>>;

/** Its own name. The other is another tool's too (cursor-acp.md 2.1), so it comes second and is never taken by its name. */
const OWN_NAME = 'cursor-agent';
const CURSOR_NAMES = [OWN_NAME, 'agent'];

/** Finds agents' programs. `env` is always that of the agent: its PATH is what is searched. */
export class Programs {
  readonly #environment: UserEnvironment;
  readonly #version: VersionQuestion;

  constructor(environment: UserEnvironment, version: VersionQuestion) {
    this.#environment = environment;
    this.#version = version;
  }

  /** What can be said at once: nothing of a name, whose folders are not all known yet. */
  atOnce(entry: CatalogEntry, env: Env): AgentAvailability {
    if (entry.origin === 'demo') return { status: 'found', executable: '', source: 'configured', version: null };
    const { command } = entry.config;
    const executable = isPathLike(command) || command.startsWith('~') ? resolveCommand(command, env) : undefined;
    if (executable === undefined) return { status: 'looking' };
    return { status: 'found', executable, source: 'configured', version: null };
  }

  async find(entry: CatalogEntry, env: Env): Promise<FoundProgram> {
    const { command, adapter } = entry.config;
    const atOnce = this.atOnce(entry, env);
    if (atOnce.status === 'found') {
      return { availability: atOnce, command: atOnce.executable || command, args: [], missing: null };
    }
    if (adapter === 'cursor' && CURSOR_NAMES.includes(command)) return this.#findCursor(entry, env);
    const executable = resolveCommand(command, env);
    if (executable === undefined || !existsSync(executable)) return missing(command, env, []);
    return this.#found(entry, executable, null);
  }

  async #findCursor(entry: CatalogEntry, env: Env): Promise<FoundProgram> {
    const installed = newestCursorVersion(cursorVersionsFolder(env));
    const versioned: FoundProgram[] = [];
    if (installed !== undefined) {
      const { executable, version, args } = installed;
      const availability: AgentAvailability = { status: 'found', executable, source: 'versions', version };
      versioned.push({ availability, command: executable, args, missing: null });
    }
    // There the names on the PATH are .cmd shims of this very version.
    if (process.platform === 'win32' && versioned[0] !== undefined) return versioned[0];
    const folders = [...searchedFolders(pathOf(env)), join(env['HOME'] || homedir(), '.local', 'bin')];
    const rejected: RejectedProgram[] = [];
    let isSilent = false;
    const secrets = entry.config.secretEnv.flatMap((name) => env[name] ?? []);
    for (const name of CURSOR_NAMES) {
      for (const executable of new Set(programsIn(folders, name, env))) {
        const { said, late } = await this.#version.ask(executable, env, secrets);
        const version = said === null ? undefined : cursorVersionIn(said);
        if (version !== undefined) return this.#found(entry, executable, version);
        // Busy (its own update, a cold disk) is not missing, and no other tool has this name.
        if (late && name === OWN_NAME) return this.#found(entry, executable, null);
        isSilent ||= late;
        if (!rejected.some((one) => one.executable === executable)) rejected.push({ executable, said: said ?? '' });
      }
    }
    const { command } = entry.config;
    const others = CURSOR_NAMES.filter((name) => name !== command);
    if (versioned[0] !== undefined) return versioned[0];
    const none = missing(command, env, rejected, others);
    if (!isSilent) return none;
    // It may well be the one: it is there and did not answer.
    return { ...none, missing: { code: 'agent.startTimeout', seconds: this.#version.limitSeconds, stderrTail: '' } };
  }

  #found(entry: CatalogEntry, executable: string, version: string | null): FoundProgram {
    const source = this.#sourceOf(entry, dirname(executable));
    return {
      availability: { status: 'found', executable, source, version },
      command: executable,
      args: [],
      missing: null,
    };
  }

  #sourceOf({ config }: CatalogEntry, folder: string): ProgramSource {
    if (searchedFolders(pathOf(config.env)).includes(folder)) return 'agent';
    return this.#environment.sourceOf(folder) ?? 'wellKnown';
  }
}

function missing(
  command: string,
  env: Env,
  rejected: readonly RejectedProgram[],
  alsoTried: readonly string[] = [],
): FoundProgram {
  const isPath = isPathLike(command);
  const searched = isPath ? [dirname(command)] : searchedFolders(pathOf(env));
  const error: AppError =
    isPath && existsSync(command)
      ? { code: 'agent.notExecutable', command }
      : { code: 'agent.notFound', command, alsoTried, searched };
  const availability: AgentAvailability = { status: 'missing', command, alsoTried, searched, rejected };
  return { availability, command, args: [], missing: error };
}
