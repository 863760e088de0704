import type { AppError } from './errors';
import type { AdapterId } from './settings';

/** MCP servers that an agent's own program knows, from files of its own (Cursor: `.cursor/mcp.json`, cursor-acp.md 1.3). */

export interface AgentMcpSupport {
  /** Its file, in the project's folder and in the person's home. */
  file: string;
  /** It has been seen to take no notice of servers that a client gives it (cursor-acp.md 2.10, AC-24). */
  mayIgnoreGiven: boolean;
}

const supported: Partial<Record<AdapterId, AgentMcpSupport>> = {
  cursor: { file: '.cursor/mcp.json', mayIgnoreGiven: true },
};

/** Null where the adapter's program has none. */
export const agentMcpSupport = (adapter: AdapterId): AgentMcpSupport | null => supported[adapter] ?? null;

export type AgentMcpStatus = 'ready' | 'needsApproval' | 'needsLogin' | 'disabled' | 'failed' | 'unknown';

export interface AgentMcpServer {
  name: string;
  /** The file that names it; `agent`: the program told of it and no file of ours does. */
  scope: 'project' | 'user' | 'agent';
  /** Its command or address, without what may be secret. */
  detail: string;
  isRemote: boolean;
  status: AgentMcpStatus;
  /** The program's own word for it; null where it said none. */
  told: string | null;
}

export interface AgentMcpView {
  servers: readonly AgentMcpServer[];
  /** Files that could not be read, and the program where it could not be asked. */
  problems: readonly { where: string; error: AppError }[];
}

export const agentMcpActions = ['enable', 'disable', 'login'] as const;
export type AgentMcpAction = (typeof agentMcpActions)[number];
