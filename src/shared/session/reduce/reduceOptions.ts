import type { ConfigOption } from '../../acp/update';
import { sameValue } from '../sameValue';
import type { SessionOptions } from '../state';
import type { Draft } from './draft';

/**
 * Modes and models reach us two ways, as `modes`/`models` and as config options of those categories, and an agent may
 * change either. Whichever came last is followed by the other, so that both always tell the same (AC-81).
 */
export function setOptions(draft: Draft, given: Partial<SessionOptions>): void {
  const old = draft.state.options;
  const next: SessionOptions = { ...old };
  if (given.modes !== undefined) next.modes = given.modes;
  if (given.models !== undefined) next.models = given.models;
  if (given.listedModels !== undefined) next.listedModels = given.listedModels;
  if (given.configOptions === undefined) {
    if (given.modes) next.configOptions = withValue(next.configOptions, 'mode', given.modes.currentModeId);
    if (given.models) next.configOptions = withValue(next.configOptions, 'model', given.models.currentModelId);
  } else {
    next.configOptions = given.configOptions;
    if (given.modes === undefined) next.modes = followMode(old, given.configOptions);
    if (given.models === undefined) next.models = followModel(old, given.configOptions);
  }
  keepOld(draft, next);
}

export function setCurrentMode(draft: Draft, currentModeId: string): void {
  const { modes, configOptions } = draft.state.options;
  keepOld(draft, {
    ...draft.state.options,
    modes: modes && { ...modes, currentModeId },
    configOptions: withValue(configOptions, 'mode', currentModeId),
  });
}

function keepOld(draft: Draft, next: SessionOptions): void {
  const old = draft.state.options;
  if (sameValue(old, next)) return;
  draft.state.options = {
    modes: sameValue(old.modes, next.modes) ? old.modes : next.modes,
    models: sameValue(old.models, next.models) ? old.models : next.models,
    configOptions: sameValue(old.configOptions, next.configOptions) ? old.configOptions : next.configOptions,
    ...(next.listedModels && {
      listedModels: sameValue(old.listedModels, next.listedModels) ? old.listedModels : next.listedModels,
    }),
  };
}

function withValue(options: readonly ConfigOption[], category: string, value: string): readonly ConfigOption[] {
  return options.map((option) =>
    option.type === 'select' && option.category === category && option.options.some((choice) => choice.value === value)
      ? { ...option, currentValue: value }
      : option,
  );
}

const selectOf = (options: readonly ConfigOption[], category: string) =>
  options.find((option) => option.type === 'select' && option.category === category);

function followMode({ modes, configOptions: old }: SessionOptions, options: readonly ConfigOption[]) {
  if (modes === null) return null;
  const option = selectOf(options, 'mode');
  // A change of model may take the modes away altogether.
  if (option?.type !== 'select') return selectOf(old, 'mode') === undefined ? modes : null;
  const offered = new Set(option.options.map((choice) => choice.value));
  const availableModes = modes.availableModes.filter((mode) => offered.has(mode.id));
  // Values of another kind than the mode ids: two different things, each on its own.
  if (availableModes.length === 0) return modes;
  return { currentModeId: option.currentValue, availableModes };
}

function followModel({ models }: SessionOptions, options: readonly ConfigOption[]) {
  const option = selectOf(options, 'model');
  if (models === null || option?.type !== 'select') return models;
  const known = models.availableModels.some((model) => model.modelId === option.currentValue);
  return known ? { ...models, currentModelId: option.currentValue } : models;
}
