import type { ConfigChoice, ConfigOption } from '@shared/acp/update';
import type { SessionId } from '@shared/ids';
import type { SessionOptions } from '@shared/session/state';
import { engine } from '../ipc/engine';
import type { Choice } from '../ui/choices';
import { report } from './report';

/** One thing to choose beside the message: mode, model, or whatever else the agent's last answer offers. */
export type Picker =
  | {
      kind: 'select';
      key: string;
      /** Where the choice goes: a config option, or the older calls for mode and model. */
      set: 'config' | 'mode' | 'model';
      role: 'mode' | 'model' | 'other';
      name: string;
      value: string;
      choices: readonly Choice[];
    }
  | {
      kind: 'boolean';
      key: string;
      set: 'config';
      role: 'other';
      name: string;
      value: boolean;
      /** The agent has the words "true" and "false" for it, as Cursor does. */
      inWords: boolean;
      description?: string;
    };

const roleOf = (option: ConfigOption): 'mode' | 'model' | 'other' =>
  option.category === 'mode' || option.category === 'model' ? option.category : 'other';

const switchOf = ({ id, name }: ConfigOption) =>
  ({ kind: 'boolean', key: id, set: 'config', role: 'other', name }) as const;

const isYesOrNo = (choices: readonly { value: string }[]): boolean =>
  choices.length === 2 && ['false', 'true'].every((word) => choices.some(({ value }) => value === word));

function ofConfig(option: ConfigOption, listed: SessionOptions['listedModels'] = []): Picker {
  if (option.type === 'boolean') {
    const { currentValue: value, description } = option;
    return { ...switchOf(option), value, inWords: false, description: description ?? undefined };
  }
  if (roleOf(option) === 'other' && isYesOrNo(option.options)) {
    return { ...switchOf(option), value: option.currentValue === 'true', inWords: true };
  }
  return {
    kind: 'select',
    key: option.id,
    set: 'config',
    role: roleOf(option),
    name: option.name,
    value: option.currentValue,
    choices: [
      ...option.options.map(({ value, name, description, group }) => ({ value, label: name, description, group })),
      ...(option.category === 'model' ? notYetIn(option.options, listed) : []),
    ],
  };
}

/** Models that the agent listed when it was asked, and its option does not have. */
function notYetIn(known: readonly { value: string }[], listed: readonly ConfigChoice[]): Choice[] {
  const values = new Set(known.map(({ value }) => value));
  return listed
    .filter(({ value }) => !values.has(value))
    .map(({ value, name, description }) => ({ value, label: name, description }));
}

/**
 * Mode first, then model, then the rest in the agent's order. `modes` and `models` count only where no config option of
 * that category is there (acp.md 3.2). `names` are the words for the two that bring none.
 */
export function pickersOf(options: SessionOptions | undefined, names = { mode: 'mode', model: 'model' }): Picker[] {
  if (options === undefined) return [];
  const pickers = options.configOptions.map((option) => ofConfig(option, options.listedModels));
  const has = (role: Picker['role']) => pickers.some((picker) => picker.role === role);
  if (options.modes !== null && !has('mode')) {
    pickers.push({
      kind: 'select',
      key: 'mode',
      set: 'mode',
      role: 'mode',
      name: names.mode,
      value: options.modes.currentModeId,
      choices: options.modes.availableModes.map(({ id, name, description }) => ({
        value: id,
        label: name,
        description,
      })),
    });
  }
  if (options.models !== null && !has('model')) {
    pickers.push({
      kind: 'select',
      key: 'model',
      set: 'model',
      role: 'model',
      name: names.model,
      value: options.models.currentModelId,
      choices: options.models.availableModels.map(({ modelId, name, description }) => ({
        value: modelId,
        label: name,
        description,
      })),
    });
  }
  const order = { mode: 0, model: 1, other: 2 };
  return pickers.sort((a, b) => order[a.role] - order[b.role]);
}

/** What the agent then answers is what is shown. */
export function choose(sessionId: SessionId, picker: Picker, value: string | boolean): void {
  if (typeof value === 'boolean' || picker.set === 'config') {
    void report(engine.call.sessions.setConfigOption({ sessionId, configId: picker.key, value }));
  } else if (picker.set === 'mode') {
    void report(engine.call.sessions.setMode({ sessionId, modeId: value }));
  } else {
    void report(engine.call.sessions.setModel({ sessionId, modelId: value }));
  }
}
