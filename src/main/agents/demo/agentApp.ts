import type { AgentApp, SetSessionConfigOptionRequest } from '@agentclientprotocol/sdk';
import { PROTOCOL_VERSION, RequestError, agent, methods } from '@agentclientprotocol/sdk';
import type { Clock } from '@shared/clock';
import { Desk } from './desk';
import type { DemoSession } from './demoSession';
import { ModeId, modeState } from './options';
import { en } from './script/en';
import { zhCN } from './script/zhCN';
import type { DemoSettings } from './settings';

/** The demo's own version, shown in the agents' settings. It follows what the demo can do, not the app. */
const VERSION = '1.0.0';
/** Commands and title come a moment after the answer, as real agents send them. */
const ANNOUNCE_MS = 50;

/** The demo as an agent of the official SDK: every method that the protocol's version 1 has for sessions. */
export function demoAgentApp(settings: DemoSettings, clock: Clock, newId: () => string): AgentApp {
  const script = settings.locale === 'zh-CN' ? zhCN : en;
  const desk = new Desk(settings, script, clock, newId);
  const announceSoon = (session: DemoSession): void => {
    clock.setTimer(settings.speed === 0 ? 0 : ANNOUNCE_MS, () => {
      // The connection may be gone by then, and nobody is left to tell.
      session.announce().catch(() => undefined);
    });
  };
  const state = (session: DemoSession): object => ({
    modes: modeState(session.record.choices, script),
    configOptions: session.options,
  });

  return agent({ name: 'Signalbox demo' })
    .onRequest(methods.agent.initialize, ({ params }) => {
      desk.withBooleans = Boolean(params.clientCapabilities?.session?.configOptions?.boolean);
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: { name: 'signalbox-demo', title: script.agentTitle, version: VERSION },
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { image: true, embeddedContext: true },
          sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
        },
        authMethods: [],
      };
    })
    .onRequest(methods.agent.session.new, async ({ params, client }) => {
      const session = await desk.create(params.cwd, client);
      announceSoon(session);
      return { sessionId: session.id, ...state(session) };
    })
    .onRequest(methods.agent.session.load, async ({ params, client }) => {
      const session = await desk.reopen(params.sessionId, params.cwd, client);
      await session.replay();
      announceSoon(session);
      return state(session);
    })
    .onRequest(methods.agent.session.resume, async ({ params, client }) => {
      const session = await desk.reopen(params.sessionId, params.cwd, client);
      announceSoon(session);
      return state(session);
    })
    .onRequest(methods.agent.session.list, async ({ params }) => {
      const records = await desk.store.list();
      const folder = params.cwd ?? undefined;
      return {
        sessions: records
          .filter(({ cwd }) => folder === undefined || folder === cwd)
          .map(({ sessionId, cwd, title, updatedAt }) => ({ sessionId, cwd, title, updatedAt })),
      };
    })
    .onRequest(methods.agent.session.close, async ({ params }) => {
      await desk.close(params.sessionId);
    })
    .onRequest(methods.agent.session.delete, async ({ params }) => {
      await desk.delete(params.sessionId);
    })
    .onRequest(methods.agent.session.setMode, async ({ params }) => {
      const mode = ModeId.safeParse(params.modeId).data;
      if (mode === undefined) throw RequestError.invalidParams({ modeId: params.modeId });
      await desk.get(params.sessionId).setMode(mode);
    })
    .onRequest(methods.agent.session.setConfigOption, async ({ params }) => {
      const session = desk.get(params.sessionId);
      await chooseOption(session, params);
      return { configOptions: session.options };
    })
    .onRequest(methods.agent.session.prompt, async ({ params, client }) => ({
      stopReason: await desk.prompt(params, client),
    }))
    .onNotification(methods.agent.session.cancel, ({ params }) => desk.cancel(params.sessionId));
}

async function chooseOption(session: DemoSession, params: SetSessionConfigOptionRequest): Promise<void> {
  if (!(await session.choose(params.configId, params.value))) {
    throw RequestError.invalidParams({ configId: params.configId, value: params.value }, 'Unknown model config option');
  }
}
