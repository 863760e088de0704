import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { AuthMethod } from '@shared/acp/initialize';
import type { AppError } from '@shared/errors';
import type { AgentId } from '@shared/ids';
import type { AgentProbe } from '@shared/ipc/views';
import type { AgentConfig } from '@shared/settings';
import { programStamp } from './programStamp';
import type { AnswerCache, VersionAnswer } from './versionQuestion';

/** What an agent told of itself when it was last started, by a session, a test or a check. */
export interface Told {
  probe: AgentProbe | null;
  /** Why the last start failed; null: it did not. */
  lastError: AppError | null;
  /** The last session/new was refused since nobody is signed in. */
  signInNeeded: boolean;
}

const stderrTail = z.string();
/** Those that say something of the program itself; others (a stop, a full disk) are of their moment. */
const LastingError = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('agent.exited'),
    exitCode: z.number().nullable(),
    signal: z.string().nullable(),
    stderrTail,
  }),
  z.object({ code: z.literal('agent.nodeMissing'), stderrTail }),
  z.object({ code: z.literal('agent.outputEnded'), stderrTail }),
  z.object({ code: z.literal('agent.startTimeout'), seconds: z.number(), stderrTail }),
  z.object({ code: z.literal('agent.protocolUnsupported'), version: z.number() }),
  z.object({ code: z.literal('agent.notExecutable'), command: z.string() }),
  z.object({ code: z.literal('agent.spawnFailed'), command: z.string(), message: z.string() }),
]);

const flag = z.boolean();
const Probe = z.object({
  version: z.string().nullable(),
  title: z.string().nullable(),
  protocolVersion: z.number(),
  capabilities: z.object({
    loadSession: flag,
    resume: flag,
    list: flag,
    close: flag,
    remove: flag,
    image: flag,
    audio: flag,
    embeddedContext: flag,
    mcpHttp: flag,
    mcpSse: flag,
    signOut: flag,
    steering: flag.optional(),
  }),
  authMethods: z.array(AuthMethod).readonly(),
}) satisfies z.ZodType<AgentProbe>;

const Kept = z.object({
  stamp: z.string(),
  probe: Probe.nullable(),
  lastError: LastingError.nullable(),
  signInNeeded: flag,
});
const File = z.object({
  agents: z.record(z.string(), Kept).catch({}).default({}),
  versions: z.record(z.string(), z.string().nullable()).catch({}).default({}),
});
type Contents = z.infer<typeof File>;

/** Versions that were asked: of files that may be long gone, so only the newest of them are kept. */
const MAX_VERSIONS = 50;

/**
 * `agents-probe.json` in the profile folder: what agents and their programs told, so that a start need not ask them all
 * again. Nothing but a memory: a file that cannot be read is begun anew, and one that cannot be written costs a question.
 */
export class ProbeFile implements AnswerCache {
  readonly #path: string;
  readonly #contents: Contents;
  readonly #onFailure: (error: unknown) => void;
  #writing: Promise<void> = Promise.resolve();

  private constructor(path: string, contents: Contents, onFailure: (error: unknown) => void) {
    this.#path = path;
    this.#contents = contents;
    this.#onFailure = onFailure;
  }

  static open(home: string, onFailure: (error: unknown) => void): ProbeFile {
    const path = join(home, 'agents-probe.json');
    let contents: Contents;
    try {
      contents = File.parse(JSON.parse(readFileSync(path, 'utf8')));
    } catch {
      contents = { agents: {}, versions: {} };
    }
    return new ProbeFile(path, contents, onFailure);
  }

  /** Null where nothing was told, or by another program or configuration than `stamp` says. */
  told(agentId: AgentId, stamp: string): Told | null {
    const kept = this.#contents.agents[agentId];
    if (kept === undefined || kept.stamp !== stamp) return null;
    const { probe, lastError, signInNeeded } = kept;
    return { probe, lastError, signInNeeded };
  }

  tell(agentId: AgentId, stamp: string, { probe, lastError, signInNeeded }: Told): void {
    const lasting = LastingError.safeParse(shortened(lastError));
    this.#contents.agents[agentId] = { stamp, probe, lastError: lasting.success ? lasting.data : null, signInNeeded };
    this.#write();
  }

  get(stamp: string): VersionAnswer | undefined {
    return this.#contents.versions[stamp];
  }

  set(stamp: string, answer: VersionAnswer): void {
    const { versions } = this.#contents;
    delete versions[stamp];
    versions[stamp] = answer;
    for (const old of Object.keys(versions).slice(0, -MAX_VERSIONS)) delete versions[old];
    this.#write();
  }

  /** Everything told is on disk. */
  written(): Promise<void> {
    return this.#writing;
  }

  #write(): void {
    const text = `${JSON.stringify(this.#contents, null, 2)}\n`;
    this.#writing = this.#writing.then(() => writeFileAtomic(this.#path, text, { mode: 0o600 })).catch(this.#onFailure);
  }
}

/** Which program with which configuration: what was told by another does not hold for it. No secret can be read from it. */
export function agentStamp(config: AgentConfig, executable: string): string {
  const text = JSON.stringify({ ...config, name: '' });
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return `${digest}:${programStamp(executable) ?? ''}`;
}

function shortened(error: AppError | null): unknown {
  if (error === null || !('stderrTail' in error)) return error;
  return { ...error, stderrTail: error.stderrTail.trimEnd().split('\n').slice(-20).join('\n').slice(-4000) };
}
