import { Feed } from '@shared/feed';
import type { AgentsFrame } from '@shared/ipc/views';
import { Settings } from '@shared/settings';
import { BriefRuns } from '../../../src/main/agents/discovery/briefRuns';
import { createUserEnvironment } from '../../../src/main/agents/discovery/createUserEnvironment';
import { ProbeFile } from '../../../src/main/agents/discovery/probeFile';
import { Programs } from '../../../src/main/agents/discovery/programs';
import { VersionQuestion } from '../../../src/main/agents/discovery/versionQuestion';
import { McpServers } from '../../../src/main/agents/mcpServers';
import { ModelCatalog } from '../../../src/main/agents/modelCatalog';
import { SecretStore } from '../../../src/main/agents/secretStore';
import { StartLease } from '../../../src/main/agents/startLease';
import { Supervisor } from '../../../src/main/agents/supervisor';
import { SavedImages } from '../../../src/main/sessions/savedImages';
import type { SessionContext } from '../../../src/main/sessions/sessionContext';
import type { TestStore } from '../../../src/main/store/testStore';

/** What an actor needs, over a real store: nothing of it reaches an agent. */
export function contextWithoutAgents(store: TestStore, newId: () => string): SessionContext {
  const unused = (): never => {
    throw new Error('no agent here');
  };
  const settings = Settings.parse({});
  const secrets = SecretStore.open(store.home, { seal: unused, unseal: unused });
  const runs = new BriefRuns(store.clock, unusedGuard);
  const environment = createUserEnvironment(runs, new Feed<AgentsFrame>());
  const cache = ProbeFile.open(store.home, unused);
  const versions = new VersionQuestion({ runs, cache, exclusively: unused });
  return {
    clock: store.clock,
    newId,
    transcripts: store.transcripts,
    index: store.sessions,
    queuedPrompts: store.queuedPrompts,
    blobs: store.blobs,
    savedImages: new SavedImages({ folder: '', onDefect: unused }),
    supervisor: new Supervisor({
      starter: {
        secrets,
        proxy: () => settings.proxy,
        lease: new StartLease(),
        environment,
        programs: new Programs(environment, versions),
        clock: store.clock,
        guard: unusedGuard,
        records: unusedRecords,
        home: '',
        demoWorkerFile: '',
        locale: () => 'en',
      },
      clock: store.clock,
      clientVersion: '0',
      newId,
      durations: () => settings.durations,
      owner: unused,
      isBusy: () => false,
      sessionIdsOf: () => [],
      onConnection: unused,
      onConnectionRemoved: unused,
      onProbe: unused,
      onSignIn: unused,
      onFault: unused,
    }),
    models: new ModelCatalog({ clock: store.clock, program: unused }),
    mcpServers: new McpServers({ settings: () => settings, updateSettings: unused, secrets, environment }),
    settings: () => settings,
    agent: () => undefined,
    continuePlanPrompt: () => 'go',
    isOnScreen: () => true,
    onChanged: () => undefined,
    onRequestOpened: () => undefined,
    onTurnEnded: () => undefined,
    onDefect: (where, thrown) => {
      throw new Error(where, { cause: thrown });
    },
  };
}

const unusedGuard = { pid: undefined, add() {}, remove() {}, close: () => Promise.resolve() };
const unusedRecords = {
  began: () => Promise.resolve(),
  started: () => Promise.resolve(),
  ended: () => Promise.resolve(),
  sweep: () => Promise.reject(new Error('nothing was started')),
};
