import type { PromptContent } from '@shared/acp/content';
import { fail, ok, type Result, toAppError } from '@shared/errors';
import type { SessionId } from '@shared/ids';
import type { Notice } from '@shared/session/item';
import type { Store } from '../store/openStore';
import { SessionWriter } from '../store/sessionWriter';
import type { SessionActor } from './sessionActor';
import type { SessionBoard } from './sessionBoard';
import type { SessionService } from './sessionService';
import { atRest } from './atRest';

/** Copied in one go, which is mostly indexing (150 ms a megabyte); between two goes the engine does other things. */
const COPY = { maxItems: 100, maxBytes: 131_072 };

export interface ForkRequest {
  /** Items before this ordinal come along; null: all of them. */
  before: number | null;
  /** What stands in the new session's composer. */
  draft?: string;
  /** Sent in the new session at once. */
  prompt?: PromptContent;
}

export type ForkHow = 'agent' | 'context' | 'nothing';

export interface ForkServiceOptions {
  store: Store;
  board: SessionBoard;
  sessions: Pick<SessionService, 'find' | 'prompt'>;
  newId: () => string;
  now: () => number;
  onDefect: (where: string, thrown: unknown) => void;
}

/**
 * A new session that begins as a copy of another up to some place; the other stays as it is. The agent forks its own
 * session where it offers that and all of it is wanted (ACP knows no place inside one); else a fresh session of the
 * agent gets the copy as context with the next prompt (`head.untoldBefore`).
 */
export class ForkService {
  readonly #options: ForkServiceOptions;

  constructor(options: ForkServiceOptions) {
    this.#options = options;
  }

  async fork(sessionId: SessionId, { before, draft, prompt }: ForkRequest): Promise<Result<Forked>> {
    const found = this.#options.sessions.find(sessionId);
    if (!found.ok) return found;
    const actor = found.value;
    actor.flush();
    actor.journal.checkpoint();
    const { nextOrdinal } = actor.state;
    const end = before ?? nextOrdinal;
    if (end > nextOrdinal) return fail({ code: 'session.placeUnknown', ordinal: end });
    const acpSessionId = before === null ? await this.#forkAtAgent(actor) : null;
    const written = await this.#copy(actor, end, acpSessionId);
    if (!written.ok) return written;
    const forked = written.value;
    if (draft !== undefined) this.#options.store.drafts.set(forked.sessionId, { text: draft, attachments: [] });
    if (prompt === undefined) return ok(forked);
    const sent = this.#options.sessions.prompt(forked.sessionId, prompt);
    return sent.ok ? ok(forked) : sent;
  }

  /** null where it does not, or where that failed: then the new session gets its history as context. */
  async #forkAtAgent(actor: SessionActor): Promise<string | null> {
    const { connection } = actor;
    const { acpSessionId, untoldBefore } = actor.state;
    if (connection?.status !== 'ready' || acpSessionId === null || actor.isBusy || untoldBefore !== undefined)
      return null;
    const { loadSession, session } = connection.agent.capabilities;
    // One that cannot be taken up again would be lost with the answer.
    if (!session.fork || !(loadSession || session.resume)) return null;
    try {
      const params = {
        sessionId: acpSessionId,
        cwd: actor.cwd,
        mcpServers: await actor.attachment.mcpServers(connection),
      };
      return (await connection.request('session/fork', params, { deadlineMs: 30_000 })).acpSessionId;
    } catch (thrown) {
      this.#options.onDefect('session/fork', thrown);
      return null;
    }
  }

  async #copy(actor: SessionActor, end: number, acpSessionId: string | null): Promise<Result<Forked>> {
    const { store, board, newId, now } = this.#options;
    const { sessionId: source, projectId, agentId } = actor.identity;
    const record = store.sessions.get(source);
    const begun = SessionWriter.begin(store, newId, {
      sessionId: newId(),
      projectId,
      agentId,
      cwd: actor.cwd,
      parentId: source,
      ...(record === undefined ? {} : { chosenOptions: record.chosenOptions }),
    });
    if (!begun.ok) return begun;
    const writer = begun.value;
    const copied = await this.#copyItems(writer, source, end);
    if (!copied.ok) {
      writer.abandon();
      return copied;
    }
    const how: ForkHow = acpSessionId !== null ? 'agent' : end === 0 ? 'nothing' : 'context';
    const title = actor.state.title;
    const notice: Notice = { code: 'session.forked', how, title: title?.text ?? null };
    const ordinal = writer.nextOrdinal;
    writer.addItems([
      { kind: 'notice', notice, ordinal, turnId: null, at: now(), seq: writer.lastSeq + 1, open: false },
    ]);
    const finished = writer.finish({
      ...(title === null || end === 0 ? {} : { title }),
      ...(acpSessionId === null ? {} : { acpSessionId, atAgent: 'detached' as const, todos: actor.state.todos }),
      ...(how === 'context' ? { untoldBefore: writer.nextOrdinal } : {}),
    });
    if (!finished.ok) {
      writer.abandon();
      return finished;
    }
    const summary = store.sessions.get(writer.sessionId)?.summary;
    if (summary !== undefined) board.add(summary);
    return ok({ sessionId: writer.sessionId, how });
  }

  async #copyItems(writer: SessionWriter, source: SessionId, end: number): Promise<Result<null>> {
    const { store, now } = this.#options;
    try {
      for (let from = 0; from < end;) {
        const page = store.transcripts.pageAfter(source, { from, ...COPY });
        if (!page.ok) return page;
        const { items, hasNewer } = page.value;
        const wanted = items.filter(({ ordinal }) => ordinal < end);
        const added = writer.addItems(wanted.map((item) => atRest(item, now())));
        if (!added.ok) return added;
        const copied = writer.copyBlobs();
        if (!copied.ok) return copied;
        from = (items.at(-1)?.ordinal ?? end) + 1;
        if (!hasNewer) break;
        await new Promise(setImmediate);
      }
      return ok(null);
    } catch (thrown) {
      return fail(toAppError(thrown));
    }
  }
}

export interface Forked {
  sessionId: SessionId;
  how: ForkHow;
}
