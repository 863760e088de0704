import type { SessionOptions } from '@shared/session/state';

/** Cursor's older ids carry their parameters: `composer-2.5[fast=true,effort=high]` (cursor-acp.md 2.5). */
const VARIANT = /^([^[\]]+)\[(.*)\]$/;

export interface VariantPart {
  /** Its name where the value alone tells nothing; null for the model itself and for what speaks for itself. */
  name: string | null;
  value: string | boolean;
}

/**
 * The parameters of the model in force that only its id tells, as it will be billed: "fast off · 272k"; the id's own name
 * before them where the picker beside it calls the model something else. From the agent's last answer alone. Empty where
 * there are none: options have pickers, which show them.
 */
export function variantParts({ models, configOptions }: SessionOptions): VariantPart[] {
  const option = configOptions.find(({ category }) => category === 'model');
  const [id, label] =
    option?.type === 'select'
      ? [option.currentValue, option.options.find(({ value }) => value === option.currentValue)?.name]
      : [
          models?.currentModelId,
          models?.availableModels.find(({ modelId }) => modelId === models.currentModelId)?.name,
        ];
  const [, bare, inner] = VARIANT.exec(id ?? '') ?? [];
  const parameters = (inner ?? '').split(',').flatMap(parameterOfId);
  if (bare === undefined || parameters.length === 0) return [];
  return alike(bare, label ?? '') ? parameters : [{ name: null, value: bare }, ...parameters];
}

/** "Composer 2.5" and `composer-2.5` are one name, written for people and for machines. */
const alike = (id: string, label: string): boolean => lettersOf(id) === lettersOf(label);
const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

function parameterOfId(text: string): VariantPart[] {
  const [name, value] = text.split('=').map((part) => part.trim());
  if (name === undefined || name === '' || value === undefined) return [];
  // "272k" says what it is; "high" does not.
  return [{ name: /\d/.test(value) ? null : name, value: switchOf(value) ?? value }];
}

const switchOf = (value: string): boolean | null => (value === 'true' ? true : value === 'false' ? false : null);
