import { cursorConfigOptions, cursorModels, setCursorOption } from './cursorOptions.mjs';

/** Modes, models and options as Cursor has them: the parameter set changes with the model. */

const MODES = [
  { id: 'agent', name: 'Agent', description: 'All tools' },
  { id: 'plan', name: 'Plan', description: 'Read only' },
  { id: 'ask', name: 'Ask', description: 'Questions' },
];

/** @type {Record<string, {name: string, efforts: string[], fast: boolean}>} */
const MODELS = {
  composer: { name: 'Composer', efforts: [], fast: true },
  thinker: { name: 'Thinker', efforts: ['low', 'medium', 'high'], fast: true },
  plain: { name: 'Plain', efforts: [], fast: false },
};

const guestOf = (/** @type {unknown} */ id) => /^guest-(\d+)$/.exec(String(id))?.[1];

function modelOf(/** @type {unknown} */ id) {
  const guest = guestOf(id);
  return guest === undefined ? MODELS[String(id)] : { name: `Guest ${guest}`, efforts: [], fast: false };
}

const withGuests = (/** @type {{value: string, name: string}[]} */ own, /** @type {number} */ guests) =>
  guests === 0
    ? own
    : [
        { group: 'own', name: 'Of the house', options: own },
        {
          group: 'guests',
          name: 'Guests',
          options: Array.from({ length: guests }, (_, at) => ({ value: `guest-${at + 1}`, name: `Guest ${at + 1}` })),
        },
      ];

/** @typedef {import('./sessions.mjs').FakeSession} FakeSession */
/** @typedef {import('./config.mjs').Config} Config */

const modesOf = (/** @type {Config} */ config) => MODES.filter(({ id }) => !config.gone.includes(id));

export const isMode = (/** @type {string} */ id, /** @type {Config} */ config) =>
  modesOf(config).some((mode) => mode.id === id);

export const hasConfigOptions = (/** @type {Config} */ config) =>
  config.options === 'config' || config.options === 'cursor';

/** The option parts of a session/new, load or resume answer. */
export function optionState(/** @type {FakeSession} */ session, /** @type {Config} */ config) {
  return {
    ...(config.modes ? { modes: { currentModeId: session.mode, availableModes: modesOf(config) } } : {}),
    ...(config.options === 'cursor' ? { models: cursorModels(config) } : {}),
    ...(hasConfigOptions(config) ? { configOptions: configOptions(session, config) } : {}),
    ...(config.options === 'legacy'
      ? {
          models: {
            currentModelId: String(session.values.model),
            availableModels: Object.entries(MODELS).map(([modelId, { name }]) => ({ modelId, name })),
          },
        }
      : {}),
  };
}

export function configOptions(/** @type {FakeSession} */ session, /** @type {Config} */ config) {
  if (config.options === 'cursor') return cursorConfigOptions(session, config, modesOf(config));
  if (config.gone.includes(session.values.model)) {
    const model = Object.keys(MODELS).find((model) => !config.gone.includes(model)) ?? 'plain';
    Object.assign(session.values, { model, effort: 'medium', fast: false });
  }
  const { model, effort, fast } = session.values;
  const { efforts, fast: hasFast } = modelOf(model);
  if (config.variants) {
    const variant = (/** @type {string} */ id, fast = false) => `${id}[fast=${fast}]`;
    return [
      {
        type: 'select',
        id: 'model',
        category: 'model',
        name: 'Model',
        currentValue: variant(String(model), Boolean(fast)),
        options: Object.entries(MODELS).flatMap(([id, { name }]) =>
          [false, true].map((fast) => ({ value: variant(id, fast), name })),
        ),
      },
    ];
  }
  return [
    {
      type: 'select',
      id: 'model',
      category: 'model',
      name: 'Model',
      currentValue: model,
      options: withGuests(
        Object.entries(MODELS).flatMap(([value, { name }]) => (config.gone.includes(value) ? [] : [{ value, name }])),
        config.guests,
      ),
    },
    ...(efforts.length > 0
      ? [
          {
            type: 'select',
            id: 'effort',
            category: 'thought_level',
            name: 'Effort',
            currentValue: effort,
            options: [{ group: 'levels', name: 'Levels', options: efforts.map((value) => ({ value, name: value })) }],
          },
        ]
      : []),
    ...(hasFast
      ? [
          config.booleans
            ? { type: 'boolean', id: 'fast', category: 'model_config', name: 'Fast', currentValue: fast }
            : {
                type: 'select',
                id: 'fast',
                category: 'model_config',
                name: 'Fast',
                currentValue: String(fast),
                options: ['false', 'true'].map((value) => ({ value, name: value })),
              },
        ]
      : []),
  ];
}

/** False when the option is unknown, or unknown to the current model. */
export function setOption(
  /** @type {FakeSession} */ session,
  /** @type {string} */ id,
  /** @type {any} */ value,
  /** @type {Config} */ config,
) {
  if (config.options === 'cursor') {
    if (id !== 'mode') return setCursorOption(config, id, value);
    if (isMode(value, config)) session.mode = value;
    return isMode(value, config);
  }
  const variant = /^(\w+)\[fast=(true|false)\]$/.exec(String(value));
  if (id === 'model' && variant && variant[1] in MODELS) {
    Object.assign(session.values, { model: variant[1], fast: variant[2] === 'true' });
    return true;
  }
  const model = modelOf(session.values.model);
  if (id === 'model' && (value in MODELS || guestOf(value) !== undefined)) {
    session.values.model = value;
    // As with Cursor: a switch of the model resets the parameters, whatever the client remembers.
    session.values.effort = 'medium';
    session.values.fast = false;
  } else if (id === 'effort' && model.efforts.includes(value)) session.values.effort = value;
  else if (id === 'fast' && model.fast) session.values.fast = value === true || value === 'true';
  else return false;
  return true;
}
