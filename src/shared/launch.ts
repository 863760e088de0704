import { z } from 'zod';
import type { AdapterId } from './settings';

/**
 * Options of an agent's program that stand before its own subcommand (Cursor: `agent -e … acp`, cursor-acp.md 1.2, 2.1).
 * Which agents have them is data; the settings form and the start read the same.
 */

export const LaunchOptions = z.object({
  /** The service's address, `-e`; '' for the program's own. */
  endpoint: z.string().max(2048).default(''),
  /** `-k`: certificates are not checked. */
  insecureTls: z.boolean().default(false),
  /**
   * `--worktree NAME`; '' for none. The program can also choose the name itself, which is not offered: without one it
   * would take the word that follows, its own subcommand.
   */
  worktree: z
    .string()
    .max(200)
    .regex(/^(?!-)/)
    .default(''),
  /** `--add-dir`, one each. */
  addDirs: z.array(z.string().min(1).max(4096)).max(50).default([]),
  /** Whatever else, as argv. */
  extra: z.array(z.string().max(32_768)).max(200).default([]),
});
export type LaunchOptions = z.infer<typeof LaunchOptions>;

export interface LaunchSupport {
  endpoint: string;
  insecureTls: string;
  worktree: string;
  addDir: string;
  /**
   * The variable that carries a key. Not `--api-key`: every account of the machine can read the arguments of a process,
   * and only its own account its environment.
   */
  apiKeyVariable: string;
}

const cursor: LaunchSupport = {
  endpoint: '-e',
  insecureTls: '-k',
  worktree: '--worktree',
  addDir: '--add-dir',
  apiKeyVariable: 'CURSOR_API_KEY',
};

const supported: Partial<Record<AdapterId, LaunchSupport>> = { cursor };

/** Null where the adapter's program has no such options. */
export const launchSupport = (adapter: AdapterId): LaunchSupport | null => supported[adapter] ?? null;

/** The arguments with which the program is started. */
export function launchArgs(agent: {
  adapter: AdapterId;
  args: readonly string[];
  launch?: LaunchOptions | undefined;
}): string[] {
  const support = launchSupport(agent.adapter);
  if (support === null || agent.launch === undefined) return [...agent.args];
  const { endpoint, insecureTls, worktree, addDirs, extra } = agent.launch;
  return [
    ...(endpoint === '' ? [] : [support.endpoint, endpoint]),
    ...(insecureTls ? [support.insecureTls] : []),
    ...addDirs.flatMap((folder) => [support.addDir, folder]),
    ...(worktree === '' ? [] : [support.worktree, worktree]),
    ...extra,
    ...agent.args,
  ];
}
