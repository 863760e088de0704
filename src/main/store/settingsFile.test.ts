import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Settings } from '@shared/settings';
import { patched, SettingsFile } from './settingsFile';
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
  ['has an agent without a command', '{"agents":[{"id":"x","name":"X"}]}'],
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
