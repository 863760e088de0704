import { z } from 'zod';
import type { AppError } from './errors';
import type { AgentId } from './ids';

/** The ACP registry as pages see it: what can be installed, what is, and what is being installed (acp.md section 4). */

/** How an agent is distributed: a package of npm, one of PyPI run by uv, or an archive with a program. */
export const InstallKind = z.enum(['npx', 'uvx', 'binary']);
export type InstallKind = z.infer<typeof InstallKind>;

export const RegistryId = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/);
export type RegistryId = z.infer<typeof RegistryId>;

/** Where an agent of the person's list came from. */
export const RegistryOrigin = z.object({ id: RegistryId, version: z.string().min(1).max(64), kind: InstallKind });
export type RegistryOrigin = z.infer<typeof RegistryOrigin>;

/** One way to install an entry on this machine. */
export interface InstallWay {
  kind: InstallKind;
  /** The program that this way needs and that is not there. */
  missing: 'node' | 'npm' | 'uv' | null;
  /** An archive whose checksum the registry tells. Packages are checked by npm and uv themselves. */
  checksum: boolean;
}

export interface RegistryEntryView {
  id: RegistryId;
  name: string;
  version: string;
  description: string;
  license: string | null;
  /** Its site, or its repository where it has none. */
  website: string | null;
  /** The first one that lacks nothing is offered first. Empty: only its site tells how. */
  ways: readonly InstallWay[];
  installed: { agentId: AgentId; version: string; kind: InstallKind; updatable: boolean } | null;
}

export interface RegistryList {
  entries: readonly RegistryEntryView[];
  shown: {
    /** `snapshot`: shipped with Signalbox. */
    from: 'snapshot' | 'network';
    /** Milliseconds since the epoch. */
    at: number;
  };
  refreshing: boolean;
  /** Why the last refresh brought nothing. No fault: what is shown is only older. */
  notRefreshed: AppError | null;
}

export type InstallPhase = 'waiting' | 'downloading' | 'unpacking' | 'installing' | 'checking';

export interface InstallJob {
  entryId: RegistryId;
  version: string;
  kind: InstallKind;
  update: boolean;
  status: 'running' | 'cancelling' | 'failed';
  phase: InstallPhase;
  /** Bytes, while downloading; `total` is null where the server does not tell it. */
  received: number;
  total: number | null;
  /** The last lines of what the installer or the starting agent wrote. */
  lines: readonly string[];
  error: AppError | null;
  /** What there is after a failure: nothing, the version from before, or the new one, which could not be started. */
  left: 'nothing' | 'old' | 'new';
}

export interface RegistrySnapshot {
  list: RegistryList;
  jobs: readonly InstallJob[];
}

export type RegistryFrame =
  | { type: 'list'; list: RegistryList }
  | { type: 'job'; job: InstallJob }
  | { type: 'job.removed'; entryId: RegistryId };

/** Agents of the catalogue and what the registry calls them. */
export const REGISTRY_IDS: Readonly<Record<AgentId, RegistryId>> = {
  cursor: 'cursor',
  claude: 'claude-acp',
  codex: 'codex-acp',
  gemini: 'gemini',
  opencode: 'opencode',
  copilot: 'github-copilot-cli',
};
