import { describe, expect, it } from 'vitest';
import { eventually, isAlive } from '../../agents/processHelpers';
import { answersTo, sentTo } from '../../support/engine/agentLog';
import { killableEngine } from '../../support/engine/killableEngine';
import { engineWithSession, temporaryProfile } from '../../support/engine/testEngine';
import { timed } from '../../support/withinTime';

describe('a quit', () => {
  it('AC-44: leaves no process behind, however deaf', async () => {
    const config = { ignoreSigterm: true, ignoreStdinEnd: true };
    const { session, engine, profile } = await engineWithSession({ agents: { fake: { config } } });
    await session.send('!fork 2\n!together terminal sleep 600 & hang deaf');
    await session.until('it works', ({ items }) => items.some(({ kind }) => kind === 'toolCall'));
    await eventually('children and grandchildren', () => profile.pids().length >= 5);
    const pids = profile.pids();
    const { took, allowed } = await timed(5000, () => engine.shutdown());
    expect(pids.filter(isAlive)).toEqual([]);
    expect(took).toBeLessThan(allowed);
  });

  it('AC-44: ends also what a crashed agent had started', async () => {
    const { session, engine, profile } = await engineWithSession();
    await session.ask('!fork 1\n!crash');
    await engine.shutdown();
    expect(profile.pids().filter(isAlive)).toEqual([]);
  });
});

describe('a session that is removed', () => {
  it('AC-44: takes its process with it, and whatever that started', async () => {
    const config = { ignoreSigterm: true, ignoreStdinEnd: true, children: 1 };
    const { session, page, profile } = await engineWithSession({ agents: { fake: { config } } });
    await session.send('!fork 2\n!hang deaf');
    await eventually('children and grandchildren', () => profile.pids().length >= 4);
    const pids = profile.pids();
    session.close();
    const { took, allowed } = await timed(5000, async () => {
      const removed = await page.call.sessions.remove({ sessionIds: [session.sessionId], atAgent: false });
      expect(removed.ok).toBe(true);
    });
    expect(pids.filter(isAlive)).toEqual([]);
    expect(took).toBeLessThan(allowed);
  });
});

describe('an engine that is killed in a turn', () => {
  it('leaves no agent, and loses no more than what was not yet written', async () => {
    const profile = temporaryProfile();
    const first = await killableEngine(profile);
    const added = await first.page.call.projects.add({ path: profile.projectFolder() });
    if (!added.ok) throw new Error(added.error.code);
    const created = await first.page.call.sessions.create({ projectId: added.value.projectId, agentId: 'fake' });
    if (!created.ok) throw new Error(created.error.code);
    const session = await first.page.session(created.value.sessionId);
    const { sessionId } = session;
    await session.ask('The first turn');
    await first.page.call.drafts.set({ sessionId, text: 'Not sent yet', attachments: [] });
    await session.send('!say Before the question.\n!fork 1\n!permission\n!stream 1000 200\n!hang');
    const { requestId } = await session.request('permission');
    await first.page.call.requests.answer({
      requestId,
      answer: { kind: 'permission', optionId: 'allow-once' },
      viaKeyboard: false,
    });
    await session.until('it streams', () => session.said().includes('chunk-200 '));
    const seen = session.said();
    const pids = profile.pids();
    expect(pids.length).toBeGreaterThan(1);
    const ended = new Promise<void>((resolve) => {
      first.page.client.onConnection((connected) => !connected && resolve());
    });
    await first.kill();
    await ended;
    await eventually('no process is left', () => pids.every((pid) => !isAlive(pid)));

    const second = await killableEngine(profile);
    const again = await second.page.session(sessionId);
    expect(again.draft.text).toBe('Not sent yet');
    expect(again.state).toMatchObject({ atAgent: 'detached', requests: [] });
    expect(again.state.turn).toMatchObject({ outcome: { status: 'interrupted' } });
    expect(again.state.items.every(({ open }) => !open)).toBe(true);
    // A prompt and an answer are on disk before the agent gets them.
    expect(again.items('request')[0]?.settlement).toMatchObject({
      kind: 'answered',
      answer: { optionId: 'allow-once' },
    });
    expect(answersTo(profile.agent(), 'session/request_permission')).toHaveLength(1);
    const kept = again.said();
    expect(kept).toContain('Echo: The first turn\nBefore the question.');
    expect(seen.startsWith(kept.trimEnd()) || kept.startsWith(seen)).toBe(true);
    // 250 ms of a stream of 200 a second are 50 chunks.
    const chunks = (text: string): number => text.split('chunk-').length;
    expect(chunks(kept)).toBeGreaterThan(chunks(seen) - 60);
    await again.ask('Go on');
    expect(again.said()).toContain('Echo: Go on');
    expect(sentTo(profile.agent(), 'session/resume')).toHaveLength(1);
  });
});
