import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { z } from 'zod';
import type { DemoScript } from './script/demoScript';

const MODES = ['agent', 'plan', 'ask'] as const;
const EFFORTS = ['low', 'medium', 'high', 'max'] as const;

export const ModeId = z.enum(MODES);
export type ModeId = z.infer<typeof ModeId>;

/**
 * The demo's "models" only differ in how they act: how fast the text comes and how long the thoughts are. Each has its
 * own parameters, as Cursor's models have, so that the client must read the option list again after every change.
 */
const MODELS = {
  steam: { pace: 0.6, efforts: [], fast: false },
  diesel: { pace: 1, efforts: ['low', 'medium'], fast: false },
  electric: { pace: 1.4, efforts: ['low', 'medium', 'high', 'max'], fast: true },
} as const satisfies Record<string, { pace: number; efforts: readonly Effort[]; fast: boolean }>;

type Effort = (typeof EFFORTS)[number];
export const ModelId = z.enum(['steam', 'diesel', 'electric']);
export type ModelId = z.infer<typeof ModelId>;

/** What the user has chosen in a session. Kept with the session, so that a resumed one goes on as it was. */
export const Choices = z.object({
  mode: ModeId,
  model: ModelId,
  effort: z.enum(EFFORTS),
  fast: z.boolean(),
});
export type Choices = z.infer<typeof Choices>;

export const DEFAULT_CHOICES: Choices = { mode: 'agent', model: 'diesel', effort: 'medium', fast: false };

/** How much faster than speed 1 the chosen model streams. */
export function paceOf(choices: Choices): number {
  const { pace, fast } = MODELS[choices.model];
  return fast && choices.fast ? pace * 2 : pace;
}

/** How many sentences the demo thinks before it speaks: 1 to 4; a model without effort thinks two. */
export function thoughtLength(choices: Choices): number {
  return MODELS[choices.model].efforts.length === 0 ? 2 : EFFORTS.indexOf(choices.effort) + 1;
}

export function modeState(choices: Choices, script: DemoScript): SessionModeState {
  return {
    currentModeId: choices.mode,
    availableModes: MODES.map((id) => ({ id, ...script.modes[id] })),
  };
}

/**
 * The whole option list, in the order of the protocol's advice: what matters most first.
 * `withBooleans`: the client declared `session.configOptions.boolean`; without it `fast` is a select of "true" and "false".
 */
export function configOptions(choices: Choices, script: DemoScript, withBooleans: boolean): SessionConfigOption[] {
  const { efforts, fast } = MODELS[choices.model];
  const options: SessionConfigOption[] = [
    {
      type: 'select',
      id: 'mode',
      category: 'mode',
      name: script.options.mode,
      currentValue: choices.mode,
      options: MODES.map((value) => ({ value, ...script.modes[value] })),
    },
    {
      type: 'select',
      id: 'model',
      category: 'model',
      name: script.options.model,
      currentValue: choices.model,
      options: ModelId.options.map((value) => ({ value, ...script.models[value] })),
    },
  ];
  if (efforts.length > 0) {
    options.push({
      type: 'select',
      id: 'effort',
      category: 'thought_level',
      name: script.options.effort,
      currentValue: choices.effort,
      options: efforts.map((value) => ({ value, name: script.efforts[value] })),
    });
  }
  if (fast) {
    const head = {
      id: 'fast',
      category: 'model_config',
      name: script.options.fast,
      description: script.options.fastDescription,
    };
    options.push(
      withBooleans
        ? { type: 'boolean', ...head, currentValue: choices.fast }
        : {
            type: 'select',
            ...head,
            currentValue: String(choices.fast),
            options: [
              { value: 'false', name: script.options.off },
              { value: 'true', name: script.options.on },
            ],
          },
    );
  }
  return options;
}

/** The choices after `session/set_config_option`, or undefined when the option or its value does not exist now. */
export function withOption(choices: Choices, configId: string, value: string | boolean): Choices | undefined {
  const { efforts, fast } = MODELS[choices.model];
  const known: readonly string[] = efforts;
  switch (configId) {
    case 'mode':
      return replaced(choices, { mode: value });
    case 'model':
      return fitted(replaced(choices, { model: value }));
    case 'effort':
      return known.includes(String(value)) ? replaced(choices, { effort: value }) : undefined;
    case 'fast':
      return fast ? replaced(choices, { fast: value === true || value === 'true' }) : undefined;
    default:
      return undefined;
  }
}

function replaced(choices: Choices, change: object): Choices | undefined {
  return Choices.safeParse({ ...choices, ...change }).data;
}

/** A parameter that the new model lacks falls back, as it does with real models. */
function fitted(choices: Choices | undefined): Choices | undefined {
  if (choices === undefined) return undefined;
  const { efforts, fast } = MODELS[choices.model];
  const known: readonly Effort[] = efforts;
  return {
    ...choices,
    effort: known.length === 0 || known.includes(choices.effort) ? choices.effort : 'medium',
    fast: fast && choices.fast,
  };
}
