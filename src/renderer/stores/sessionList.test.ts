import { beforeEach, describe, expect, it } from 'vitest';
import { applySessionListFrames, attentionOf, setSessionListSnapshot, useSessionList } from './sessionList';
import { arrange } from './sessionOrder';
import { projectRow, sessionRow } from '../testing/listRows';

const waiting = (requestId: string, openedAt: number) => ({ requestId, kind: 'plan' as const, openedAt, label: '' });

beforeEach(() =>
  setSessionListSnapshot({ projects: [projectRow('p1', 1)], sessions: [sessionRow('s1')], unrouted: [] }),
);

describe('the session list', () => {
  it('folds a batch in one set and leaves untouched parts as they are', () => {
    const before = useSessionList.getState();
    let sets = 0;
    const stop = useSessionList.subscribe(() => {
      sets += 1;
    });
    applySessionListFrames([
      { type: 'session.set', session: sessionRow('s2') },
      { type: 'session.set', session: sessionRow('s2', { title: 'newer' }) },
      { type: 'session.removed', sessionId: 's1' },
    ]);
    stop();
    const after = useSessionList.getState();
    expect(sets).toBe(1);
    expect(Object.keys(after.sessions)).toEqual(['s2']);
    expect(after.sessions['s2']?.title).toBe('newer');
    expect(after.projects).toBe(before.projects);
  });

  it('puts what waits in one order over all projects, the oldest first, with requests of no session among them', () => {
    const found = attentionOf({
      sessions: {
        a: sessionRow('a', { waiting: [waiting('r2', 20), waiting('r4', 40)] }),
        b: sessionRow('b', { projectId: 'p2', waiting: [waiting('r1', 10)] }),
      },
      unrouted: {
        r3: {
          agentId: 'a',
          connectionId: 'c',
          request: { requestId: 'r3', openedAt: 30, kind: 'url', message: '', url: 'https://x', elicitationId: 'e' },
        },
      },
    });
    expect(found.map((entry) => entry.requestId)).toEqual(['r1', 'r2', 'r3', 'r4']);
  });

  it('groups by project, pinned first and then the newest, archived ones apart', () => {
    const { groups, archived } = arrange(
      { p2: projectRow('p2', 2), p1: projectRow('p1', 1) },
      {
        old: sessionRow('old', { updatedAt: 1 }),
        new: sessionRow('new', { updatedAt: 9 }),
        pin: sessionRow('pin', { updatedAt: 5, pinned: true }),
        gone: sessionRow('gone', { archived: true }),
        other: sessionRow('other', { projectId: 'p2' }),
      },
    );
    expect(groups.map((group) => group.sessions.map((one) => one.session.sessionId))).toEqual([
      ['pin', 'new', 'old'],
      ['other'],
    ]);
    expect(archived.map((one) => one.session.sessionId)).toEqual(['gone']);
  });
});
