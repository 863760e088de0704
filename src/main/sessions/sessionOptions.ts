import type { SessionSetup } from '@shared/acp/sessionMethods';
import { type Result, toAppError } from '@shared/errors';
import type { SessionEventBody } from '@shared/session/event';
import type { SessionState } from '@shared/session/state';
import type { AgentConnection } from '../agents/agentConnection';
import type { ChosenOptions } from '../store/sessionIndex';
import type { SessionActor } from './sessionActor';
import type { SessionContext } from './sessionContext';

/** A live session at its agent: whom to ask, and where the answer goes. */
interface Live {
  connection: AgentConnection;
  acpSessionId: string;
  state: () => SessionState;
  append: (bodies: readonly SessionEventBody[]) => void;
}

type Choice = { modeId: string } | { modelId: string } | { configId: string; value: string | boolean };

/** Sets it at the agent, follows the agent's answer, and keeps the choice for the next process (AC-34, AC-81). */
export function chooseOption(context: SessionContext, actor: SessionActor, choice: Choice): Promise<Result<null>> {
  return actor.attachment.withAgent(async (connection, acpSessionId) => {
    const live: Live = {
      connection,
      acpSessionId,
      state: () => actor.state,
      append: (bodies) => {
        actor.flush();
        actor.append(bodies);
      },
    };
    await send(live, choice);
    const { sessionId } = actor.identity;
    const chosen = context.index.get(sessionId)?.chosenOptions ?? {};
    context.index.update(sessionId, { chosenOptions: withChoice(chosen, choice) });
  });
}

/** What the person chose before is applied again after a new process; what the agent refuses is said (AC-34). */
export async function applyChosen(live: Live, chosen: ChosenOptions, setup: SessionSetup): Promise<void> {
  let refused = false;
  const attempt = async (choice: Choice): Promise<void> => {
    try {
      await send(live, choice);
    } catch (thrown) {
      if (toAppError(thrown).code !== 'agent.refused') throw thrown;
      refused = true;
    }
  };
  const { modeId, modelId, config = {} } = chosen;
  if (modelId !== undefined && setup.models !== undefined && setup.models.currentModelId !== modelId) {
    await attempt({ modelId });
  }
  // The model first: which parameters there are depends on it (cursor-acp.md 2.5).
  const option = (id: string) => live.state().options.configOptions.find((candidate) => candidate.id === id);
  const rank = (id: string): number => (option(id)?.category === 'model' ? 0 : 1);
  for (const [configId, value] of Object.entries(config).toSorted(([a], [b]) => rank(a) - rank(b))) {
    const current = option(configId);
    if (current !== undefined && current.currentValue !== value) await attempt({ configId, value });
  }
  const { modes } = live.state().options;
  if (modeId !== undefined && modes !== null && modes.currentModeId !== modeId) await attempt({ modeId });
  if (refused) live.append([{ type: 'notice.added', notice: { code: 'session.optionsReset' } }]);
}

async function send(live: Live, choice: Choice): Promise<void> {
  const { connection, acpSessionId: sessionId, state, append } = live;
  if ('modeId' in choice) {
    const { modeId } = choice;
    await connection.request('session/set_mode', { sessionId, modeId });
    // The acknowledgement is the confirmation; an update may come before, after or not at all (AC-81).
    return append([{ type: 'update', update: { sessionUpdate: 'current_mode_update', currentModeId: modeId } }]);
  }
  if ('modelId' in choice) {
    const { modelId } = choice;
    await connection.request('session/set_model', { sessionId, modelId });
    const { models } = state().options;
    if (models === null) return;
    return append([{ type: 'options.changed', options: { models: { ...models, currentModelId: modelId } } }]);
  }
  const { configId, value } = choice;
  const params =
    typeof value === 'boolean'
      ? { sessionId, configId, type: 'boolean' as const, value }
      : { sessionId, configId, value };
  const { configOptions } = await connection.request('session/set_config_option', params);
  const next =
    configOptions ??
    state().options.configOptions.map((option) => {
      if (option.id !== configId) return option;
      if (option.type === 'boolean') return typeof value === 'boolean' ? { ...option, currentValue: value } : option;
      return typeof value === 'string' ? { ...option, currentValue: value } : option;
    });
  append([{ type: 'update', update: { sessionUpdate: 'config_option_update', configOptions: [...next] } }]);
}

function withChoice(chosen: ChosenOptions, choice: Choice): ChosenOptions {
  if ('configId' in choice) return { ...chosen, config: { ...chosen.config, [choice.configId]: choice.value } };
  return { ...chosen, ...choice };
}
