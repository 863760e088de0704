import { z } from 'zod';
import { Favourites, FavouritesPatch } from './favourites';
import { LaunchOptions } from './launch';
import { McpServerConfig } from './mcpServer';
import { RegistryOrigin } from './registry';

/**
 * `settings.json`: validated, defaults filled in, unknown keys kept (DESIGN section 12). Durations are what their names
 * say; 0 turns a limit off only where the comment says so.
 */

export const AdapterId = z.enum(['cursor', 'claude', 'codex', 'gemini', 'opencode', 'copilot', 'generic', 'demo']);
export type AdapterId = z.infer<typeof AdapterId>;

export const AgentConfig = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/),
  name: z.string().min(1).max(80),
  command: z.string().min(1).max(4096),
  args: z.array(z.string().max(32_768)).max(200).default([]),
  env: z.record(z.string().regex(/^[^=\0]+$/), z.string()).default({}),
  /** Names of variables whose values are secrets: they are kept by the keychain, never here. */
  secretEnv: z
    .array(z.string().regex(/^[^=\0]+$/))
    .max(100)
    .default([]),
  /** Names of inherited variables that it must not see. */
  unsetEnv: z
    .array(z.string().regex(/^[^=\0]+$/))
    .max(100)
    .optional(),
  adapter: AdapterId.default('generic'),
  /** Only where the adapter has such options (see launchSupport). */
  launch: LaunchOptions.optional(),
  /** Installed from the registry: its entry, and the version that is in use. */
  registry: RegistryOrigin.optional(),
});
export type AgentConfig = z.infer<typeof AgentConfig>;

export const Locale = z.enum(['system', 'en', 'zh-CN']);
export type Locale = z.infer<typeof Locale>;
export const Theme = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof Theme>;
/** How the list of sessions is divided. */
export const SessionGrouping = z.enum(['project', 'status']);
export type SessionGrouping = z.infer<typeof SessionGrouping>;

const minutes = (fallback: number) => z.number().min(0).max(10_080).catch(fallback).default(fallback);
const seconds = (fallback: number) => z.number().min(1).max(3600).catch(fallback).default(fallback);

export const Durations = z.object({
  /** An idle connection is stopped after this; 0: never. */
  idleStopMinutes: minutes(10),
  /** No update in an open turn for this: the connection is called unresponsive; 0: never. */
  silentTurnMinutes: minutes(5),
  /** A stop that the agent does not answer for this offers a forced stop. */
  stopGraceSeconds: seconds(10),
  /** From spawn to the answer of initialize. */
  startSeconds: seconds(60),
  /** Keys pressed within this time after a request appeared do not answer it (AC-63). */
  keyGuardMs: z.number().min(0).max(5000).catch(500).default(500),
});
export type Durations = z.infer<typeof Durations>;

export const Notifications = z.object({
  requests: z.boolean().catch(true).default(true),
  turns: z.boolean().catch(true).default(true),
});

/** For agents that reach the network through a proxy, '' where there is none. An agent's own environment wins (AC-48). */
export const Proxy = z.object({
  http: z.string().max(2048).catch('').default(''),
  https: z.string().max(2048).catch('').default(''),
  /** Hosts that are reached directly, with commas. */
  noProxy: z.string().max(8192).catch('').default(''),
  /** A file of certificates that Node trusts beside its own. */
  caFile: z.string().max(4096).catch('').default(''),
});
export type Proxy = z.infer<typeof Proxy>;

/** One column, or the old text beside the new one. */
const DiffLayout = z.enum(['unified', 'split']);

const PaneShare = z.number().min(0).max(100);

export const Settings = z.looseObject({
  /** Custom agents and changes to catalogue agents (same id). */
  agents: z.array(AgentConfig).default([]),
  /** Catalogue agents that the person removed from the list. */
  hiddenAgents: z.array(z.string()).catch([]).default([]),
  locale: Locale.catch('system').default('system'),
  theme: Theme.catch('system').default('system'),
  defaultAgent: z.string().nullable().catch(null).default(null),
  durations: Durations.catch(Durations.parse({})).default(Durations.parse({})),
  proxy: Proxy.catch(Proxy.parse({})).default(Proxy.parse({})),
  /** MCP servers of the person's own, given to agents with each session. */
  mcpServers: z.array(McpServerConfig).default([]),
  /** How the person's editor opens a file, as argv with `{file}` and `{line}`; empty: none chosen. */
  editor: z.array(z.string().max(4096)).max(50).catch([]).default([]),
  /** One backup a day while the app runs. */
  dailyBackups: z.boolean().catch(true).default(true),
  notifications: Notifications.catch(Notifications.parse({})).default(Notifications.parse({})),
  /** The session that was on screen last. */
  lastSessionId: z.string().nullable().catch(null).default(null),
  panelOpen: z.boolean().catch(true).default(true),
  /** How much of a session's width a file beside it takes, in percent; null: as much as suits most. */
  filePaneShare: PaneShare.nullable().catch(null).default(null),
  diffLayout: DiffLayout.catch('unified').default('unified'),
  diffIgnoresWhitespace: z.boolean().catch(false).default(false),
  sessionGrouping: SessionGrouping.catch('project').default('project'),
  favourites: Favourites.default({}),
});
export type Settings = z.infer<typeof Settings>;

export const SettingsPatch = z
  .object({
    locale: Locale,
    theme: Theme,
    defaultAgent: z.string().nullable(),
    durations: Durations.partial(),
    notifications: Notifications.partial(),
    dailyBackups: z.boolean(),
    proxy: z.object({ http: z.string(), https: z.string(), noProxy: z.string(), caFile: z.string() }).partial(),
    editor: z.array(z.string().max(4096)).max(50),
    lastSessionId: z.string().nullable(),
    panelOpen: z.boolean(),
    filePaneShare: PaneShare.nullable(),
    diffLayout: DiffLayout,
    diffIgnoresWhitespace: z.boolean(),
    sessionGrouping: SessionGrouping,
    favourites: FavouritesPatch,
  })
  .partial();
export type SettingsPatch = z.infer<typeof SettingsPatch>;
