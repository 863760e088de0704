import type { SessionSummary } from '@shared/session/summary';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ageText, elapsedText, rowEnd } from './age';
import { findEntries, type PaletteEntry } from './paletteEntries';
import { sidebarRows } from './sidebarRows';
import { t } from '../../testing/english';
import { projectRow, sessionRow } from '../../testing/listRows';

describe('the rows of the sidebar', () => {
  const projects = { p1: projectRow('p1', 1), p2: projectRow('p2', 2) };

  it('are each project with its sessions, and a word where it has none', () => {
    expect(sidebarRows(projects, { s: sessionRow('s') }, false).rows.map((row) => `${row.kind} ${row.key}`)).toEqual([
      'project p1',
      'session s',
      'project p2',
      'empty empty:p2',
    ]);
  });

  it('end with archived sessions, which are shown only when opened', () => {
    const sessions = { s: sessionRow('s', { archived: true }) };
    expect(sidebarRows({ p1: projectRow('p1', 1) }, sessions, false).rows.at(-1)).toMatchObject({
      kind: 'archived',
      count: 1,
    });
    expect(sidebarRows({ p1: projectRow('p1', 1) }, sessions, true).rows.at(-1)).toMatchObject({
      kind: 'session',
      key: 's',
    });
  });
});

describe('the end of a row', () => {
  const now = Date.UTC(2026, 10, 30, 12);
  const minute = 60_000;

  it('says how long ago, the shorter the nearer', () => {
    const text = (ago: number) => ageText(t, 'en', now, now - ago);
    expect(text(30_000)).toBe('now');
    expect(text(12 * minute)).toBe('12 m');
    expect(text(3 * 60 * minute)).toBe('3 h');
    expect(text(3 * 24 * 60 * minute)).toBe('Fri');
    expect(text(9 * 24 * 60 * minute)).toBe('Nov 21');
  });

  it('makes its formats once for all rows, and anew for another language or zone', () => {
    const made = vi.spyOn(Intl, 'DateTimeFormat');
    onTestFinished(() => {
      made.mockRestore();
      vi.unstubAllEnvs();
    });
    const day = (locale: string) => ageText(t, locale, now, now - 9 * 24 * 60 * minute);
    vi.stubEnv('TZ', 'UTC');
    expect([day('en'), day('en'), day('en')]).toEqual(['Nov 21', 'Nov 21', 'Nov 21']);
    expect(made.mock.calls.length).toBeLessThanOrEqual(2);
    expect(day('zh-CN')).toBe('11月21日');
    expect(day('en')).toBe('Nov 21');
    // 14 hours on it is the next day there.
    vi.stubEnv('TZ', 'Pacific/Kiritimati');
    expect(day('en')).toBe('Nov 22');
  });

  it('says how long a working session has worked', () => {
    expect(rowEnd(t, 'en', now, sessionRow('s', { status: 'working', turnStartedAt: now - 31_000 }))).toBe('31 s');
    expect(elapsedText(t, -5)).toBe('0 s');
  });

  it('says what is asked in one word', () => {
    const asks = (waiting: Partial<SessionSummary['waiting'][number]>) =>
      rowEnd(
        t,
        'en',
        now,
        sessionRow('s', {
          status: 'needsYou',
          waiting: [{ requestId: 'r', kind: 'plan', openedAt: 0, label: '', ...waiting }],
        }),
      );
    expect(asks({})).toBe('plan');
    expect(asks({ kind: 'permission', toolKind: 'execute' })).toBe('run');
    expect(asks({ kind: 'permission', toolKind: 'something new' })).toBe('allow?');
    expect(asks({ kind: 'question', count: 2 })).toBe('2 questions');
  });

  it('says that it failed or was stopped', () => {
    expect(rowEnd(t, 'en', now, sessionRow('s', { status: 'interrupted' }))).toBe('stopped');
    expect(rowEnd(t, 'en', now, sessionRow('s', { status: 'needsYou' }))).toBe('sign-in');
  });
});

describe('the palette', () => {
  const entry = (kind: PaletteEntry['kind'], title: string): PaletteEntry => ({
    key: title,
    kind,
    title,
    detail: '',
    words: title,
    run: () => {},
  });
  const entries = [
    entry('command', 'Settings'),
    entry('session', 'Migrate to Postgres 18'),
    entry('session', '升级到 React 19'),
  ];

  it('shows sessions before commands when nothing is written', () => {
    expect(findEntries(entries, ' ').map((one) => one.kind)).toEqual(['session', 'session', 'command']);
  });

  it('finds by scattered letters and by Chinese', () => {
    expect(findEntries(entries, 'mgpost').map((one) => one.title)).toEqual(['Migrate to Postgres 18']);
    expect(findEntries(entries, '升级').map((one) => one.title)).toEqual(['升级到 React 19']);
    expect(findEntries(entries, 'zzzz')).toEqual([]);
  });
});
