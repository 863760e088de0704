import { type AppError, AppFailure, fail, ok, type Result, toAppError } from '@shared/errors';
import type { AgentId, ProjectId, SessionId } from '@shared/ids';
import type { ProjectView } from '@shared/ipc/views';
import { roughBytes } from '@shared/roughBytes';
import { Item } from '@shared/session/item';
import type { SessionFacts } from '@shared/session/sessionFile';
import type { Store } from '../store/openStore';
import { SessionWriter } from '../store/sessionWriter';
import { atRest } from './atRest';
import { type CheckedFile, checkSessionFile } from './checkSessionFile';
import type { SessionBoard } from './sessionBoard';
import { piecesOfFile } from './sessionFileReader';

/** Written in one transaction, which is mostly indexing: 150 ms a megabyte. */
const BATCH_ITEMS = 100;
const BATCH_CHARACTERS = 131_072;

export interface ImportServiceOptions {
  store: Store;
  board: SessionBoard;
  projects: () => readonly ProjectView[];
  /** The agent of the file where it is known here, else the one that new sessions begin with. */
  agentFor: (agentId: AgentId) => AgentId;
  agentName: (agentId: AgentId) => string;
  pickFile: () => Promise<string | null>;
  newId: () => string;
  now: () => number;
}

/** Sessions from a file of ours: always new ones, all of the file or none. */
export class ImportService {
  readonly #options: ImportServiceOptions;

  constructor(options: ImportServiceOptions) {
    this.#options = options;
  }

  /** null where the person cancelled. `projectId`: for sessions whose own project is not known here. */
  async import(projectId: ProjectId | null): Promise<Result<{ sessionIds: SessionId[] } | null>> {
    const path = await this.#options.pickFile();
    return path === null ? ok(null) : this.read(path, projectId);
  }

  async read(path: string, projectId: ProjectId | null): Promise<Result<{ sessionIds: SessionId[] }>> {
    const writers: SessionWriter[] = [];
    try {
      const checked = await checkSessionFile(path);
      for (const facts of checked.sessions) writers.push(this.#begin(facts, projectId));
      await this.#write(path, writers);
      for (const [at, writer] of writers.entries()) this.#finish(writer, checked, at);
      return ok({ sessionIds: writers.map(({ sessionId }) => sessionId) });
    } catch (thrown) {
      for (const writer of writers) {
        writer.abandon();
        this.#options.board.remove(writer.sessionId);
      }
      return fail(errorOf(path, thrown));
    }
  }

  #begin(facts: SessionFacts, projectId: ProjectId | null): SessionWriter {
    const { store, newId, agentFor } = this.#options;
    const project = this.#projectOf(facts, projectId);
    const { createdAt, updatedAt } = facts;
    return given(
      SessionWriter.begin(store, newId, {
        sessionId: newId(),
        projectId: project.projectId,
        agentId: agentFor(facts.agent.id),
        cwd: project.path,
        createdAt,
        updatedAt,
      }),
    );
  }

  /** Where it was begun, if that is a project here too; else where the person is. */
  #projectOf({ project }: SessionFacts, projectId: ProjectId | null): ProjectView {
    const projects = this.#options.projects();
    const found =
      projects.find(({ path }) => path === project.path) ?? projects.find((one) => one.projectId === projectId);
    if (found === undefined) throw new AppFailure({ code: 'import.noProject' });
    return found;
  }

  async #write(path: string, writers: readonly SessionWriter[]): Promise<void> {
    const batches = writers.map((writer) => new ItemBatch(writer, this.#options.now()));
    for await (const piece of piecesOfFile(path)) {
      if (piece.kind === 'blob') {
        const content = Buffer.from(String(piece.value), 'base64');
        const writer = writers[piece.session];
        if (writer !== undefined) given(writer.addBlob(piece.id, content, { as: 'json' }));
      }
      // Checked a moment ago; a file that changed in between fails here.
      if (piece.kind === 'item') batches[piece.session]?.add(Item.parse(piece.value));
    }
    for (const batch of batches) batch.flush();
  }

  #finish(writer: SessionWriter, { sessions, exportedAt }: CheckedFile, at: number): void {
    const { store, board, now, agentName } = this.#options;
    const facts = sessions[at];
    const record = store.sessions.get(writer.sessionId);
    if (facts === undefined || record === undefined) return;
    const hasHistory = writer.nextOrdinal > 0;
    const agent = agentName(record.summary.agentId);
    given(
      writer.addItems([
        {
          kind: 'notice',
          notice: { code: 'session.imported', exportedAt, agent },
          ordinal: writer.nextOrdinal,
          turnId: null,
          at: now(),
          seq: writer.lastSeq + 1,
          open: false,
        },
      ]),
    );
    const { title, todos, usage } = facts;
    given(writer.finish({ title, todos, usage, ...(hasHistory ? { untoldBefore: writer.nextOrdinal } : {}) }));
    const summary = store.sessions.get(writer.sessionId)?.summary;
    if (summary !== undefined) board.add(summary);
  }
}

/** Items in the order of the file, numbered anew: a window needs ordinals without gaps. */
class ItemBatch {
  readonly #writer: SessionWriter;
  readonly #now: number;
  #items: Item[] = [];
  #characters = 0;
  #count = 0;

  constructor(writer: SessionWriter, now: number) {
    this.#writer = writer;
    this.#now = now;
  }

  add(item: Item): void {
    const ordinal = this.#count;
    this.#count += 1;
    this.#items.push({ ...atRest(item, this.#now), ordinal, seq: ordinal + 1 });
    this.#characters += roughBytes(item);
    if (this.#items.length >= BATCH_ITEMS || this.#characters >= BATCH_CHARACTERS) this.flush();
  }

  flush(): void {
    given(this.#writer.addItems(this.#items));
    this.#items = [];
    this.#characters = 0;
  }
}

function given<T>(result: Result<T>): T {
  if (!result.ok) throw new AppFailure(result.error);
  return result.value;
}

/** Ours as it is; the system's about the file. */
function errorOf(path: string, thrown: unknown): AppError {
  if (thrown instanceof Error && 'syscall' in thrown) return { code: 'import.failed', path, message: thrown.message };
  return toAppError(thrown);
}
