import type { AvailableCommand } from '@shared/acp/update';
import type { SessionOptions } from '@shared/session/state';
import { describe, expect, it } from 'vitest';
import { pickersOf } from '../../stores/pickers';
import { mentionAt, takeMention } from './mentions';
import { enterTakes, matchCommands, slashQuery } from './slashCommands';

const command = (name: string, description = ''): AvailableCommand => ({ name, description, input: null });

describe('slash commands', () => {
  it('are looked for only while the first word begins with a slash', () => {
    expect(slashQuery('/')).toBe('');
    expect(slashQuery('/pla')).toBe('pla');
    expect(slashQuery('/plan and more')).toBeNull();
    expect(slashQuery('see /plan')).toBeNull();
    expect(slashQuery('/two\nlines')).toBeNull();
  });

  it('put names that begin so before names that hold it, and those before descriptions', () => {
    const commands = [command('x', 'replan it'), command('replan'), command('plan'), command('other')];
    expect(matchCommands(commands, 'plan').map((one) => one.name)).toEqual(['plan', 'replan', 'x']);
  });

  it('are all there for the bare slash, in the agent’s order', () => {
    expect(matchCommands([command('b'), command('a')], '').map((one) => one.name)).toEqual(['b', 'a']);
  });
});

describe('AC-80: Enter after a slash', () => {
  it('takes the command that was begun, and sends what is written out or unknown', () => {
    expect(enterTakes('pl', command('plan'), false)).toBe(true);
    expect(enterTakes('plan', command('plan'), false)).toBe(false);
    // Only its description fits; with the arrow keys it was meant.
    expect(enterTakes('review', command('check', 'Review the code'), false)).toBe(false);
    expect(enterTakes('review', command('check', 'Review the code'), true)).toBe(true);
  });
});

describe('files after an @', () => {
  it('are looked for where the caret is, from the @ on', () => {
    expect(mentionAt('see @src/a', 10)).toEqual({ at: 4, query: 'src/a' });
    expect(mentionAt('@', 1)).toEqual({ at: 0, query: '' });
    expect(mentionAt('看看@文件', 5)).toEqual({ at: 2, query: '文件' });
    expect(mentionAt('see @src/a and', 7)).toEqual({ at: 4, query: 'sr' });
    expect(mentionAt('see @src and', 12)).toBeNull();
    expect(mentionAt('me@example.org', 14)).toBeNull();
    expect(mentionAt('plain', 5)).toBeNull();
  });

  it('take the place of what was written of them', () => {
    const file = { kind: 'path', path: '/p/src/a b.ts', uri: '', name: 'src/a b.ts', isFolder: false } as const;
    expect(takeMention('see @ab and', { at: 4, query: 'ab' }, file)).toEqual({
      text: 'see @src/a b.ts and',
      caret: 16,
    });
    expect(takeMention('@li', { at: 0, query: 'li' }, { ...file, name: 'lib', isFolder: true }).text).toBe('@lib/ ');
  });
});

describe('pickers', () => {
  const names = { mode: 'Mode', model: 'Model' };
  const modes = { currentModeId: 'plan', availableModes: [{ id: 'plan', name: 'Plan' }] };
  const models = { currentModelId: 'm', availableModels: [{ modelId: 'm', name: 'M' }] };
  const option = {
    type: 'select',
    id: 'o',
    name: 'O',
    currentValue: 'v',
    options: [{ value: 'v', name: 'V' }],
  } as const;

  it('come from modes and models where the agent has no options for them', () => {
    const options: SessionOptions = { modes, models, configOptions: [{ ...option, options: [...option.options] }] };
    expect(pickersOf(options, names).map((picker) => [picker.role, picker.set])).toEqual([
      ['mode', 'mode'],
      ['model', 'model'],
      ['other', 'config'],
    ]);
  });

  it('prefer config options over the older modes and models', () => {
    const options: SessionOptions = {
      modes,
      models,
      configOptions: [
        { ...option, id: 'model', category: 'model', options: [...option.options] },
        { ...option, id: 'mode', category: 'mode', options: [...option.options] },
        { type: 'boolean', id: 'fast', name: 'fast', currentValue: true },
      ],
    };
    expect(pickersOf(options, names).map((picker) => [picker.key, picker.set])).toEqual([
      ['mode', 'config'],
      ['model', 'config'],
      ['fast', 'config'],
    ]);
  });

  it('are switches where an option is on or off, also in words, which are what is sent', () => {
    const yesOrNo = [
      { value: 'false', name: 'false' },
      { value: 'true', name: 'true' },
    ];
    const words = { type: 'select', name: 'Fast', category: 'model_config', currentValue: 'true' } as const;
    const configOptions: SessionOptions['configOptions'] = [
      { type: 'boolean', id: 'plain', name: 'Plain', currentValue: false },
      { ...words, id: 'fast', options: yesOrNo },
      { ...words, id: 'three', options: [...yesOrNo, { value: 'auto', name: 'auto' }] },
      { ...words, id: 'model', category: 'model', options: yesOrNo },
    ];
    const pickers = pickersOf({ modes: null, models: null, configOptions }, names);
    expect(pickers.map((picker) => [picker.key, picker.kind])).toEqual([
      ['model', 'select'],
      ['plain', 'boolean'],
      ['fast', 'boolean'],
      ['three', 'select'],
    ]);
    expect(pickers[1]).toMatchObject({ value: false, inWords: false });
    expect(pickers[2]).toMatchObject({ value: true, inWords: true });
  });

  it('are none where the agent offers nothing', () => {
    expect(pickersOf({ modes: null, models: null, configOptions: [] }, names)).toEqual([]);
  });
});
