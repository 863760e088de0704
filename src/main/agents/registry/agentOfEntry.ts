import type { AgentId } from '@shared/ids';
import { REGISTRY_IDS, type RegistryOrigin } from '@shared/registry';
import { AdapterId, type AgentConfig, type Settings } from '@shared/settings';
import { DEMO_AGENT_ID, findAgent } from '../catalog';
import type { RegistryEntry } from './entry';
import type { InstallRecord, Launch } from './launch';

/** The agent of the list that was installed from this entry. */
export function installedAgent(
  settings: Settings,
  entryId: string,
): (AgentConfig & { registry: RegistryOrigin }) | null {
  for (const agent of settings.agents) {
    if (agent.registry?.id === entryId) return { ...agent, registry: agent.registry };
  }
  return null;
}

/**
 * The id that the entry's agent has or gets: an agent of the catalogue becomes the installed one, with its sessions; any
 * other gets the entry's id, or one beside it where the person has an agent of that name already.
 */
export function agentIdOf(settings: Settings, entryId: string): AgentId {
  const installed = installedAgent(settings, entryId);
  if (installed !== null) return installed.id;
  const shipped = Object.entries(REGISTRY_IDS).find(([, id]) => id === entryId);
  if (shipped !== undefined) return shipped[0];
  const taken = new Set([DEMO_AGENT_ID, ...Object.keys(REGISTRY_IDS), ...settings.agents.map(({ id }) => id)]);
  let id = entryId;
  for (let number = 2; taken.has(id); number++) id = `${entryId.slice(0, 60)}-${number}`;
  return id;
}

/**
 * The agent as it will be in the settings. What the person set stays: the name, variables, and arguments behind those
 * that the version before (`old`) was installed with.
 */
export function agentConfig(
  settings: Settings,
  entry: RegistryEntry,
  launch: Launch,
  origin: RegistryOrigin,
  old: InstallRecord | null,
): AgentConfig {
  const id = agentIdOf(settings, entry.id);
  const before = findAgent(settings, id)?.config;
  const adapter = before?.adapter ?? AdapterId.safeParse(id).data ?? 'generic';
  const kept = Object.entries(before?.env ?? {}).filter(([name, value]) => old?.env[name] !== value);
  const isExtended = old !== null && old.args.every((arg, index) => before?.args[index] === arg);
  const extra = isExtended ? (before?.args.slice(old.args.length) ?? []) : [];
  return {
    secretEnv: [],
    ...before,
    id,
    name: before?.name ?? entry.name,
    command: launch.command,
    args: [...launch.args, ...extra],
    env: { ...launch.env, ...Object.fromEntries(kept) },
    adapter,
    registry: origin,
  };
}
