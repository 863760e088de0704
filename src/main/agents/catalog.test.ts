import { describe, expect, it } from 'vitest';
import { Settings } from '@shared/settings';
import { findAgent, listAgents } from './catalog';

const settings = (agents: unknown[] = [], hiddenAgents: string[] = []): Settings =>
  Settings.parse({ agents, hiddenAgents });
const ids = (given: Settings): string[] => listAgents(given).map(({ config }) => config.id);

describe('the list of agents', () => {
  it('is the catalogue and the demo where nothing was changed', () => {
    expect(ids(settings())).toEqual(['cursor', 'claude', 'codex', 'gemini', 'opencode', 'copilot', 'demo']);
  });

  it('has the person’s own before the demo', () => {
    expect(ids(settings([{ id: 'mine', name: 'Mine', command: 'mine' }])).slice(-2)).toEqual(['mine', 'demo']);
  });

  it('has a changed catalogue agent at its place, marked as changed', () => {
    const given = settings([
      { id: 'claude', name: 'My Claude', command: 'claude-agent-acp', args: ['--x'], adapter: 'claude' },
    ]);
    expect(ids(given)).toEqual(ids(settings()));
    expect(findAgent(given, 'claude')).toMatchObject({
      origin: 'catalog',
      changed: true,
      config: { name: 'My Claude' },
    });
  });

  it('leaves out what the person removed, and nobody can take the demo’s place', () => {
    expect(ids(settings([], ['codex']))).not.toContain('codex');
    const given = settings([{ id: 'demo', name: 'Not the demo', command: 'evil' }], ['demo']);
    expect(findAgent(given, 'demo')).toMatchObject({ origin: 'demo', config: { name: 'Demo' } });
  });
});
