import type { Clock } from '@shared/clock';
import type { Result } from '@shared/errors';
import type { Settings } from '@shared/settings';
import type { AgentBoard } from '../agentBoard';
import type { AgentService } from '../agentService';
import { isShipped } from '../catalog';
import type { UserEnvironment } from '../discovery/userEnvironment';
import { agentEnvironment } from '../environment';
import type { Guard } from '../guard';
import { proxyEnvironment } from '../proxyEnvironment';
import type { RunRecords } from '../runRecords';
import type { Supervisor } from '../supervisor';
import { INSTALL_LIMITS } from './installer';
import { REGISTRY_URL } from './registryBook';
import { RegistryService } from './registryService';
import { checkStart } from './startCheck';
import { VersionFolders } from './versionFolders';

export interface RegistryParts {
  home: string;
  clock: Clock;
  newId: () => string;
  guard: Guard;
  records: RunRecords;
  settings: () => Settings;
  updateSettings: (change: (settings: Settings) => Settings) => Promise<Result<null>>;
  environment: UserEnvironment;
  supervisor: Supervisor;
  agents: AgentService;
  board: AgentBoard;
  onDefect: (where: string, thrown: unknown) => void;
}

/** The registry among the engine's parts. `SIGNALBOX_REGISTRY_URL` names another address, of a mirror or a test. */
export function createRegistry(parts: RegistryParts): RegistryService {
  const {
    home,
    clock,
    newId,
    guard,
    records,
    settings,
    updateSettings,
    environment,
    supervisor,
    agents,
    board,
    onDefect,
  } = parts;
  return new RegistryService({
    home,
    clock,
    url: process.env['SIGNALBOX_REGISTRY_URL'] || REGISTRY_URL,
    folders: new VersionFolders(home),
    limits: INSTALL_LIMITS,
    keeping: { clock, guard, records, newId },
    settings,
    onDefect,
    env: async () => agentEnvironment(await environment.base(), proxyEnvironment(settings().proxy, []), ''),
    check: (config, signal, onLine) => {
      const origin = isShipped(config.id) ? 'catalog' : 'custom';
      return checkStart(supervisor, { entry: { config, origin, changed: true }, cwd: home, newId, signal, onLine });
    },
    async save(config, probe, error) {
      const saved = await updateSettings((now) => ({
        ...now,
        agents: [...now.agents.filter(({ id }) => id !== config.id), config],
        hiddenAgents: now.hiddenAgents.filter((id) => id !== config.id),
      }));
      if (!saved.ok) return saved;
      await board.detect();
      const entry = agents.find(config.id);
      if (entry !== undefined) await board.onProbe(entry, probe, error);
      return saved;
    },
    forget: (agentId) => (isShipped(agentId) ? agents.restore(agentId) : agents.remove(agentId)),
    isRunning: (agentId) => supervisor.views().some((view) => view.agentId === agentId && view.status !== 'exited'),
  });
}
