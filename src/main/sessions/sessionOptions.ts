import type { ConfigOption, SessionUpdate } from '@shared/acp/update';
import type { SessionSetup } from '@shared/acp/sessionMethods';
import { type Result, toAppError } from '@shared/errors';
import type { SessionEventBody } from '@shared/session/event';
import type { SessionOptions, SessionState } from '@shared/session/state';
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
    const before = context.index.get(actor.identity.sessionId)?.chosenOptions ?? {};
    const chosen = isModelChoice(live, choice) ? withoutModel(live, before) : before;
    await send(live, choice);
    const { sessionId } = actor.identity;
    context.index.update(sessionId, { chosenOptions: withChoice(actor.state.options, chosen, choice) });
  });
}

/**
 * A mode that the agent takes in the middle of its work (out of planning, when the plan was accepted) takes the place of
 * the chosen one: else the next process would be put back into what the person saw it leave (AC-34, AC-81).
 */
export function followMode(context: SessionContext, { identity, state }: SessionActor, update: SessionUpdate): void {
  // Before anything is read: this is asked of every chunk.
  const choice = modeOf(state.options, update);
  if (choice === null) return;
  const chosen = context.index.get(identity.sessionId)?.chosenOptions ?? {};
  if (chosenMode(state.options, chosen) === null) return;
  if (chosenMode(state.options, chosen) === ('modeId' in choice ? choice.modeId : choice.value)) return;
  context.index.update(identity.sessionId, { chosenOptions: withChoice(state.options, chosen, choice) });
}

/**
 * What the person chose before is applied again after a new process; what the agent refuses is said (AC-34). A model that
 * it does not offer any more never breaks the session: the same model under another id is taken, else none (AC-10); such
 * a mode is dropped (AC-81).
 * Answers with the choice as it is worth keeping, the same where nothing changed.
 */
export async function applyChosen(live: Live, chosen: ChosenOptions, setup: SessionSetup): Promise<ChosenOptions> {
  let refused = false;
  const attempt = async (choice: Choice): Promise<void> => {
    try {
      await send(live, choice);
    } catch (thrown) {
      if (toAppError(thrown).code !== 'agent.refused') throw thrown;
      refused = true;
    }
  };
  const gone = goneModel(live, chosen, setup);
  const { modeId, modelId, config = {} } = gone === null ? chosen : withoutModel(live, chosen);
  const legacy = modelId === undefined ? null : sameModel(live, modelId, legacyIds(setup));
  if (legacy !== null && setup.models?.currentModelId !== legacy) await attempt({ modelId: legacy });
  // The model first: which parameters there are depends on it (cursor-acp.md 2.5).
  const option = (id: string) => live.state().options.configOptions.find((candidate) => candidate.id === id);
  const rank = (id: string): number => (option(id)?.category === 'model' ? 0 : 1);
  for (const [configId, wanted] of Object.entries(config).toSorted(([a], [b]) => rank(a) - rank(b))) {
    const current = option(configId);
    const value = current?.category === 'model' ? modelValue(live, current, wanted) : wanted;
    if (current !== undefined && current.currentValue !== value) await attempt({ configId, value });
  }
  const { modes } = live.state().options;
  const isModeGone = modeId !== undefined && modes?.availableModes.every(({ id }) => id !== modeId) === true;
  if (isModeGone) refused = true;
  else if (modeId !== undefined && modes !== null && modes.currentModeId !== modeId) await attempt({ modeId });
  if (gone !== null) live.append([{ type: 'notice.added', notice: { code: 'session.modelGone', model: gone } }]);
  if (refused) live.append([{ type: 'notice.added', notice: { code: 'session.optionsReset' } }]);
  const kept = gone === null ? chosen : withoutModel(live, chosen);
  if (!isModeGone) return kept;
  const { modeId: _dropped, ...others } = kept;
  return others;
}

const sameModel = ({ connection }: Live, wanted: string, offered: readonly string[]): string | null =>
  connection.adapter.sameModel(wanted, offered);

const legacyIds = ({ models }: SessionSetup): string[] => models?.availableModels.map(({ modelId }) => modelId) ?? [];

/** What the option offers, and what the agent listed. */
function offeredIds({ state }: Live, option: ConfigOption): string[] {
  const own = option.type === 'select' ? option.options : [];
  return [...own, ...(state().options.listedModels ?? [])].map(({ value }) => value);
}

function modelValue(live: Live, option: ConfigOption, wanted: string | boolean): string | boolean {
  return typeof wanted === 'string' ? (sameModel(live, wanted, offeredIds(live, option)) ?? wanted) : wanted;
}

/** The chosen model, where the agent offers models and this is none of them. */
function goneModel(live: Live, { modelId, config = {} }: ChosenOptions, setup: SessionSetup): string | null {
  const legacy = legacyIds(setup);
  if (modelId !== undefined && legacy.length > 0 && sameModel(live, modelId, legacy) === null) return modelId;
  const option = live.state().options.configOptions.find(({ category }) => category === 'model');
  const wanted = option && config[option.id];
  if (option === undefined || typeof wanted !== 'string') return null;
  return sameModel(live, wanted, offeredIds(live, option)) === null ? wanted : null;
}

/** Parameters belong to the model that they were chosen for: a fast variant of another one is billed as nobody chose it. */
const isOfModel = ({ category }: ConfigOption): boolean =>
  category === 'model' || category === 'model_config' || category === 'thought_level';

function withoutModel({ state }: Live, { modeId, config = {} }: ChosenOptions): ChosenOptions {
  const { configOptions } = state().options;
  const others = Object.entries(config).filter(([id]) => !configOptions.some((one) => one.id === id && isOfModel(one)));
  return { ...(modeId === undefined ? {} : { modeId }), config: Object.fromEntries(others) };
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

function withChoice(options: SessionOptions, chosen: ChosenOptions, choice: Choice): ChosenOptions {
  const mode = modeOption(options)?.id;
  if (!('configId' in choice)) {
    const { config = {} } = chosen;
    const others = Object.entries(config).filter(([id]) => !('modeId' in choice) || id !== mode);
    return { ...chosen, ...choice, config: Object.fromEntries(others) };
  }
  const { modeId, ...others } = chosen;
  const config = { ...chosen.config, [choice.configId]: choice.value };
  return { ...others, ...(modeId === undefined || choice.configId === mode ? {} : { modeId }), config };
}

/** The option that is the mode under another name: two choices of one thing must not both be applied again. */
function modeOption({
  modes,
  configOptions,
}: Pick<SessionOptions, 'modes' | 'configOptions'>): ConfigOption | undefined {
  const isMode = (value: string): boolean => modes?.availableModes.some(({ id }) => id === value) ?? true;
  return configOptions.find(
    (option) =>
      option.category === 'mode' && option.type === 'select' && option.options.some(({ value }) => isMode(value)),
  );
}

function chosenMode(options: SessionOptions, { modeId, config = {} }: ChosenOptions): string | boolean | null {
  const option = modeOption(options);
  return modeId ?? (option === undefined ? undefined : config[option.id]) ?? null;
}

/** An option of other values than the modes is another thing, and says nothing of the mode. */
function modeOf(
  { modes }: SessionOptions,
  update: SessionUpdate,
): Extract<Choice, { modeId: string } | { configId: string }> | null {
  if (update.sessionUpdate === 'current_mode_update') return { modeId: update.currentModeId };
  if (update.sessionUpdate !== 'config_option_update') return null;
  const option = modeOption({ modes, configOptions: update.configOptions });
  return option?.type === 'select' ? { configId: option.id, value: option.currentValue } : null;
}

const isModelChoice = ({ state }: Live, choice: Choice): boolean =>
  'modelId' in choice ||
  ('configId' in choice &&
    state().options.configOptions.some(({ id, category }) => id === choice.configId && category === 'model'));
