import type { SessionSummary } from '@shared/session/summary';
import { describe, expect, it } from 'vitest';
import { NO_FILTER, type SessionFilter } from './sessionFilter';
import { arrange, type ListView, type Placed, PLAIN_VIEW } from './sessionOrder';
import { projectRow, sessionRow } from '../testing/listRows';

const project = (projectId: string, order: number) => projectRow(projectId, order, `Project ${projectId}`);
const projects = { p1: project('p1', 1), p2: project('p2', 2) };
const byId = (sessions: readonly SessionSummary[]) => Object.fromEntries(sessions.map((one) => [one.sessionId, one]));
const ids = (placed: readonly Placed[]) =>
  placed.map(({ session: { sessionId }, level }) => '>'.repeat(level) + sessionId);
const shown = (sessions: readonly SessionSummary[], view: Partial<ListView> = {}) =>
  arrange(projects, byId(sessions), { ...PLAIN_VIEW, ...view });
const filtered = (filter: Partial<SessionFilter>) => ({ filter: { ...NO_FILTER, ...filter } });

describe('the list by status', () => {
  it('begins with what needs the person and leaves out what is empty', () => {
    const sessions = [
      sessionRow('idle'),
      sessionRow('asks', { status: 'needsYou' }),
      sessionRow('other', { projectId: 'p2', status: 'needsYou', updatedAt: 5 }),
      sessionRow('works', { status: 'working' }),
    ];
    const { groups } = shown(sessions, { grouping: 'status' });
    expect(groups.map((group) => [group.key, ids(group.sessions)])).toEqual([
      ['status:needsYou', ['other', 'asks']],
      ['status:working', ['works']],
      ['status:idle', ['idle']],
    ]);
  });
});

describe('a filter', () => {
  const sessions = [
    sessionRow('one', { title: 'Fix the login', agentId: 'b' }),
    sessionRow('two', { title: '修复登录', projectId: 'p2', status: 'failed' }),
    sessionRow('three', { title: null }),
    sessionRow('gone', { title: 'Login of old', archived: true }),
  ];
  const of = (filter: Partial<SessionFilter>, view: Partial<ListView> = {}) => {
    const { groups, archived } = shown(sessions, { ...filtered(filter), ...view });
    return [...groups.flatMap((group) => ids(group.sessions)), ...ids(archived).map((id) => `(${id})`)];
  };

  it('AC-38: takes sessions by words of title and project, agent, project and status, together', () => {
    expect(of({ text: ' LOGIN fix ' })).toEqual(['one']);
    expect(of({ text: '登录' })).toEqual(['two']);
    expect(of({ text: 'login' })).toEqual(['one', '(gone)']);
    expect(of({ text: 'project p2' })).toEqual(['two']);
    expect(of({ text: 'new ses' }, { untitled: 'New session' })).toEqual(['three']);
    expect(of({ agents: new Set(['b']) })).toEqual(['one']);
    expect(of({ projects: new Set(['p2']) })).toEqual(['two']);
    expect(of({ statuses: new Set(['failed', 'idle']), projects: new Set(['p2']) })).toEqual(['two']);
    expect(of({ text: 'nothing like it' })).toEqual([]);
  });

  it('leaves no empty project behind and says how many there are', () => {
    const { groups, shown: count, total } = shown(sessions, filtered({ text: 'fix' }));
    expect(groups.map(({ key }) => key)).toEqual(['p1']);
    expect([count, total]).toEqual([1, 3]);
    expect(shown([], {}).groups).toHaveLength(2);
  });
});

describe('AC-38: a child', () => {
  const family = [
    sessionRow('parent', { updatedAt: 9 }),
    sessionRow('child', { parentId: 'parent', updatedAt: 20 }),
    sessionRow('grandchild', { parentId: 'child', updatedAt: 30 }),
    sessionRow('other', { updatedAt: 5 }),
  ];

  it('is under its parent once that is opened, and only counted before', () => {
    expect(ids(shown(family).groups[0]?.sessions ?? [])).toEqual(['parent', 'other']);
    expect(shown(family).groups[0]?.sessions[0]).toMatchObject({ children: 1, open: false });
    const open = shown(family, { open: new Set(['parent', 'child']) });
    expect(ids(open.groups[0]?.sessions ?? [])).toEqual(['parent', '>child', '>>grandchild', 'other']);
  });

  it('that is on screen, waits, works or is unread is never hidden', () => {
    const of = (view: Partial<ListView>, more: Partial<SessionSummary> = {}) =>
      ids(
        shown([...family.slice(0, 3), sessionRow('grandchild', { parentId: 'child', ...more })], view).groups[0]
          ?.sessions ?? [],
      );
    expect(of({ current: 'grandchild' })).toEqual(['parent', '>child', '>>grandchild']);
    expect(of({}, { status: 'needsYou' })).toEqual(['parent', '>child', '>>grandchild']);
    expect(of({}, { unread: true })).toEqual(['parent', '>child', '>>grandchild']);
    expect(of({})).toEqual(['parent']);
  });

  it('that a filter finds is shown, under its parent or without it', () => {
    expect(ids(shown(family, filtered({ text: 'child' })).groups[0]?.sessions ?? [])).toEqual(['child', '>grandchild']);
  });

  it('whose parent is archived or gone stands by itself, and so do two that name each other', () => {
    const lost = [
      sessionRow('a', { parentId: 'nobody' }),
      sessionRow('b', { parentId: 'c' }),
      sessionRow('c', { parentId: 'b' }),
    ];
    expect(ids(shown(lost).groups[0]?.sessions ?? [])).toEqual(['a', 'b', 'c']);
  });
});
