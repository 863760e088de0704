import { z } from 'zod';
import { PromptContent } from '../acp/content';
import {
  Draft,
  type ImageType,
  MAX_ATTACHMENTS,
  MAX_IMAGE_BYTES,
  type PathAttachment,
  ReadingPlace,
} from '../attachment';
import { agentMcpActions, type AgentMcpView } from '../agentMcp';
import { AgentId, BlobId, ConnectionId, ProjectId, PtyId, QueuedId, RequestId, SessionId, type TurnId } from '../ids';
import { InstallKind, RegistryId, type RegistryFrame, type RegistrySnapshot } from '../registry';
import type { AppError } from '../errors';
import type { ImportList } from './imports';
import type { SessionEvent } from '../session/event';
import type { Item } from '../session/item';
import { RequestAnswer } from '../session/request';
import { ExportFormat } from '../session/sessionFile';
import { McpServerConfig } from '../mcpServer';
import { AgentConfig, SettingsPatch } from '../settings';
import { type FindPage, FindQuery, type PromptsPage, PromptsQuery, type TextPage, TextQuery } from './reading';
import { SearchQuery, type SearchPage } from './search';
import type { BackupView, DataView } from './data';
import type { PtyFrame, PtySnapshot, SignInsFrame, SignInsSnapshot } from './signIn';
import type {
  AgentProbe,
  AgentsFrame,
  AgentsSnapshot,
  AppFrame,
  AppSnapshot,
  FileImage,
  FileView,
  FoundFiles,
  InspectorFrame,
  InspectorSnapshot,
  ItemsAround,
  McpServerView,
  ProjectView,
  SessionListFrame,
  SessionListSnapshot,
  SessionSnapshot,
} from './views';
import { invoke, stream } from './wire';

/** Every call and every stream between page and engine, once, grouped by noun (DESIGN section 6). */

const project = z.object({ projectId: ProjectId });
const session = z.object({ sessionId: SessionId });
const fileRoot = z.union([session, project]);
const queued = session.extend({ queuedId: QueuedId });
const sessions = z.object({ sessionIds: z.array(SessionId).min(1).max(10_000) });
const none = z.object({});
const path = z.string().min(1).max(4096);
const name = z.string().trim().min(1).max(200);

export const contract = {
  projects: {
    add: invoke<ProjectView>()(z.object({ path })),
    /** Opens the system's folder picker; null where the person cancelled. */
    pick: invoke<ProjectView | null>()(none),
    rename: invoke<null>()(project.extend({ name })),
    /** The folder was moved: point at the new one. Without `path` the picker opens; null where cancelled. */
    repoint: invoke<ProjectView | null>()(project.extend({ path: path.optional() })),
    /** Removes the project and its sessions from Signalbox; files are not touched. */
    remove: invoke<null>()(project),
    reveal: invoke<null>()(project),
  },
  sessions: {
    /** A session without messages of the same project and agent is given back instead of a second one. */
    create: invoke<{ sessionId: SessionId }>()(z.object({ projectId: ProjectId, agentId: AgentId })),
    /** The demo agent in a scratch project of its own: one click for a new user. */
    createDemo: invoke<{ sessionId: SessionId }>()(none),
    /** Items before `before`, newest page of them, ascending. */
    page: invoke<{ items: readonly Item[]; hasOlder: boolean }>()(session.extend({ before: z.number().int().min(0) })),
    /** The item `ordinal` with some before it and a page after it, ascending; for a place far from the end. */
    around: invoke<ItemsAround>()(session.extend({ ordinal: z.number().int().min(0) })),
    /** Items from `from` on, oldest page of them, ascending. */
    pageAfter: invoke<{ items: readonly Item[]; hasNewer: boolean }>()(
      session.extend({ from: z.number().int().min(0) }),
    ),
    /** Where a text stands in it, item by item; asked page by page until all of it was looked through. */
    find: invoke<FindPage>()(FindQuery),
    /** What the person wrote, newest first. */
    prompts: invoke<PromptsPage>()(PromptsQuery),
    /** As Markdown, for the clipboard; asked page by page. */
    text: invoke<TextPage>()(TextQuery),
    /**
     * Connects the session to its agent if it is not: live options, commands. Safe to call again. `now`: without the wait
     * that starts have whose last ones failed.
     */
    attach: invoke<null>()(session.extend({ now: z.boolean().optional() })),
    prompt: invoke<{ turnId: TurnId }>()(session.extend({ content: PromptContent })),
    cancel: invoke<null>()(session),
    /**
     * A new session with the items before `before` (null: all), and either a draft or a prompt that is sent at once. `how`:
     * whether the agent forked its own session, or is given the copy as context with the next prompt.
     */
    fork: invoke<{ sessionId: SessionId; how: 'agent' | 'context' | 'nothing' }>()(
      session.extend({
        before: z.number().int().min(0).nullable(),
        draft: z.string().max(2_000_000).optional(),
        prompt: PromptContent.optional(),
      }),
    ),
    /** Asks where, and writes; null where the person cancelled. */
    export: invoke<{ path: string } | null>()(
      z.object({ sessionIds: z.array(SessionId).min(1).max(5000), format: ExportFormat }),
    ),
    /** Asks for a file of `export`'s JSON. `projectId`: for sessions whose own project is not known here. */
    import: invoke<{ sessionIds: readonly SessionId[] } | null>()(z.object({ projectId: ProjectId.nullable() })),
    /** The turn has been silent for too long, and the person waits on. */
    keepWaiting: invoke<null>()(session),
    /**
     * Ends the agent's process tree, and goes on with a new process where a turn was open. Answers with the other sessions
     * that its connection served.
     */
    forceStop: invoke<{ alsoEnded: readonly SessionId[] }>()(session),
    /** Only after a click: a fresh session at the agent under the same transcript. */
    startAnew: invoke<null>()(session),
    /** The agent said in an answer that nobody is signed in: shows its ways to sign in, as a refused start does. */
    requireSignIn: invoke<null>()(session),
    setMode: invoke<null>()(session.extend({ modeId: z.string() })),
    setModel: invoke<null>()(session.extend({ modelId: z.string() })),
    setConfigOption: invoke<null>()(
      session.extend({ configId: z.string(), value: z.union([z.string(), z.boolean()]) }),
    ),
    rename: invoke<null>()(session.extend({ title: name })),
    /** All of them at once. Those that work cannot be archived: they are answered with. */
    mark: invoke<{ busy: readonly SessionId[] }>()(
      sessions.extend({ pinned: z.boolean(), archived: z.boolean(), unread: z.boolean() }).partial({
        pinned: true,
        archived: true,
        unread: true,
      }),
    ),
    /**
     * Deletes them here, and at their agents where that is wanted and offered; answers with how many an agent still has
     * although it was to delete them.
     */
    remove: invoke<{ keptAtAgent: number }>()(sessions.extend({ atAgent: z.boolean() })),
    /** Which session is on screen in a focused window; null: none. Its end clears no unread mark of others. */
    look: invoke<null>()(z.object({ sessionId: SessionId.nullable() })),
    /** Asks where and writes the plan's markdown, or `markdown` as the person rewrote it; null where they cancelled. */
    savePlan: invoke<{ path: string } | null>()(
      session.extend({ requestId: RequestId, markdown: z.string().max(2_000_000).optional() }),
    ),
  },
  /** `sessionId: null`: on the page where a session begins. */
  drafts: {
    set: invoke<null>()(Draft.extend({ sessionId: SessionId.nullable() })),
    ofNewSession: invoke<Draft>()(none),
    /** A picture for a draft, which must name it within a minute. What it is is seen by its bytes. */
    keepImage: invoke<{ imageId: string; mimeType: ImageType }>()(
      z.object({ bytes: z.instanceof(Uint8Array).refine(({ byteLength }) => byteLength <= MAX_IMAGE_BYTES) }),
    ),
    image: invoke<{ bytes: Uint8Array }>()(z.object({ imageId: z.string().max(128) })),
    /** Where one reads in the transcript; null: at its end. */
    setPlace: invoke<null>()(session.extend({ place: ReadingPlace.nullable() })),
  },
  queue: {
    /** Sends it, or lets it wait where the agent is busy or others wait before it: `turnId` is null then. */
    send: invoke<{ turnId: TurnId | null }>()(session.extend({ content: PromptContent })),
    /** Into the running turn where the agent takes that; else the turn is stopped for it. */
    sendNow: invoke<null>()(queued),
    /** All of its text. */
    read: invoke<{ text: string }>()(queued),
    /**
     * Another text; without `attached` all that stands beside it stays. `kept`: places in the content that the head shows,
     * which is that of the message; `added` goes behind them. `edits`: how often the message had been edited when that was
     * looked at; where it is another one by now nothing is changed (`queue.changed`).
     */
    edit: invoke<null>()(
      queued.extend({
        text: z.string().max(2_000_000),
        attached: z
          .object({
            edits: z.number().int(),
            kept: z.array(z.number().int()).max(200),
            added: PromptContent.optional(),
          })
          .optional(),
      }),
    ),
    /** Before that one, or to the end. */
    move: invoke<null>()(queued.extend({ before: QueuedId.nullable() })),
    remove: invoke<null>()(queued),
    clear: invoke<null>()(session),
    pause: invoke<null>()(session.extend({ why: z.enum(['editing', 'kept']) })),
    resume: invoke<null>()(session),
  },
  /** Sessions that were begun elsewhere. */
  imports: {
    /** What the agent and this machine have that we do not; the agent is started where none of it runs. */
    list: invoke<ImportList>()(z.object({ agentId: AgentId })),
    /** Each becomes a session once, whose history comes when it is opened. `failed`: why others could not. */
    add: invoke<{ sessionIds: readonly SessionId[]; failed: readonly AppError[] }>()(
      z.object({
        agentId: AgentId,
        sessions: z
          .array(
            z.object({
              acpSessionId: z.string().min(1).max(1000),
              cwd: path,
              title: z.string().max(2000).nullable(),
              updatedAt: z.number().nullable(),
            }),
          )
          .min(1)
          .max(5000),
      }),
    ),
  },
  requests: {
    answer: invoke<null>()(z.object({ requestId: RequestId, answer: RequestAnswer, viaKeyboard: z.boolean() })),
  },
  agents: {
    /**
     * Values in `env` under a name of `secretEnv` go to the keychain and nowhere else; a name without a value keeps the
     * secret that is there. `acceptPlain`: where the system has no keychain the person agreed to a plain file.
     */
    save: invoke<null>()(z.object({ agent: AgentConfig, acceptPlain: z.boolean() })),
    /** A custom agent is removed; a catalogue one is taken off the list. */
    remove: invoke<null>()(z.object({ agentId: AgentId })),
    /** Brings a removed or changed catalogue agent back as it ships. */
    restore: invoke<null>()(z.object({ agentId: AgentId })),
    /** A real start and initialize of this configuration, saved or not. */
    test: invoke<AgentProbe>()(z.object({ agent: AgentConfig })),
    /** Asks the login shell again and looks again for every agent's program. */
    detect: invoke<null>()(none),
    /** Agents of which nothing is known are asked in the background; answers at once. */
    refresh: invoke<null>()(none),
    stopConnection: invoke<null>()(z.object({ connectionId: ConnectionId })),
  },
  mcpServers: {
    /** The person's own, with where their secrets and programs are: looked up with each call. */
    list: invoke<readonly McpServerView[]>()(none),
    /** Secrets as in `agents.save`. Refused where another one has the name. */
    save: invoke<null>()(z.object({ server: McpServerConfig, acceptPlain: z.boolean() })),
    remove: invoke<null>()(z.object({ id: z.string() })),
  },
  signIn: {
    /** A method that the session's `attachError` lists; how it goes on is told by the stream `signIns`. */
    begin: invoke<null>()(session.extend({ methodId: z.string() })),
    /** For a method of type `env_var`; `acceptPlain` as in `agents.save`. */
    giveKeys: invoke<null>()(
      session.extend({
        methodId: z.string(),
        values: z.record(z.string(), z.string().max(32_768)),
        acceptPlain: z.boolean(),
      }),
    ),
    /** Takes back what is under way, or clears what it came to. */
    cancel: invoke<null>()(z.object({ agentId: AgentId })),
    /** The person signed in elsewhere: repeats what was refused, by a new process. */
    again: invoke<null>()(session),
    /** The prompt that waits for a sign-in fails instead. */
    giveUp: invoke<null>()(session),
    signOut: invoke<null>()(z.object({ agentId: AgentId })),
  },
  ptys: {
    write: invoke<null>()(z.object({ ptyId: PtyId, data: z.string().max(1_000_000) })),
    resize: invoke<null>()(
      z.object({ ptyId: PtyId, cols: z.number().int().min(2).max(1000), rows: z.number().int().min(1).max(1000) }),
    ),
  },
  registry: {
    /** Fetches the list anew; without `force` only where it is not fresh. What failed is told by the stream. */
    refresh: invoke<null>()(z.object({ force: z.boolean() })),
    /** Begins; the stream tells how it goes and ends. */
    install: invoke<null>()(z.object({ entryId: RegistryId, kind: InstallKind })),
    update: invoke<null>()(z.object({ entryId: RegistryId })),
    /** Ends an install and removes what it wrote; puts a failed one away. */
    cancel: invoke<null>()(z.object({ entryId: RegistryId })),
    /** Removes the agent and its files. An agent of the catalogue is then looked for on the PATH again. */
    remove: invoke<null>()(z.object({ entryId: RegistryId })),
  },
  files: {
    /** By fuzzy search over the paths of the folder; without a text what lies at its top. */
    find: invoke<FoundFiles>()(
      z.object({ of: fileRoot, text: z.string().max(400), limit: z.number().int().min(1).max(100) }),
    ),
    /** Files and folders that were dropped or picked, anywhere; what is not there is left out. */
    describe: invoke<readonly PathAttachment[]>()(
      z.object({ of: fileRoot, paths: z.array(path).max(MAX_ATTACHMENTS) }),
    ),
    /** A file of the session's folder. A relative path counts from the folder. */
    read: invoke<FileView>()(session.extend({ path })),
    /** A picture in the session's folder, or why it is not shown. */
    image: invoke<FileImage>()(session.extend({ path })),
    /** By the command of the settings. */
    openInEditor: invoke<null>()(session.extend({ path, line: z.number().int().min(1).optional() })),
  },
  agentMcp: {
    /** The MCP servers of the agent's own files, with their state; the agent's program is asked. */
    list: invoke<AgentMcpView>()(session),
    /** Answers with the list as it is then. `login` waits for the person, minutes at most. */
    act: invoke<AgentMcpView>()(session.extend({ name: z.string().min(1).max(200), action: z.enum(agentMcpActions) })),
  },
  blobs: {
    /** `length` at most 1 MB. `bytes` is shorter at the end. */
    read: invoke<{ bytes: Uint8Array; total: number }>()(
      z.object({ blobId: BlobId, offset: z.number().int().min(0), length: z.number().int().min(1).max(1_048_576) }),
    ),
  },
  search: {
    /** With what is being said right now, on the first page. */
    items: invoke<SearchPage>()(SearchQuery),
  },
  data: {
    view: invoke<DataView>()(none),
    backUp: invoke<BackupView>()(none),
    /** At the restart that this begins; what is there now is set aside. */
    restore: invoke<null>()(z.object({ name: z.string().max(100) })),
    /** Restarts the engine, which repairs a damaged database as it opens it. */
    repair: invoke<null>()(none),
    /** What was saved when the database of this folder was set aside. */
    report: invoke<{ text: string }>()(z.object({ folder: z.string().max(100) })),
    /** Facts for whoever helps, without anything secret or personal. */
    diagnosis: invoke<{ text: string }>()(none),
    /** Asks where, and writes the very text that was shown; null where they cancelled. */
    saveDiagnosis: invoke<{ path: string } | null>()(z.object({ text: z.string().max(4_000_000) })),
  },
  settings: {
    set: invoke<null>()(SettingsPatch),
  },
  app: {
    /** https, http and mailto only; anything else is refused. */
    openExternal: invoke<null>()(z.object({ url: z.string().max(8192) })),
    openDataFolder: invoke<null>()(none),
    dismissNotice: invoke<null>()(z.object({ at: z.number() })),
  },
};

export const streams = {
  app: stream<AppSnapshot, AppFrame>()(none),
  sessionList: stream<SessionListSnapshot, SessionListFrame>()(none),
  session: stream<SessionSnapshot, SessionEvent>()(session),
  agents: stream<AgentsSnapshot, AgentsFrame>()(none),
  signIns: stream<SignInsSnapshot, SignInsFrame>()(none),
  pty: stream<PtySnapshot, PtyFrame>()(z.object({ ptyId: PtyId })),
  registry: stream<RegistrySnapshot, RegistryFrame>()(none),
  inspector: stream<InspectorSnapshot, InspectorFrame>()(z.object({ connectionId: ConnectionId })),
};

export type AppContract = typeof contract;
export type AppStreams = typeof streams;
