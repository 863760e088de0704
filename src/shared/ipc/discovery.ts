/** Where programs are looked for, and where an agent's was found. */

/**
 * `shell`: the PATH of the login shell; `registry`: the machine's and the person's PATH on Windows; `inherited`: what
 * Signalbox itself was started with; `wellKnown`: where installers put programs.
 */
export type PathSource = 'shell' | 'registry' | 'inherited' | 'wellKnown';

/** Beside these, `configured`: the path in the agent's settings; `agent`: the PATH in the agent's own environment; `versions`: the folder in which Cursor keeps its versions. */
export type ProgramSource = PathSource | 'configured' | 'agent' | 'versions';

export interface PathEntry {
  folder: string;
  source: PathSource;
  exists: boolean;
}

/** How the login shell answered when it was asked for its environment. */
export type ShellReport =
  | { status: 'looking' }
  | { status: 'answered'; shell: string }
  | { status: 'hung'; shell: string; seconds: number; stderr: string }
  | { status: 'failed'; shell: string; exitCode: number | null; stderr: string }
  /** The account has no shell that could be asked. */
  | { status: 'none' }
  /** Windows: the registry was read. */
  | { status: 'registry' };

export interface EnvironmentView {
  report: ShellReport;
  /** In the order in which programs are looked for. */
  path: readonly PathEntry[];
}

/**
 * A program that bears the name and was not started. `said`: its answer to `--version`, which is not the agent's; `late`: it
 * did not answer in time, and may well be the agent.
 */
export interface RejectedProgram {
  executable: string;
  said: string;
  late: boolean;
}

export type AgentAvailability =
  | { status: 'looking' }
  /** `version`: as the program itself says it, where that was asked; null: it was not. */
  | { status: 'found'; executable: string; source: ProgramSource; version: string | null }
  /** `alsoTried`: other names of the same program. */
  | {
      status: 'missing';
      command: string;
      alsoTried: readonly string[];
      searched: readonly string[];
      rejected: readonly RejectedProgram[];
    };
