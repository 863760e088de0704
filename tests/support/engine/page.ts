import type { EnvironmentView } from '@shared/ipc/discovery';
import type { AppSnapshot, ConnectionView, AgentView, SessionListSnapshot } from '@shared/ipc/views';
import type { SessionSummary } from '@shared/session/summary';
import { createClient, type EngineClient, type PortLike } from '../../../src/renderer/ipc/client';
import { SessionView } from './sessionView';
import { Watched } from './watched';

interface Agents {
  agents: readonly AgentView[];
  connections: readonly ConnectionView[];
  environment: EnvironmentView;
}

/** A page of the app without its pixels: the real client on a real port, and what its streams told. */
export class Page {
  readonly client: EngineClient = createClient();
  readonly list = new Watched<SessionListSnapshot>('the session list');
  readonly agents = new Watched<Agents>('the agents');
  readonly app = new Watched<AppSnapshot>('the app');
  readonly #views = new Map<string, SessionView>();

  constructor(port: PortLike) {
    this.client.connect(port);
    this.#follow();
  }

  get call(): EngineClient['call'] {
    return this.client.call;
  }

  get views(): SessionView[] {
    return [...this.#views.values()];
  }

  /** The one view of the session, opened at the first use. */
  async session(sessionId: string): Promise<SessionView> {
    const known = this.#views.get(sessionId) ?? new SessionView(this.client, sessionId);
    this.#views.set(sessionId, known);
    await known.until('its snapshot', () => true);
    return known;
  }

  /** One more view of the session, as after a reload of the page. */
  async again(sessionId: string): Promise<SessionView> {
    const view = new SessionView(this.client, sessionId);
    await view.until('its snapshot', () => true);
    return view;
  }

  summary(sessionId: string): SessionSummary | undefined {
    return this.list.current.sessions.find((summary) => summary.sessionId === sessionId);
  }

  summaryUntil(sessionId: string, what: string, check: (summary: SessionSummary) => boolean): Promise<SessionSummary> {
    return this.list.find(what, ({ sessions }) =>
      sessions.find((summary) => summary.sessionId === sessionId && check(summary)),
    );
  }

  #follow(): void {
    this.client.subscribe(
      'sessionList',
      {},
      {
        snapshot: (snapshot) => this.list.set(snapshot),
        frames: (frames) => {
          let { projects, sessions, unrouted } = this.list.current;
          for (const frame of frames) {
            switch (frame.type) {
              case 'project.set':
                projects = [...projects.filter((one) => one.projectId !== frame.project.projectId), frame.project];
                break;
              case 'project.removed':
                projects = projects.filter((one) => one.projectId !== frame.projectId);
                break;
              case 'session.set':
                sessions = [...sessions.filter((one) => one.sessionId !== frame.session.sessionId), frame.session];
                break;
              case 'session.removed':
                sessions = sessions.filter((one) => one.sessionId !== frame.sessionId);
                break;
              case 'unrouted.set':
                unrouted = [...unrouted, frame.unrouted];
                break;
              case 'unrouted.removed':
                unrouted = unrouted.filter((one) => one.request.requestId !== frame.requestId);
                break;
            }
          }
          this.list.set({ projects, sessions, unrouted });
        },
      },
    );
    this.client.subscribe(
      'agents',
      {},
      {
        snapshot: (snapshot) => this.agents.set(snapshot),
        frames: (frames) => {
          let { agents, connections, environment } = this.agents.current;
          for (const frame of frames) {
            switch (frame.type) {
              case 'agent.set':
                agents = [...agents.filter((one) => one.config.id !== frame.agent.config.id), frame.agent];
                break;
              case 'agent.removed':
                agents = agents.filter((one) => one.config.id !== frame.agentId);
                break;
              case 'connection.set':
                connections = [
                  ...connections.filter((one) => one.connectionId !== frame.connection.connectionId),
                  frame.connection,
                ];
                break;
              case 'connection.removed':
                connections = connections.filter((one) => one.connectionId !== frame.connectionId);
                break;
              case 'environment.set':
                environment = frame.environment;
                break;
            }
          }
          this.agents.set({ agents, connections, environment });
        },
      },
    );
    this.client.subscribe(
      'app',
      {},
      {
        snapshot: (snapshot) => this.app.set(snapshot),
        frames: (frames) => {
          for (const frame of frames) {
            if (frame.type === 'settings') this.app.set({ ...this.app.current, settings: frame.settings });
            if (frame.type === 'notice') {
              this.app.set({ ...this.app.current, notices: [...this.app.current.notices, frame.notice] });
            }
            if (frame.type === 'notice.dropped') {
              const notices = this.app.current.notices.filter(({ at }) => at !== frame.at);
              this.app.set({ ...this.app.current, notices });
            }
          }
        },
      },
    );
  }
}
