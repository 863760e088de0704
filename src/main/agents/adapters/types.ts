import type { AuthMethod, ClientCapabilities } from '@shared/acp/initialize';
import type { SessionUpdate } from '@shared/acp/update';
import type { AdapterId } from '@shared/settings';
import type { LastWords, Remedy } from './saidError';

/** A program whose name alone does not tell that it is the agent's. */
export interface AgentProgram {
  /** No other tool has this name. */
  readonly ownName: string;
  /** Names that other tools bear too: taken only after `--version` said that it is the agent's. */
  readonly otherNames: readonly string[];
  /** Searched behind the PATH. */
  folders(env: Readonly<Record<string, string>>): readonly string[];
  /** The version in what `--version` printed; undefined: this is another tool. */
  versionIn(said: string, executable: string): string | undefined;
  /** What its installer keeps, for where the PATH has none. */
  installed(env: Readonly<Record<string, string>>): InstalledProgram | null;
  /** What a person is told of this version, which works all the same. */
  hint(version: string): 'modelPicker' | null;
}

export interface InstalledProgram {
  readonly version: string;
  readonly executable: string;
  /** Before the agent's own. */
  readonly args: readonly string[];
}

/**
 * How one agent differs, as data and small functions (DESIGN section 1). The shared path asks these and nothing else: it
 * never tests which agent it talks to.
 */
export interface Adapter {
  readonly id: AdapterId;
  /**
   * `session`: one process each. Cursor's model choice is process-wide and its slash commands come from the process's
   * folder (cursor-acp.md 2.5, 2.10). `project`: sessions of one project share a process.
   */
  readonly processPer: 'session' | 'project';
  /** What we declare in initialize. An adapter may declare fewer than we can do, never more. */
  readonly capabilities: ClientCapabilities;
  /** True: starts of its program never overlap (see StartLease). */
  readonly exclusiveStart: boolean;
  /**
   * A variant that nobody chose may be billed dearer (cursor-acp.md 2.5, zed #57571): the first message waits in the
   * composer until the person has seen which one is in force.
   */
  readonly variantFirst: boolean;
  /** The error of session/new that is known to pass: it is asked once more, without a word. Nothing else is. */
  readonly passingNewError: { rpcCode: number; message: RegExp } | null;
  /** How its program is found where there is more to it than a name on the PATH; null: there is not. */
  readonly program: AgentProgram | null;
  /** Where it keeps what was allowed for ever: for the whole `account` (cursor-acp.md 2.9), or nobody knows. */
  readonly lastingPermission: 'account' | 'unknown';
  /** Puts the agent's dialect of an update right before it is kept. Returns the same object where nothing is to be done. */
  normalizeUpdate(update: SessionUpdate): SessionUpdate;
  /** The arguments of `mcp …` from those of the program itself; null: it has no such command. */
  readonly mcpArgs: ((args: readonly string[], words: readonly string[]) => string[]) | null;
  /** A list of models besides the session's own, and whose it is, by the environment of the program; null: none. */
  readonly modelList: {
    method: 'cursor/list_available_models';
    account(env: Readonly<Record<string, string>>): Promise<string>;
  } | null;
  /** Where its chats lie that no protocol lists, and how its own program goes on with one; null: nowhere that is known. */
  readonly localChats: {
    readonly layout: 'cursor';
    folders(env: Readonly<Record<string, string>>): readonly string[];
    /** From the arguments with which the agent is started. */
    resumeArgs(args: readonly string[], chatId: string): readonly string[];
  } | null;
  /** The offered id that means the model that was chosen earlier; null: it is not offered any more. */
  sameModel(wanted: string, offered: readonly string[]): string | null;
  /** Is what the turn ended with an error that the agent said as an answer? Null: a good end. */
  saidError(last: LastWords): { message: string; remedy: Remedy } | null;
  /** Ways to sign in that the agent does not tell of. Their words are the page's: `signIn.own.<id>`. */
  readonly signIn: {
    readonly methods: readonly AuthMethod[];
    /** By id: methods that want keys in the agent's environment, where the agent does not say which. */
    readonly keys: Readonly<Record<string, Pick<AuthMethod, 'vars' | 'link'>>>;
    /** The arguments of the terminal method among them, from those with which the agent is started. */
    terminalArgs(args: readonly string[]): readonly string[];
    /** Variables that a terminal must not pass on, since with them the program would not do what a person expects. */
    readonly unsetEnv: readonly string[];
  };
  /**
   * Where the agent ends its turn after a plan was accepted without doing the work (cursor-acp.md 2.7): the mode to
   * switch to before a prompt sends it on its way.
   */
  readonly afterPlanAccepted: { modeId: string } | null;
}
