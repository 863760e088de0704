import type { ConfigOption } from '@shared/acp/update';
import type { SessionOptions } from '@shared/session/state';

/** Cursor's older ids carry their parameters: `composer-2.5[fast=true,effort=high]` (cursor-acp.md 2.5). */
const VARIANT = /^([^[\]]+)\[(.*)\]$/;

export interface VariantPart {
  /** Its name where the value alone tells nothing; null for the model itself and for what speaks for itself. */
  name: string | null;
  value: string | boolean;
}

/**
 * The model in force with its parameters, as it will be billed: "composer-2.5 · fast off · 272k". From the agent's last
 * answer alone. Empty where the agent tells of no model.
 */
export function variantParts({ models, configOptions }: SessionOptions): VariantPart[] {
  const option = configOptions.find(({ category }) => category === 'model');
  const id = option?.type === 'select' ? option.currentValue : (models?.currentModelId ?? null);
  if (id === null) return [];
  const [, bare, inner] = VARIANT.exec(id) ?? [];
  const parameters = configOptions.filter(
    ({ category }) => category === 'model_config' || category === 'thought_level',
  );
  return [
    { name: null, value: bare ?? nameOf(id, option, models) },
    ...(inner ?? '').split(',').flatMap(parameterOfId),
    ...parameters.map(parameterOf),
  ];
}

function nameOf(id: string, option: ConfigOption | undefined, models: SessionOptions['models']): string {
  const chosen = option?.type === 'select' ? option.options.find(({ value }) => value === id)?.name : undefined;
  return chosen ?? models?.availableModels.find(({ modelId }) => modelId === id)?.name ?? id;
}

function parameterOfId(text: string): VariantPart[] {
  const [name, value] = text.split('=').map((part) => part.trim());
  if (name === undefined || name === '' || value === undefined) return [];
  return [{ name, value: switchOf(value) ?? value }];
}

function parameterOf(option: ConfigOption): VariantPart {
  if (option.type === 'boolean') return { name: option.name, value: option.currentValue };
  const isSwitch = switchOf(option.currentValue);
  if (isSwitch !== null) return { name: option.name, value: isSwitch };
  const shown = option.options.find(({ value }) => value === option.currentValue)?.name ?? option.currentValue;
  // "272k" says what it is; "high" does not.
  return { name: /\d/.test(shown) ? null : option.name, value: shown };
}

const switchOf = (value: string): boolean | null => (value === 'true' ? true : value === 'false' ? false : null);
