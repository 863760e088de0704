import type { AgentsFrame, AgentsSnapshot, AgentView, ConnectionView } from '@shared/ipc/views';
import { create } from 'zustand';

export interface AgentsState {
  ready: boolean;
  /** In the engine's order; a new one comes last. */
  agents: readonly AgentView[];
  connections: Readonly<Record<string, ConnectionView>>;
}

export const useAgents = create<AgentsState>()(() => ({ ready: false, agents: [], connections: {} }));

export function setAgentsSnapshot(snapshot: AgentsSnapshot): void {
  const connections = Object.fromEntries(snapshot.connections.map((view) => [view.connectionId, view]));
  useAgents.setState({ ready: true, agents: snapshot.agents, connections });
}

export function applyAgentsFrames(frames: readonly AgentsFrame[]): void {
  useAgents.setState((state) => {
    let { agents, connections } = state;
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
    return { agents, connections };
  });
}

export const isFound = (agent: AgentView): boolean => agent.availability.status === 'found';

/** The agent's name, or its id where it was taken off the list. */
export function agentName(agents: readonly AgentView[], agentId: string): string {
  return agents.find((agent) => agent.config.id === agentId)?.config.name ?? agentId;
}
