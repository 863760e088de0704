import { launchSupport } from '@shared/launch';
import { describe, expect, it } from 'vitest';
import { argSecrets, withSecret } from './argSecrets';

describe('arguments that look like keys', () => {
  it.each([
    [['acp', '--api-key', 'abc123'], [{ start: 1, count: 2, value: 'abc123' }]],
    [['--api-key=abc=1', 'acp'], [{ start: 0, count: 1, value: 'abc=1' }]],
    [['--auth-token', 'x', '--password', 'y'], ['x', 'y'].map((value, at) => ({ start: at * 2, count: 2, value }))],
    [['sk-abcdefghijklmnopqrstuv'], [{ start: 0, count: 1, value: 'sk-abcdefghijklmnopqrstuv' }]],
    [['-H', 'Authorization: Bearer abcdefgh12'], [{ start: 1, count: 1, value: 'Authorization: Bearer abcdefgh12' }]],
    [['--token', 'sk-abcdefghijklmnopqrstuv'], [{ start: 0, count: 2, value: 'sk-abcdefghijklmnopqrstuv' }]],
  ])('%j are found', (args, found) => {
    expect(argSecrets(args)).toEqual(found);
  });

  it.each([
    [['acp', '--max-tokens', '100']],
    [['--api-key']],
    [['--token', '--verbose']],
    [['--tokenizer', 'fast']],
    [['']],
  ])('%j are none', (args) => {
    expect(argSecrets(args)).toEqual([]);
  });

  it('become a secret under the name that the program reads, else under one that the person has to give', () => {
    const env = [
      { name: 'CURSOR_API_KEY', value: 'old', secret: true },
      { name: 'A', value: '1', secret: false },
    ];
    expect(withSecret(env, 'new', launchSupport('cursor'))).toEqual([
      { name: 'A', value: '1', secret: false },
      { name: 'CURSOR_API_KEY', value: 'new', secret: true },
    ]);
    expect(withSecret(env, 'new', null).at(-1)).toEqual({ name: '', value: 'new', secret: true });
  });
});
