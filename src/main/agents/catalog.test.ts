import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AgentConfig, Settings } from '@shared/settings';
import { availabilityOf, findAgent, listAgents } from './catalog';

const settings = (agents: unknown[] = [], hiddenAgents: string[] = []): Settings =>
  Settings.parse({ agents, hiddenAgents });
const ids = (given: Settings): string[] => listAgents(given).map(({ config }) => config.id);
const entryOf = (id: string, given = settings()) => {
  const entry = findAgent(given, id);
  if (entry === undefined) throw new Error(`no agent ${id}`);
  return entry;
};

/** A folder with programs of these names. */
function programs(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-catalog-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of names) {
    writeFileSync(join(folder, name), '#!/bin/sh\n');
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

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

describe('an agent’s program', () => {
  it('is found along PATH', () => {
    const folder = programs('cursor-agent');
    expect(availabilityOf(entryOf('cursor'), { PATH: folder })).toEqual({
      status: 'found',
      executable: join(folder, 'cursor-agent'),
    });
  });

  it('of Cursor is found by its other name, but only as the catalogue ships it', () => {
    const folder = programs('agent');
    expect(availabilityOf(entryOf('cursor'), { PATH: folder })).toMatchObject({ executable: join(folder, 'agent') });
    const changed = settings([
      AgentConfig.parse({ id: 'cursor', name: 'Cursor', command: 'my-cursor', adapter: 'cursor' }),
    ]);
    expect(availabilityOf(entryOf('cursor', changed), { PATH: folder })).toMatchObject({ status: 'missing' });
  });

  it('that is missing says where it was looked for', () => {
    const folder = programs();
    expect(availabilityOf(entryOf('gemini'), { PATH: folder })).toEqual({
      status: 'missing',
      command: 'gemini',
      searched: [folder],
    });
  });

  it('of the demo is always there', () => {
    expect(availabilityOf(entryOf('demo'), { PATH: '' }).status).toBe('found');
  });
});
