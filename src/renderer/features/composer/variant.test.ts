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
  it('is the model, its speed and its context, as the agent last told them', () => {
    expect(
      parts(
        select('model', 'model', 'composer-2.5'),
        select('effort', 'thought_level', 'high'),
        select('fast', 'model_config', 'false'),
        select('context', 'model_config', '272k'),
        select('mode', 'mode', 'agent'),
      ),
    ).toEqual([
      { name: null, value: 'composer-2.5' },
      { name: 'effort', value: 'high' },
      { name: 'fast', value: false },
      { name: null, value: '272k' },
    ]);
  });

  it('is read from an opaque id where that is all there is', () => {
    expect(parts(select('model', 'model', 'composer-2.5[fast=true,context=1m]'))).toEqual([
      { name: null, value: 'composer-2.5' },
      { name: 'fast', value: true },
      { name: 'context', value: '1m' },
    ]);
    const models = { currentModelId: 'a[]', availableModels: [{ modelId: 'a[]', name: 'Auto', description: null }] };
    expect(variantParts({ modes: null, models, configOptions: [] })).toEqual([{ name: null, value: 'a' }]);
  });

  it('is nothing where no model is told of', () => {
    expect(parts(select('mode', 'mode', 'agent'))).toEqual([]);
  });
});
