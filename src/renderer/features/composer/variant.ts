import type { SessionOptions } from '@shared/session/state';

/** Cursor's older ids carry their parameters: `composer-2.5[fast=true,effort=high]` (cursor-acp.md 2.5). */
const VARIANT = /^([^[\]]+)\[(.*)\]$/;

export interface VariantPart {
  /** Its name where the value alone tells nothing; null for the model itself and for what speaks for itself. */
  name: string | null;
  value: string | boolean;
}

/**
 * The model in force with the parameters that only its id tells, as it will be billed: "composer-2.5 · fast off · 272k".
 * From the agent's last answer alone. Empty where there are none: options have pickers, which show them.
 */
export function variantParts({ models, configOptions }: SessionOptions): VariantPart[] {
  const option = configOptions.find(({ category }) => category === 'model');
  const id = option?.type === 'select' ? option.currentValue : (models?.currentModelId ?? null);
  if (id === null) return [];
  const [, bare, inner] = VARIANT.exec(id) ?? [];
  const parameters = (inner ?? '').split(',').flatMap(parameterOfId);
  return bare === undefined || parameters.length === 0 ? [] : [{ name: null, value: bare }, ...parameters];
}

function parameterOfId(text: string): VariantPart[] {
  const [name, value] = text.split('=').map((part) => part.trim());
  if (name === undefined || name === '' || value === undefined) return [];
  // "272k" says what it is; "high" does not.
  return [{ name: /\d/.test(value) ? null : name, value: switchOf(value) ?? value }];
}

const switchOf = (value: string): boolean | null => (value === 'true' ? true : value === 'false' ? false : null);
