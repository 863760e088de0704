import { describe, expect, it } from 'vitest';
import { checkDraft, draftOf, EMPTY_DRAFT, idOf } from './agentDraft';

const adapter = 'cursor' as const;
const pair = (name: string, value: string) => ({ name, value, secret: false });
const good = { ...EMPTY_DRAFT, id: 'mine', name: 'Mine', command: 'mine-acp' };

describe('an agent that is being written', () => {
  it('becomes a configuration once name, id and command are there', () => {
    const env = [pair('KEY', 'x=y'), pair('', ''), { ...pair('TOKEN', 't'), secret: true }];
    expect(checkDraft({ ...good, args: ['--a', ''], env }, [])).toEqual({
      faults: {},
      config: {
        id: 'mine',
        name: 'Mine',
        command: 'mine-acp',
        args: ['--a', ''],
        env: { KEY: 'x=y', TOKEN: 't' },
        secretEnv: ['TOKEN'],
        adapter: 'generic',
      },
    });
  });

  it('says what is missing, field by field', () => {
    expect(checkDraft(EMPTY_DRAFT, [])).toEqual({
      config: null,
      faults: { name: 'errorName', id: 'errorId', command: 'errorCommand' },
    });
  });

  it('refuses an id that another agent has', () => {
    expect(checkDraft(good, ['mine']).faults).toEqual({ id: 'errorIdTaken' });
  });

  it('refuses variables without a good name and names given twice', () => {
    const env = [pair('A=B', ''), pair('K', '1'), pair('K', '2'), pair('', 'lost')];
    expect(checkDraft({ ...good, env }, []).faults).toEqual({
      'env.0': 'errorEnvName',
      'env.2': 'errorEnvTwice',
      'env.3': 'errorEnvName',
    });
  });

  it('comes back the same from a configuration', () => {
    const config = { id: 'x', name: 'X', command: 'x', args: ['1'], env: { A: '1' }, secretEnv: [], adapter } as const;
    expect(checkDraft(draftOf({ config: { ...config, args: ['1'], secretEnv: [] }, secrets: {} }), []).config).toEqual(
      config,
    );
  });

  it('takes an inherited variable away, and brings its options and that back', () => {
    const launch = { endpoint: 'https://api.example.com', insecureTls: true, worktree: 'fix', addDirs: ['/a b'] };
    const draft = {
      ...good,
      adapter,
      env: [{ ...pair('HTTPS_PROXY', 'old'), unset: true }, pair('A', '1')],
      launch: { ...launch, extra: `-H "X: y"` },
    };
    const { config } = checkDraft(draft, []);
    expect(config).toMatchObject({
      env: { A: '1' },
      secretEnv: [],
      unsetEnv: ['HTTPS_PROXY'],
      launch: { ...launch, extra: ['-H', 'X: y'] },
    });
    expect(config && checkDraft(draftOf({ config, secrets: {} }), []).config).toEqual(config);
  });

  it('has no options where its adapter has none, and refuses those that cannot be meant', () => {
    const launch = { ...EMPTY_DRAFT.launch, endpoint: 'api.example.com', worktree: '--force' };
    expect(checkDraft({ ...good, launch }, []).config).not.toHaveProperty('launch.endpoint');
    expect(checkDraft({ ...good, adapter, launch }, []).faults).toEqual({
      endpoint: 'errorEndpoint',
      worktree: 'errorWorktree',
    });
  });

  it('shows where a secret is kept, never its value', () => {
    const config = { id: 'x', name: 'X', command: 'x', args: [], env: {}, secretEnv: ['KEY'], adapter };
    const draft = draftOf({ config, secrets: { KEY: 'keychain' } });
    expect(draft.env).toEqual([{ name: 'KEY', value: '', secret: true, place: 'keychain' }]);
  });

  it('gets its id from its name', () => {
    expect(idOf('My Agent 2')).toBe('my-agent-2');
    expect(idOf('  --Ünïque!')).toBe('n-que');
    expect(idOf('智能体')).toBe('');
  });
});
