import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { McpServerConfig } from '@shared/mcpServer';
import { AgentConfig, Settings } from '@shared/settings';
import { notWritten, patched, SettingsFile } from './settingsFile';
import { ManualClock, temporaryFolder } from './testStore';

const clock = new ManualClock();
const inFile = (home: string): unknown => JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8'));

function homeWith(text: string): string {
  const home = temporaryFolder();
  writeFileSync(join(home, 'settings.json'), text);
  return home;
}

it('starts with defaults where there is no file, and writes none', () => {
  const home = temporaryFolder();
  const { file, setAside } = SettingsFile.open(home, clock);
  expect(file.current).toEqual(Settings.parse({}));
  expect(setAside).toBeNull();
  expect(existsSync(file.path)).toBe(false);
});

it('fills in defaults and keeps keys that it does not know, at every level', async () => {
  const home = homeWith(
    JSON.stringify({
      future: [1],
      theme: 'dark',
      durations: { idleStopMinutes: 3, futureMs: 5 },
      agents: [{ id: 'mine', name: 'Mine', command: 'mine', futureFlag: true, env: { A: '1' } }],
    }),
  );
  const { file } = SettingsFile.open(home, clock);
  expect(file.current).toMatchObject({
    theme: 'dark',
    locale: 'system',
    durations: { idleStopMinutes: 3, stopGraceSeconds: 10 },
  });
  await file.update((settings) => ({ ...settings, agents: settings.agents.map((agent) => ({ ...agent, env: {} })) }));
  await file.update((settings) => patched(settings, { locale: 'zh-CN', durations: { idleStopMinutes: 4 } }));
  expect(inFile(home)).toMatchObject({
    future: [1],
    theme: 'dark',
    locale: 'zh-CN',
    durations: { idleStopMinutes: 4, futureMs: 5, stopGraceSeconds: 10 },
    agents: [{ id: 'mine', futureFlag: true, env: {} }],
  });
  expect(SettingsFile.open(home, clock).file.current).toEqual(file.current);
});

it('writes the last of many changes last', async () => {
  const home = temporaryFolder();
  const { file } = SettingsFile.open(home, clock);
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => file.update((settings) => ({ ...settings, lastSessionId: `s${index}` }))),
  );
  expect(inFile(home)).toMatchObject({ lastSessionId: 's19' });
  expect(readdirSync(home)).toEqual(['settings.json']);
});

it.each([
  ['is no JSON', '{"theme": "dark",'],
  ['is no object', '[]'],
  ['has no list of agents where one belongs', '{"agents":"none"}'],
])('sets a file aside that %s', async (_, text) => {
  const home = homeWith(text);
  const { file, setAside } = SettingsFile.open(home, clock);
  expect(file.current).toEqual(Settings.parse({}));
  expect(setAside).toMatchObject({ file: join(home, 'settings.json.broken-1000') });
  expect(setAside?.message).not.toBe('');
  expect(readFileSync(setAside!.file, 'utf8')).toBe(text);
  await file.update((settings) => settings);
  expect(SettingsFile.open(home, clock).setAside).toBeNull();
});

it('reads a file with a byte order mark', () => {
  expect(SettingsFile.open(homeWith('\uFEFF{"theme":"light"}'), clock).file.current.theme).toBe('light');
});

it('keeps a change in force that could not be written, and says so', async () => {
  const home = join(temporaryFolder(), 'home');
  mkdirSync(home);
  const { file } = SettingsFile.open(home, clock);
  rmSync(home, { recursive: true });
  writeFileSync(home, 'a file where the folder was');
  const result = await file.update((settings) => ({ ...settings, theme: 'dark' }));
  expect(result).toMatchObject({ ok: false, error: { code: 'settings.invalid', path: file.path } });
  expect(file.current.theme).toBe('dark');
});

it('tells a full disk as one: the settings themselves are valid', () => {
  const thrown = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(notWritten('/home/settings.json', thrown)).toEqual({ code: 'store.full', message: thrown.message });
});

it('leaves out an agent and an MCP server that it cannot use, says which, and keeps them in the file as they are', async () => {
  const good = { id: 'good', name: 'Good', command: 'good', env: {}, args: [], secretEnv: [], adapter: 'generic' };
  const bad = { id: 'bad', name: 'Bad', future: 1 };
  const server = { id: 'files', name: 'Files', kind: 'stdio', command: 'files', future: 2 };
  const badServer = { id: 'web', name: 'Web', kind: 'http', url: 'no url' };
  const home = homeWith(
    JSON.stringify({ theme: 'dark', agents: [bad, good, 'not one', {}], mcpServers: [badServer, server] }),
  );
  const { file, setAside, leftOut } = SettingsFile.open(home, clock);
  expect(setAside).toBeNull();
  expect(file.current).toMatchObject({ theme: 'dark', agents: [{ id: 'good' }], mcpServers: [{ id: 'files' }] });
  expect(leftOut.map(({ list, entry }) => [list, entry])).toEqual([
    ['agents', 'Bad'],
    ['agents', '#3'],
    ['agents', '#4'],
    ['mcpServers', 'Web'],
  ]);
  expect(leftOut[0]?.message).toContain('command');
  await file.update((settings) => patched(settings, { theme: 'light' }));
  expect(inFile(home)).toMatchObject({
    theme: 'light',
    agents: [good, bad, 'not one', {}],
    mcpServers: [server, badServer],
  });
  expect(SettingsFile.open(home, clock).leftOut).toHaveLength(4);
});

it('replaces an entry that it cannot use by one that is made under the same id', async () => {
  const home = homeWith('{"agents":[{"id":"mine","name":"Mine","future":1}]}');
  const { file } = SettingsFile.open(home, clock);
  const mine = AgentConfig.parse({ id: 'mine', name: 'Mine', command: 'mine' });
  await file.update((settings) => ({ ...settings, agents: [mine] }));
  expect(inFile(home)).toMatchObject({ agents: [{ id: 'mine', command: 'mine' }] });
  expect(SettingsFile.open(home, clock).leftOut).toEqual([]);
});

it('forgets a known key of an entry that was taken away, and of a server that is of another kind now', async () => {
  const home = homeWith(
    JSON.stringify({
      agents: [{ id: 'mine', name: 'Mine', command: 'mine', unsetEnv: ['A'], future: 1 }],
      mcpServers: [{ id: 's', name: 'S', kind: 'stdio', command: 's', env: { A: '1' } }],
    }),
  );
  const { file } = SettingsFile.open(home, clock);
  const server = McpServerConfig.parse({ id: 's', name: 'S', kind: 'http', url: 'https://s.test' });
  await file.update((settings) => ({
    ...settings,
    agents: settings.agents.map(({ id, name, command }) => AgentConfig.parse({ id, name, command })),
    mcpServers: [server],
  }));
  expect(inFile(home)).toMatchObject({ agents: [{ future: 1 }], mcpServers: [server] });
  expect(readFileSync(join(home, 'settings.json'), 'utf8')).not.toMatch(/unsetEnv|"command": "s"/);
});

it('keeps favourites for each agent and option; another patch leaves them alone', async () => {
  const home = homeWith(JSON.stringify({ favourites: { codex: { model: ['o'], mode: 7 } } }));
  const { file } = SettingsFile.open(home, clock);
  await file.update((settings) => patched(settings, { favourites: { cursor: { model: ['b', 'a'] } } }));
  await file.update((settings) => patched(settings, { theme: 'dark' }));
  expect(SettingsFile.open(home, clock).file.current.favourites).toEqual({
    codex: { model: ['o'], mode: [] },
    cursor: { model: ['b', 'a'] },
  });
});

it('tells when everything that was changed is in the file, for whoever ends the program', async () => {
  const home = temporaryFolder();
  const { file } = SettingsFile.open(home, clock);
  for (const theme of ['dark', 'light', 'dark'] as const) void file.update((settings) => ({ ...settings, theme }));
  void file.update((settings) => patched(settings, { favourites: { cursor: { model: ['a'] } } }));
  await file.written();
  expect(inFile(home)).toMatchObject({ theme: 'dark', favourites: { cursor: { model: ['a'] } } });
});
