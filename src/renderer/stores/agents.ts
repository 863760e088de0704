import type { AgentState } from '@shared/ipc/agentState';
import type { EnvironmentView } from '@shared/ipc/discovery';
import type { AgentsFrame, AgentsSnapshot, AgentView, ConnectionView } from '@shared/ipc/views';
import type { TFunction } from 'i18next';
import { create } from 'zustand';
import type { Tone } from '../ui/Pill';
import type { Mark } from '../ui/StatusMark';

export interface AgentsState {
  ready: boolean;
  environment: EnvironmentView;
  /** In the engine's order; a new one comes last. */
  agents: readonly AgentView[];
  connections: Readonly<Record<string, ConnectionView>>;
}

export const useAgents = create<AgentsState>()(() => ({
  ready: false,
  environment: { report: { status: 'looking' }, path: [] },
  agents: [],
  connections: {},
}));

export function setAgentsSnapshot(snapshot: AgentsSnapshot): void {
  const connections = Object.fromEntries(snapshot.connections.map((view) => [view.connectionId, view]));
  useAgents.setState({ ready: true, environment: snapshot.environment, agents: snapshot.agents, connections });
}

export function applyAgentsFrames(frames: readonly AgentsFrame[]): void {
  useAgents.setState((state) => {
    let { agents, connections, environment } = state;
    for (const frame of frames) {
      switch (frame.type) {
        case 'agent.set': {
          const known = agents.some((agent) => agent.config.id === frame.agent.config.id);
          agents = known
            ? agents.map((agent) => (agent.config.id === frame.agent.config.id ? frame.agent : agent))
            : [...agents, frame.agent];
          break;
        }
        case 'agent.removed':
          agents = agents.filter((agent) => agent.config.id !== frame.agentId);
          break;
        case 'environment.set':
          environment = frame.environment;
          break;
        case 'connection.set':
          connections = { ...connections, [frame.connection.connectionId]: frame.connection };
          break;
        case 'connection.removed': {
          const { [frame.connectionId]: _, ...rest } = connections;
          connections = rest;
          break;
        }
      }
    }
    return { agents, connections, environment };
  });
}

/** A session can be started with it; also where its last start failed, since the cause may be gone. */
export const isFound = (agent: AgentView): boolean => agent.availability.status === 'found';

/** How a state is drawn: the shape before a name, and the colour of its word. */
export const stateLooks: Record<AgentState, { mark: Mark; tone: Tone }> = {
  looking: { mark: 'working', tone: 'quiet' },
  notFound: { mark: 'idle', tone: 'quiet' },
  silent: { mark: 'failed', tone: 'stop' },
  notChecked: { mark: 'idle', tone: 'quiet' },
  checking: { mark: 'working', tone: 'work' },
  ready: { mark: 'done', tone: 'go' },
  needsSignIn: { mark: 'needsYou', tone: 'need' },
  tooOld: { mark: 'needsYou', tone: 'need' },
  broken: { mark: 'failed', tone: 'stop' },
};

/** The name of an agent on the list. The built-in one has no name that a person gave: it is told in their language. */
export const nameOf = (t: TFunction, { origin, config }: AgentView): string =>
  origin === 'demo' ? t('agents.demoName') : config.name;

/** The agent's name, or its id where it was taken off the list. */
export function agentName(t: TFunction, agents: readonly AgentView[], agentId: string): string {
  const agent = agents.find(({ config }) => config.id === agentId);
  return agent === undefined ? agentId : nameOf(t, agent);
}

/** The name of an agent that offers to sign out; undefined where it offers none, or is signed out. */
export function signOutName(agents: readonly AgentView[], agentId: string): string | undefined {
  const agent = agents.find((other) => other.config.id === agentId);
  const isOffered = agent?.probe?.capabilities.signOut === true && !agent.signInNeeded;
  return isOffered ? agent.config.name : undefined;
}
