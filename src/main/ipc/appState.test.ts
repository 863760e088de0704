import { describe, expect, it } from 'vitest';
import type { AppFrame } from '@shared/ipc/views';
import { SettingsFile } from '../store/settingsFile';
import { ManualClock, temporaryFolder } from '../store/testStore';
import { AppState } from './appState';

function state(systemLocale = 'en-GB') {
  const home = temporaryFolder();
  const clock = new ManualClock();
  const told: string[] = [];
  const start = {
    home,
    version: '1',
    systemLocale,
    keychain: true,
    restarted: false,
    demoWorkerFile: '',
    searchWorkerFile: '',
    fileWorkerFile: '',
    backupWorkerFile: '',
    logFile: '',
  };
  const app = new AppState(SettingsFile.open(home, clock).file, start, clock, (_settings, locale) => told.push(locale));
  const listen = (): AppFrame[] => {
    const frames: AppFrame[] = [];
    app.feed.listen((frame) => frames.push(frame));
    return frames;
  };
  return { app, home, told, listen };
}

describe('the app’s state', () => {
  it.each([
    ['zh-Hans-CN', 'zh-CN'],
    ['zh', 'zh-CN'],
    ['en-US', 'en'],
    ['fr', 'en'],
  ])('takes the system’s language %s as %s', (system, locale) => {
    expect(state(system).app.locale).toBe(locale);
  });

  it('tells a change of the settings at once, to pages and to main', async () => {
    const { app, told, listen } = state();
    const frames = listen();
    expect(await app.patch({ locale: 'zh-CN', theme: 'dark' })).toEqual({ ok: true, value: null });
    expect(frames).toMatchObject([{ type: 'settings', locale: 'zh-CN', settings: { theme: 'dark' } }]);
    expect(told).toEqual(['zh-CN']);
  });

  it('keeps two notices of the same moment apart, so that each is dismissed by itself', () => {
    const { app, listen } = state();
    app.notice({ code: 'processes.swept', count: 2 });
    app.notice({ code: 'engine.restarted' });
    const snapshot = app.source().snapshot();
    expect(snapshot).toMatchObject({ notices: [{ code: 'processes.swept' }, { code: 'engine.restarted' }] });
    const frames = listen();
    app.dismiss(1000);
    expect(frames).toMatchObject([{ at: 1000 }]);
    expect(app.source().snapshot()).toMatchObject({ notices: [{ code: 'engine.restarted' }] });
  });

  it('sends a page that comes later to where someone wanted to go', async () => {
    const { app } = state();
    app.navigate({ view: 'settings' });
    const frames: unknown[] = [];
    app.source().listen((frame) => frames.push(frame));
    await Promise.resolve();
    expect(frames).toEqual([{ type: 'navigate', to: { view: 'settings' } }]);
    const others: unknown[] = [];
    app.source().listen((frame) => others.push(frame));
    await Promise.resolve();
    expect(others).toEqual([]);
  });
});
