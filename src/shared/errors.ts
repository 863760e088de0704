import type { AuthMethod } from './acp/methods';

/**
 * Every error that a person can meet, as a code and the facts of that code. The sentence is made last, from the i18n
 * key `errors.<code>`, and is never parsed. Add a code here, and its sentence to both languages (a test compares them).
 */
export type AppError =
  // agents and their processes
  | { code: 'agent.unknown'; agentId: string }
  | { code: 'agent.notFound'; command: string; alsoTried?: readonly string[]; searched: readonly string[] }
  | { code: 'agent.notExecutable'; command: string }
  | { code: 'agent.spawnFailed'; command: string; message: string }
  | { code: 'agent.startTimeout'; seconds: number; stderrTail: string }
  /** A program whose name others bear did not tell its version in time, so it was not started. */
  | { code: 'agent.programSilent'; path: string; seconds: number }
  | { code: 'agent.exited'; exitCode: number | null; signal: string | null; stderrTail: string }
  /** Its launcher is a Node script, and no node is on the PATH (AC-41). */
  | { code: 'agent.nodeMissing'; stderrTail: string }
  | { code: 'agent.outputEnded'; stderrTail: string }
  | { code: 'agent.frameTooLarge'; bytes: number; limit: number }
  | { code: 'agent.protocolUnsupported'; version: number }
  | { code: 'agent.authRequired'; message: string; methods: readonly AuthMethod[] }
  | { code: 'agent.refused'; method: string; rpcCode: number; message: string }
  | { code: 'agent.noAnswer'; method: string; seconds: number }
  | { code: 'agent.badAnswer'; method: string; message: string }
  | { code: 'agent.stopped' }
  /** The agent wrote an error as its answer (Cursor does: cursor-acp.md 2.8). */
  | { code: 'agent.saidError'; message: string; remedy?: 'retry' | 'signIn' | 'changeModel' | 'account' }
  // signing in
  | { code: 'signIn.methodUnknown'; methodId: string }
  | { code: 'signIn.keysMissing'; methodId: string }
  | { code: 'agent.mcpUnknown'; name: string }
  | { code: 'agent.mcpFailed'; command: string; message: string }
  // sessions
  | { code: 'session.unknown'; sessionId: string }
  | { code: 'session.lostAtAgent'; message: string }
  | { code: 'session.notResumable' }
  | { code: 'session.loadFailed'; message: string }
  | { code: 'session.busy' }
  | { code: 'session.archived' }
  | { code: 'session.emptyPrompt' }
  /** Its agent is telling what was said in it before; a message would stand in the middle of that. */
  | { code: 'session.readingHistory' }
  | { code: 'session.optionUnknown'; option: string }
  /** It was sent or removed meanwhile, or is on its way. */
  | { code: 'queue.gone' }
  | { code: 'queue.changed' }
  | { code: 'queue.full'; limit: number }
  /** The item to fork from is not there. */
  | { code: 'session.placeUnknown'; ordinal: number }
  | { code: 'request.unknown' }
  | { code: 'request.alreadySettled' }
  | { code: 'request.answerInvalid'; message: string }
  | { code: 'request.tooSoon'; guardMs: number }
  // projects and files
  | { code: 'project.unknown'; projectId: string }
  | { code: 'project.notFolder'; path: string }
  | { code: 'project.missing'; path: string }
  | { code: 'project.alreadyAdded'; path: string }
  | { code: 'file.outsideRoots'; path: string }
  | { code: 'file.notFound'; path: string }
  | { code: 'file.notRegular'; path: string }
  | { code: 'file.tooLarge'; path: string; bytes: number; limit: number }
  | { code: 'file.failed'; path: string; message: string }
  | { code: 'attachment.notImage' }
  | { code: 'attachment.tooLarge'; bytes: number; limit: number }
  | { code: 'attachment.imagesTooLarge'; bytes: number; limit: number }
  | { code: 'attachment.gone' }
  | { code: 'attachment.savedGone' }
  | { code: 'attachment.noPath'; name: string }
  | { code: 'attachment.tooMany'; limit: number }
  | { code: 'terminal.unknown'; terminalId: string }
  | { code: 'terminal.failed'; command: string; message: string }
  | { code: 'editor.notSet' }
  | { code: 'editor.notFound'; command: string }
  | { code: 'editor.failed'; command: string; message: string }
  // data
  | { code: 'store.newerSchema'; found: number; supported: number }
  | { code: 'store.failed'; message: string }
  /** Some other program has the file open for itself, and kept it so for as long as an opening waits. */
  | { code: 'store.locked'; path: string; seconds: number; message: string }
  /** No room on the disk: nothing is written until there is. */
  | { code: 'store.full'; message: string }
  /** SQLite found the file damaged; the next start repairs it. */
  | { code: 'store.damaged'; message: string }
  /** The step that failed left the file as it was; `backup` is a copy of it. */
  | { code: 'store.migrationFailed'; found: number; supported: number; message: string; backup: string }
  /** Another Signalbox works with this data folder. */
  | { code: 'store.inUse'; home: string }
  | { code: 'backup.unknown'; name: string }
  | { code: 'settings.invalid'; path: string; message: string }
  // exported sessions
  | { code: 'export.failed'; path: string; message: string }
  | { code: 'import.failed'; path: string; message: string }
  | { code: 'import.notJson'; path: string }
  /** `message`: what does not fit, with its place in the file. */
  | { code: 'import.notReadable'; path: string; message: string }
  | { code: 'import.newerVersion'; path: string; version: number; supported: number }
  | { code: 'import.noProject' }
  // the registry and what is installed from it
  | { code: 'registry.unknown'; entryId: string }
  | { code: 'registry.busy'; entryId: string }
  | { code: 'registry.notOffered'; entryId: string }
  | { code: 'registry.notInstalled'; entryId: string }
  | { code: 'registry.toolMissing'; tool: string }
  | { code: 'registry.unreachable'; url: string; message: string }
  | { code: 'registry.unreadable'; url: string }
  | { code: 'install.downloadFailed'; url: string; message: string }
  | { code: 'install.tooLarge'; bytes: number; limit: number }
  | { code: 'install.checksumWrong'; expected: string; found: string }
  | { code: 'install.archiveRefused'; path: string; message: string }
  | { code: 'install.archiveBroken'; message: string }
  | { code: 'install.commandMissing'; path: string }
  /** `how`: its exit code or the signal. */
  | { code: 'install.toolFailed'; tool: string; how: string; stderrTail: string }
  | { code: 'install.failed'; message: string }
  // the road between page and engine
  | { code: 'ipc.invalidInput'; method: string; issues: readonly string[] }
  | { code: 'ipc.unknownMethod'; method: string }
  | { code: 'ipc.disconnected' }
  /** What only the desktop can do (a dialog, the keychain, a file chosen in one) failed, in its words. */
  | { code: 'host.failed'; message: string }
  | { code: 'link.refused'; url: string }
  | { code: 'engine.failed'; message: string };

export type Result<T> = { ok: true; value: T } | { ok: false; error: AppError };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const fail = (error: AppError): { ok: false; error: AppError } => ({ ok: false, error });

/** An AppError that has to travel as an exception (through a promise that rejects, through vscode-jsonrpc). */
export class AppFailure extends Error {
  readonly error: AppError;

  constructor(error: AppError, options?: ErrorOptions) {
    // The first line of a log is often all that is seen of it.
    super('message' in error && error.message !== '' ? `${error.code}: ${error.message}` : error.code, options);
    this.name = 'AppFailure';
    this.error = error;
  }
}

/** Whatever was thrown, as an AppError: ours as it is, a foreign one as `engine.failed` with its text. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppFailure) return thrown.error;
  return { code: 'engine.failed', message: thrown instanceof Error ? thrown.message : String(thrown) };
}
