import { delimiter, resolve } from 'node:path';
import type { EnvironmentView, PathEntry, PathSource, ShellReport } from '@shared/ipc/discovery';
import { agentEnvironment, isFolder, pathOf, searchedFolders, withPath } from '../environment';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the system was asked: variables of the login shell, or folders of the registry. */
export interface Asked {
  report: ShellReport;
  env: Readonly<Record<string, string>>;
  folders: readonly string[];
}

export interface UserEnvironmentOptions {
  inherited: Environment;
  /** Asks the system; never rejects. */
  ask: () => Promise<Asked>;
  onChange: () => void;
}

/**
 * The person's own environment: what Signalbox inherited, with what the login shell (on Windows: the registry) knows
 * besides. Nothing inherited is dropped or changed; of PATH the shell's own order comes first, then inherited entries
 * that it lacks, and agentEnvironment puts the well-known folders behind.
 */
export class UserEnvironment {
  readonly #options: UserEnvironmentOptions;
  #asking: Promise<void> | null = null;
  #asked: Asked | null = null;
  #base: Environment;
  #view: EnvironmentView;

  constructor(options: UserEnvironmentOptions) {
    this.#options = options;
    this.#base = options.inherited;
    this.#view = { report: { status: 'looking' }, path: this.#entries() };
  }

  get view(): EnvironmentView {
    return this.#view;
  }

  /** The environment that agents are started from, once the system was asked: at most some seconds, once a run. */
  async base(): Promise<Environment> {
    await this.#ready();
    return this.#base;
  }

  /** Asks the system again. */
  async lookAgain(): Promise<void> {
    await this.#asking;
    this.#asking = null;
    this.#view = { ...this.#view, report: { status: 'looking' } };
    this.#options.onChange();
    await this.#ready();
  }

  /** Why a folder is on the search path of an agent whose environment is `env`. */
  sourceOf(folder: string): PathSource | null {
    return this.#view.path.find((entry) => resolve(entry.folder) === resolve(folder))?.source ?? null;
  }

  #ready(): Promise<void> {
    this.#asking ??= this.#options.ask().then((asked) => {
      this.#asked = asked;
      this.#base = merged(this.#options.inherited, asked);
      this.#view = { report: asked.report, path: this.#entries() };
      this.#options.onChange();
    });
    return this.#asking;
  }

  #entries(): PathEntry[] {
    const known = new Set(this.#askedFolders().map((folder) => resolve(folder)));
    const inherited = new Set(searchedFolders(pathOf(this.#options.inherited)).map((folder) => resolve(folder)));
    const source = (folder: string): PathSource => {
      if (known.has(folder)) return process.platform === 'win32' ? 'registry' : 'shell';
      return inherited.has(folder) ? 'inherited' : 'wellKnown';
    };
    const env = agentEnvironment(this.#base, {}, '');
    return searchedFolders(pathOf(env)).map((folder) => ({
      folder,
      source: source(resolve(folder)),
      exists: isFolder(folder),
    }));
  }

  #askedFolders(): readonly string[] {
    return this.#asked === null ? [] : foldersOf(this.#asked);
  }
}

const foldersOf = ({ env, folders }: Asked): readonly string[] => [...searchedFolders(env['PATH']), ...folders];

/** Additive: what was inherited wins, but for the order of PATH. */
function merged(inherited: Environment, asked: Asked): Environment {
  const seen = new Set<string>();
  const folders = [...foldersOf(asked), ...searchedFolders(pathOf(inherited))].filter((folder) => {
    const isNew = !seen.has(resolve(folder));
    seen.add(resolve(folder));
    return isNew;
  });
  return withPath({ ...asked.env, ...inherited }, folders.join(delimiter));
}
