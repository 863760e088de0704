import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { AppError } from '@shared/errors';
import type { AgentAvailability, ProgramSource, RejectedProgram } from '@shared/ipc/discovery';
import { adapterOf } from '../adapters/table';
import type { AgentProgram } from '../adapters/types';
import type { CatalogEntry } from '../catalog';
import { isPathLike, pathOf, programsIn, resolveCommand, searchedFolders } from '../environment';
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

/** Finds agents' programs. `env` is always that of the agent: its PATH is what is searched. */
export class Programs {
  readonly #environment: UserEnvironment;
  readonly #version: VersionQuestion;

  constructor(environment: UserEnvironment, version: VersionQuestion) {
    this.#environment = environment;
    this.#version = version;
  }

  /** What can be said at once: nothing of a name, whose folders are not all known yet. */
  atOnce(entry: CatalogEntry, envOf: () => Env): AgentAvailability {
    if (entry.origin === 'demo') return { status: 'found', executable: '', source: 'configured', version: null };
    const { command } = entry.config;
    const executable = isPathLike(command) || command.startsWith('~') ? resolveCommand(command, envOf()) : undefined;
    if (executable === undefined || ownProgramAt(entry, executable) !== null) return { status: 'looking' };
    return { status: 'found', executable, source: 'configured', version: null };
  }

  async find(entry: CatalogEntry, env: Env): Promise<FoundProgram> {
    const { command } = entry.config;
    const atOnce = this.atOnce(entry, () => env);
    if (atOnce.status === 'found') {
      return { availability: atOnce, command: atOnce.executable || command, args: [], missing: null };
    }
    const { program } = adapterOf(entry.config.adapter);
    if (program !== null && namesOf(program).includes(command)) return this.#findOwn(program, entry, env);
    const executable = resolveCommand(command, env);
    if (executable === undefined || !existsSync(executable)) return missing(command, env, []);
    const own = ownProgramAt(entry, executable);
    return own === null ? this.#found(entry, executable, null) : this.#ask(own, entry, executable, env);
  }

  /**
   * A path that the person gave and whose name is one of the agent's. What says that it is another tool is not started; what
   * does not answer is, since the person pointed at it.
   */
  async #ask(program: AgentProgram, entry: CatalogEntry, executable: string, env: Env): Promise<FoundProgram> {
    const { said } = await this.#version.ask(executable, env, secretsOf(entry, env));
    const version = said === null ? null : program.versionIn(said, executable);
    if (version === undefined) {
      return missing(entry.config.command, env, [{ executable, said: said ?? '', late: false }]);
    }
    const availability: AgentAvailability = { status: 'found', executable, source: 'configured', version };
    return { availability, command: executable, args: [], missing: null };
  }

  async #findOwn(program: AgentProgram, entry: CatalogEntry, env: Env): Promise<FoundProgram> {
    const installed = program.installed(env);
    const versioned: FoundProgram[] = [];
    if (installed !== null) {
      const { executable, version, args } = installed;
      const availability: AgentAvailability = { status: 'found', executable, source: 'versions', version };
      versioned.push({ availability, command: executable, args, missing: null });
    }
    // There the names on the PATH are .cmd shims of this very version.
    if (process.platform === 'win32' && versioned[0] !== undefined) return versioned[0];
    const folders = [...searchedFolders(pathOf(env)), ...program.folders(env)];
    const rejected: RejectedProgram[] = [];
    const secrets = secretsOf(entry, env);
    for (const name of namesOf(program)) {
      for (const executable of new Set(programsIn(folders, name, env))) {
        const { said, late } = await this.#version.ask(executable, env, secrets);
        const version = said === null ? undefined : program.versionIn(said, executable);
        if (version !== undefined) return this.#found(entry, executable, version);
        // Busy (its own update, a cold disk) is not missing, and no other tool has this name.
        if (late && name === program.ownName) return this.#found(entry, executable, null);
        if (!rejected.some((one) => one.executable === executable)) {
          rejected.push({ executable, said: said ?? '', late });
        }
      }
    }
    const { command } = entry.config;
    const others = namesOf(program).filter((name) => name !== command);
    if (versioned[0] !== undefined) return versioned[0];
    const none = missing(command, env, rejected, others);
    const silent = rejected.find(({ late }) => late);
    if (silent === undefined) return none;
    // It may well be the one: it is there and did not answer.
    const seconds = this.#version.limitSeconds;
    return { ...none, missing: { code: 'agent.programSilent', path: silent.executable, seconds } };
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

const namesOf = (program: AgentProgram): string[] => [program.ownName, ...program.otherNames];

const secretsOf = ({ config }: CatalogEntry, env: Env): string[] => config.secretEnv.flatMap((name) => env[name] ?? []);

/** The agent's own program, where a file bears one of its names; null: the file is a wrapper, or the agent has no names. */
function ownProgramAt({ config }: CatalogEntry, executable: string): AgentProgram | null {
  const { program } = adapterOf(config.adapter);
  const name = basename(executable).replace(/\.(?:exe|cmd|bat|ps1)$/i, '');
  return program !== null && namesOf(program).includes(name) ? program : null;
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
