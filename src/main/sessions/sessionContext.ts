import type { Clock } from '@shared/clock';
import type { AgentId, ProjectId, SessionId } from '@shared/ids';
import type { SessionRequest } from '@shared/session/request';
import type { TurnOutcome } from '@shared/session/state';
import type { Settings } from '@shared/settings';
import type { CatalogEntry } from '../agents/catalog';
import type { McpServers } from '../agents/mcpServers';
import type { ModelCatalog } from '../agents/modelCatalog';
import type { Supervisor } from '../agents/supervisor';
import type { Blobs } from '../store/blobs';
import type { QueuedPrompts } from '../store/queuedPrompts';
import type { SessionIndex } from '../store/sessionIndex';
import type { TranscriptLog } from '../store/transcriptLog';
import type { SavedImages } from './savedImages';
import type { SessionActor } from './sessionActor';

/** What every actor is given: the rooms below it, and whom to tell. */
export interface SessionContext {
  clock: Clock;
  newId: () => string;
  transcripts: TranscriptLog;
  index: SessionIndex;
  blobs: Blobs;
  savedImages: SavedImages;
  queuedPrompts: QueuedPrompts;
  supervisor: Supervisor;
  models: ModelCatalog;
  mcpServers: McpServers;
  settings: () => Settings;
  agent: (agentId: AgentId) => CatalogEntry | undefined;
  /** The prompt that sends an agent on its way after an accepted plan, in the person's language. */
  continuePlanPrompt: () => string;
  isOnScreen: (sessionId: SessionId) => boolean;
  onChanged: (actor: SessionActor) => void;
  onRequestOpened: (actor: SessionActor, request: SessionRequest) => void;
  onTurnEnded: (actor: SessionActor, outcome: TurnOutcome, lastedMs: number) => void;
  onDefect: (where: string, thrown: unknown) => void;
}

/** Who a session is; fixed for its life. */
export interface SessionIdentity {
  sessionId: SessionId;
  projectId: ProjectId;
  agentId: AgentId;
  cwd: string;
}
