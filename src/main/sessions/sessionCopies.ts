import type { Clock } from '@shared/clock';
import type { AgentId, ProjectId } from '@shared/ids';
import type { ExportFormat } from '@shared/session/sessionFile';
import type { Store } from '../store/openStore';
import { ExportService } from './exportService';
import { ForkService } from './forkService';
import { ImportService } from './importService';
import { MARKDOWN_WORDS } from './markdownWords';
import type { ProjectBoard } from './projectBoard';
import type { SessionBoard } from './sessionBoard';
import type { SessionService } from './sessionService';
import { SessionText } from './sessionText';

export interface SessionCopiesOptions {
  store: Store;
  board: SessionBoard;
  projectBoard: ProjectBoard;
  sessions: Pick<SessionService, 'actors' | 'find' | 'prompt'>;
  clock: Clock;
  newId: () => string;
  locale: () => 'en' | 'zh-CN';
  /** undefined: no such agent here. */
  agentName: (agentId: AgentId) => string | undefined;
  defaultAgent: () => AgentId | null;
  pickSaveFile: (suggestedName: string, format: ExportFormat) => Promise<string | null>;
  pickOpenFile: () => Promise<string | null>;
  onDefect: (where: string, thrown: unknown) => void;
}

export interface SessionCopies {
  forks: ForkService;
  exports: ExportService;
  imports: ImportService;
  texts: SessionText;
}

/** All that makes a second one of a session: forks, exported files, and what is made of such a file. */
export function createSessionCopies(options: SessionCopiesOptions): SessionCopies {
  const { store, board, projectBoard, sessions, clock, newId, onDefect } = options;
  const now = (): number => clock.now();
  const agentName = (agentId: AgentId): string => options.agentName(agentId) ?? agentId;
  const stored = {
    store,
    actors: () => sessions.actors,
    projectOf: (projectId: ProjectId) => projectBoard.get(projectId),
    agentName,
    words: () => MARKDOWN_WORDS[options.locale()],
  };
  return {
    texts: new SessionText(stored),
    forks: new ForkService({ store, board, sessions, newId, now, onDefect }),
    exports: new ExportService({
      ...stored,
      pickFile: options.pickSaveFile,
      now,
    }),
    imports: new ImportService({
      store,
      board,
      projects: () => projectBoard.list(),
      agentFor: (agentId) => (options.agentName(agentId) === undefined ? (options.defaultAgent() ?? agentId) : agentId),
      agentName,
      pickFile: options.pickOpenFile,
      newId,
      now,
    }),
  };
}
