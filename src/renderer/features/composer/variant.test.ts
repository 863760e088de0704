import type { ConfigOption } from '@shared/acp/update';
import { describe, expect, it } from 'vitest';
import { variantParts } from './variant';

const select = (
  id: string,
  category: string,
  currentValue: string,
  names: Record<string, string> = {},
): ConfigOption => ({
  type: 'select',
  id,
  name: id,
  description: null,
  category,
  currentValue,
  options: [{ value: currentValue, name: names[currentValue] ?? currentValue, description: null }],
});
const parts = (...configOptions: ConfigOption[]) => variantParts({ modes: null, models: null, configOptions });

describe('AC-18 the variant in force', () => {
  it('is read from an opaque id, where that is all that tells it', () => {
    expect(parts(select('model', 'model', 'composer-2.5[fast=true,context=1m,effort=high]'))).toEqual([
      { name: null, value: 'composer-2.5' },
      { name: 'fast', value: true },
      { name: null, value: '1m' },
      { name: 'effort', value: 'high' },
    ]);
    const models = { currentModelId: 'a[fast=false]', availableModels: [] };
    expect(variantParts({ modes: null, models, configOptions: [] })).toEqual([
      { name: null, value: 'a' },
      { name: 'fast', value: false },
    ]);
  });

  it('does not say the name again that the picker beside it says', () => {
    const id = 'composer-2.5[fast=true]';
    const fast = { name: 'fast', value: true };
    expect(parts(select('model', 'model', id, { [id]: 'Composer 2.5' }))).toEqual([fast]);
    expect(parts(select('model', 'model', id, { [id]: 'Composer 2' }))).toEqual([
      { name: null, value: 'composer-2.5' },
      fast,
    ]);
    const models = { currentModelId: id, availableModels: [{ modelId: id, name: 'Composer 2.5', description: null }] };
    expect(variantParts({ modes: null, models, configOptions: [] })).toEqual([fast]);
  });

  it('is left to the pickers where the parameters are options, and is nothing where there are none', () => {
    expect(parts(select('model', 'model', 'composer-2.5'), select('fast', 'model_config', 'false'))).toEqual([]);
    expect(parts(select('model', 'model', 'auto[]'))).toEqual([]);
    expect(parts(select('mode', 'mode', 'agent'))).toEqual([]);
  });
});
