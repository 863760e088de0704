import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Models and their parameters as Cursor has them (cursor-acp.md 2.5): opaque ids `name[param=value,…]`, or, for a client
 * that declares `_meta.parameterizedModelPicker`, bare ids and one option for each parameter. The choice is the process's,
 * for all of its sessions, and is written to cli-config.json, from which the next process has it.
 */

/** @typedef {import('./sessions.mjs').FakeSession} FakeSession */
/** @typedef {import('./config.mjs').Config} Config */

/** @type {Record<string, {name: string, category: string, values: string[]}>} */
const PARAMETERS = {
  effort: { name: 'Effort', category: 'thought_level', values: ['low', 'medium', 'high', 'max'] },
  reasoning: { name: 'Reasoning', category: 'thought_level', values: ['low', 'medium', 'high', 'extra-high'] },
  thinking: { name: 'Thinking', category: 'thought_level', values: ['false', 'true'] },
  context: { name: 'Context', category: 'model_config', values: ['200k', '272k', '300k', '1m'] },
  fast: { name: 'Fast', category: 'model_config', values: ['false', 'true'] },
};

/** With what is in force where nobody chose. @type {Record<string, {name: string, defaults: Record<string, string>}>} */
const MODELS = {
  default: { name: 'Auto', defaults: {} },
  'composer-2.5': { name: 'Composer 2.5', defaults: { fast: 'true' } },
  'gpt-6': { name: 'GPT-6', defaults: { reasoning: 'medium', context: '272k', fast: 'false' } },
  'claude-opus-5': { name: 'Opus 5', defaults: { effort: 'high', thinking: 'true', context: '200k' } },
};

/** @typedef {{model: string, values: Record<string, string>}} Choice */
/** @type {Choice | undefined} */
let chosen;

function file() {
  const folder =
    process.env.CURSOR_CONFIG_DIR ?? (process.env.FAKE_AGENT_STATE && dirname(process.env.FAKE_AGENT_STATE));
  return folder ? join(folder, 'cli-config.json') : undefined;
}

/** @returns {Choice} */
function choice() {
  chosen ??= read() ?? { model: 'composer-2.5', values: { ...MODELS['composer-2.5'].defaults } };
  return chosen;
}

/** @returns {Choice | undefined} */
function read() {
  const path = file();
  try {
    return path === undefined ? undefined : JSON.parse(readFileSync(path, 'utf8')).model;
  } catch {
    return undefined;
  }
}

/** As when another process of the same account chose something else. */
export function forgetCursorChoice() {
  chosen = { model: 'composer-2.5', values: { ...MODELS['composer-2.5'].defaults } };
}

const variant = (/** @type {string} */ model, /** @type {Record<string, string>} */ values) =>
  `${model}[${Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')}]`;

/** Every model as it stands, and again the other way round where it can be fast. */
const variants = () =>
  Object.entries(MODELS).flatMap(([id, { name, defaults }]) => {
    const other = { ...defaults, fast: defaults.fast === 'true' ? 'false' : 'true' };
    return [defaults, ...('fast' in defaults ? [other] : [])].map((values) => ({ value: variant(id, values), name }));
  });

const offered = (/** @type {Config} */ config) =>
  (config.picker ? Object.entries(MODELS).map(([value, { name }]) => ({ value, name })) : variants()).filter(
    ({ value }) => !config.gone.includes(value),
  );

const select = (/** @type {any} */ option) => ({ type: 'select', ...option });

const parameter = (/** @type {string} */ id, /** @type {string} */ currentValue) => {
  const { name, category, values } = PARAMETERS[id];
  return select({ id, name, category, currentValue, options: values.map((value) => ({ value, name: value })) });
};

export function cursorConfigOptions(
  /** @type {FakeSession} */ session,
  /** @type {Config} */ config,
  /** @type {any[]} */ modes,
) {
  const { model, values } = choice();
  const current = config.picker ? model : variant(model, values);
  return [
    select({
      id: 'mode',
      name: 'Mode',
      category: 'mode',
      currentValue: session.mode,
      options: modes.map(({ id, name, description }) => ({ value: id, name, description })),
    }),
    select({ id: 'model', name: 'Model', category: 'model', currentValue: current, options: offered(config) }),
    ...(config.picker ? Object.entries(values).map(([id, value]) => parameter(id, value)) : []),
  ];
}

export function cursorModels(/** @type {Config} */ config) {
  const { model, values } = choice();
  return {
    currentModelId: config.picker ? model : variant(model, values),
    availableModels: offered(config).map(({ value, name }) => ({ modelId: value, name })),
  };
}

/** What `cursor/list_available_models` answers. */
export const cursorModelList = (/** @type {Config} */ config) =>
  Object.entries(MODELS)
    .filter(([value]) => !config.gone.includes(value))
    .map(([value, { name, defaults }]) => ({
      value,
      name,
      configOptions: Object.entries(defaults).map(([id, current]) => parameter(id, current)),
    }));

/** False where there is no such option, no such value, or the model in force lacks the parameter. */
export function setCursorOption(/** @type {Config} */ config, /** @type {string} */ id, /** @type {unknown} */ value) {
  const now = choice();
  if (id === 'model') {
    if (!offered(config).some((one) => one.value === value)) return false;
    const [, model, list] = /^([^[]+)(?:\[(.*)\])?$/.exec(String(value)) ?? [];
    const given = (list ?? '').split(',').flatMap((pair) => (pair === '' ? [] : [pair.split('=')]));
    chosen = { model, values: { ...MODELS[model].defaults, ...Object.fromEntries(given) } };
  } else if (config.picker && id in now.values && PARAMETERS[id].values.includes(String(value))) {
    chosen = { ...now, values: { ...now.values, [id]: String(value) } };
  } else return false;
  const path = file();
  if (path !== undefined) writeFileSync(path, JSON.stringify({ model: chosen }));
  return true;
}
