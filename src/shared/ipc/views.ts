import type { AuthMethod } from '../acp/methods';
import type { Draft, PathAttachment, ReadingPlace } from '../attachment';
import type { AppError } from '../errors';
import type { AgentId, ConnectionId, ProjectId, RequestId, SessionId } from '../ids';
import type { Item } from '../session/item';
import type { SessionRequest } from '../session/request';
import type { AgentAvailability, EnvironmentView } from './discovery';
import type { SessionState } from '../session/state';
import type { SessionSummary } from '../session/summary';
import type { McpServerConfig } from '../mcpServer';
import type { AgentConfig, Settings } from '../settings';

/** What the streams show, beside sessions themselves. */

export interface ProjectView {
  projectId: ProjectId;
  path: string;
  name: string;
  branch: string | null;
  /** The folder is not there now. */
  missing: boolean;
  order: number;
}

/** A request for which no session could be found: shown at the agent, never lost. */
export interface UnroutedRequest {
  agentId: AgentId;
  connectionId: ConnectionId;
  request: SessionRequest;
}

export interface SessionListSnapshot {
  projects: readonly ProjectView[];
  sessions: readonly SessionSummary[];
  unrouted: readonly UnroutedRequest[];
}
export type SessionListFrame =
  | { type: 'project.set'; project: ProjectView }
  | { type: 'project.removed'; projectId: ProjectId }
  | { type: 'session.set'; session: SessionSummary }
  | { type: 'session.removed'; sessionId: SessionId }
  | { type: 'unrouted.set'; unrouted: UnroutedRequest }
  | { type: 'unrouted.removed'; requestId: RequestId };

export interface SessionSnapshot {
  /** The newest page and all that is open; older items come by `sessions.page`. */
  state: SessionState;
  hasOlder: boolean;
  draft: Draft;
  /** Where one was reading; null: at the end. */
  place: ReadingPlace | null;
  projectId: ProjectId;
  agentId: AgentId;
  cwd: string;
}

/** A stretch of a session, ascending and without gaps. */
export interface ItemsAround {
  items: readonly Item[];
  hasOlder: boolean;
  hasNewer: boolean;
}

/** What an initialize told of an agent (acp.md 3.3). */
export interface AgentProbe {
  version: string | null;
  title: string | null;
  protocolVersion: number;
  capabilities: {
    loadSession: boolean;
    resume: boolean;
    list: boolean;
    close: boolean;
    remove: boolean;
    image: boolean;
    audio: boolean;
    embeddedContext: boolean;
    mcpHttp: boolean;
    mcpSse: boolean;
    /** `logout` (acp.md 3.8). */
    signOut: boolean;
    /** A message can go into a running turn. */
    steering?: boolean;
  };
  authMethods: readonly AuthMethod[];
}

/** Where a secret is: `plain` in a file that only this person's account reads, `thisRun` until Signalbox ends. */
export type SecretPlace = 'keychain' | 'plain' | 'thisRun' | 'missing';

/** One of the person's own MCP servers, without the values of its secrets. */
export interface McpServerView {
  config: McpServerConfig;
  /** By the names of its secrets. */
  secrets: Readonly<Record<string, SecretPlace>>;
  /** Where the program of a stdio server is; null where it is not found, and for the others. */
  executable: string | null;
}

export interface AgentView {
  /** Without the values of `secretEnv`, which never come to the page. */
  config: AgentConfig;
  /** By the names in `config.secretEnv`. */
  secrets: Readonly<Record<string, SecretPlace>>;
  /** `catalog`: ships with Signalbox; `custom`: the person's own; `demo`: the built-in one. */
  origin: 'catalog' | 'custom' | 'demo';
  /** A catalogue agent that the person changed. */
  changed: boolean;
  availability: AgentAvailability;
  /** From the last initialize of this very program and configuration, by a session, a test or a check. */
  probe: AgentProbe | null;
  /** Why the last start failed; null: it did not. */
  lastError: AppError | null;
  /** The last session was refused since nobody is signed in. */
  signInNeeded: boolean;
  /** The first message is not sent before its model's variant was on screen. */
  variantFirst: boolean;
  /** Where it keeps what was allowed for ever: for the whole `account`, or nobody knows. */
  lastingPermission: 'account' | 'unknown';
  /** Asked in the background right now. */
  checking: boolean;
  /** As the agent says it, else as its program does. */
  version: string | null;
  /** `modelPicker`: too old for the choice of a model's parameters, and usable otherwise. */
  hint: 'modelPicker' | null;
}

export interface ConnectionView {
  connectionId: ConnectionId;
  agentId: AgentId;
  cwd: string;
  pid: number | null;
  status: 'starting' | 'ready' | 'unresponsive' | 'stopping' | 'exited';
  startedAt: number;
  sessionIds: readonly SessionId[];
  exit: { exitCode: number | null; signal: string | null; stderrTail: string } | null;
  /** While it starts: the newest line on stderr. */
  lastWords: string | null;
  /** More than a thousand lines on its stdout were no messages (AC-54). */
  isNoisy: boolean;
}

export interface AgentsSnapshot {
  environment: EnvironmentView;
  agents: readonly AgentView[];
  connections: readonly ConnectionView[];
}
export type AgentsFrame =
  | { type: 'agent.set'; agent: AgentView }
  | { type: 'agent.removed'; agentId: AgentId }
  | { type: 'environment.set'; environment: EnvironmentView }
  | { type: 'connection.set'; connection: ConnectionView }
  | { type: 'connection.removed'; connectionId: ConnectionId };

/** One frame of a connection as the inspector shows it, already redacted. */
export interface WireFrame {
  /** Counts from 1 in each connection. */
  index: number;
  at: number;
  direction: 'toAgent' | 'fromAgent';
  kind: 'request' | 'response' | 'error' | 'notification' | 'noise' | 'stderr';
  method: string | null;
  /** JSON-RPC id as text. */
  id: string | null;
  /** Index of the request that this answers, or of the answer to this, once known. */
  pair: number | null;
  bytes: number;
  /** The frame's text, cut at 64 KB. */
  text: string;
}
export interface InspectorSnapshot {
  connection: ConnectionView;
  frames: readonly WireFrame[];
}
export type InspectorFrame = { type: 'frame'; frame: WireFrame } | { type: 'connection'; connection: ConnectionView };

/** A picture of the session's folder that an answer names. */
export type ReadImage =
  | { bytes: Uint8Array; mimeType: string }
  | { refused: 'outsideRoots' | 'tooLarge' | 'notFound' | 'notImage' };

/** `savedGone`: it was saved by us for an agent that takes no pictures, and is no more. */
export type FileImage = ReadImage | { refused: 'savedGone' };

/** A file of a session's folder, or the part of a long one that was asked for. */
export interface FileView {
  /** Absolute. */
  path: string;
  /** Whole, with `\n` between its lines. */
  text: string;
}

/** Whose folder it is. */
export type FileRoot = { sessionId: SessionId } | { projectId: ProjectId };

/** Files and folders of a project whose path fits what was written, best first. */
export interface FoundFiles {
  files: readonly PathAttachment[];
  /** Of all that fit. */
  total: number;
  /** The project has more files than are looked at. */
  isCut: boolean;
}

export interface AppSnapshot {
  settings: Settings;
  version: string;
  platform: string;
  /** The language in force after `system` was resolved. */
  locale: 'en' | 'zh-CN';
  /** Things that a person should know once, newest last. */
  notices: readonly AppNotice[];
  /** The profile's folder, for "where is my data". */
  home: string;
  /** Where no keychain is there: secrets live for this run only. */
  keychain: boolean;
}
export type AppNotice =
  | { code: 'settings.setAside'; file: string; message: string; at: number }
  /** One entry of the file that is left out, as it stands there. `list`: where; `entry`: its name, or its place (from 1). */
  | { code: 'settings.entryLeftOut'; list: 'agents' | 'mcpServers'; entry: string; message: string; at: number }
  | { code: 'project.notFolder'; path: string; at: number }
  | { code: 'store.writeFailed'; message: string; at: number }
  | { code: 'store.full'; at: number }
  | { code: 'store.damaged'; message: string; at: number }
  /** A damaged file was set aside; `folder` names where under the profile, with the report. */
  | {
      code: 'store.recovered';
      folder: string;
      sessions: number;
      items: number;
      fromBackup: number;
      isComplete: boolean;
      /** When the backup was made; null: none was used. */
      backupAt: number | null;
      at: number;
    }
  | { code: 'store.logDamaged'; folder: string; at: number }
  | { code: 'store.restored'; backupAt: number; folder: string; at: number }
  | { code: 'engine.restarted'; at: number }
  | { code: 'page.restarted'; at: number }
  | { code: 'processes.swept'; count: number; at: number };

export type AppFrame =
  | { type: 'settings'; settings: Settings; locale: 'en' | 'zh-CN' }
  | { type: 'notice'; notice: AppNotice }
  | { type: 'notice.dropped'; at: number }
  /** Someone asked for it outside the page: a notification's click, the menu, the command line. */
  | { type: 'navigate'; to: NavigateTarget };

export type NavigateTarget =
  | { view: 'session'; sessionId: SessionId }
  | { view: 'project'; projectId: ProjectId }
  | { view: 'newSession' }
  | { view: 'settings' }
  | { view: 'attention' }
  | { view: 'addProject' };
