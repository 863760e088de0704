import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { methodsSent, sentTo } from '../../support/engine/agentLog';
import { JumpClock } from '../../support/engine/jumpClock';
import { type SessionView } from '../../support/engine/sessionView';
import { engineWithSession, type TestEngine, type TestProfile } from '../../support/engine/testEngine';
import { transcriptText } from '../../support/transcriptText';

/** Ends the agent's process; what the session knew of it stays. */
async function loseAgent(session: SessionView, profile: TestProfile): Promise<void> {
  const { pid } = profile.agent().log().at(-1)!;
  process.kill(pid, 'SIGKILL');
  await session.until('detached', ({ atAgent }) => atAgent === 'detached');
}

const rows = (session: SessionView): string => transcriptText({ ...session.state, seq: 0 }).split('\n\n')[1] ?? '';

/** A session with a transcript of ten turns whose agent is gone; the next start behaves by `config`. */
async function detached(
  config: Record<string, unknown>,
): Promise<{ session: SessionView; engine: TestEngine; profile: TestProfile; before: string }> {
  const { session, engine, profile } = await engineWithSession({ agents: { fake: { config } } });
  await session.ask('!say One.\n!tool read');
  await session.ask('!think Hm.\n!say Two.');
  await loseAgent(session, profile);
  return { session, engine, profile, before: rows(session) };
}

describe('a session whose process is gone', () => {
  it('AC-36: is resumed rather than loaded where the agent offers both', async () => {
    const { session, profile, before } = await detached({ sessions: 'both' });
    await session.ask('Three');
    expect(methodsSent(profile.agent()).slice(4)).toEqual(['initialize', 'session/resume', 'session/prompt']);
    expect(rows(session).startsWith(before.trimEnd())).toBe(true);
  });

  it('AC-36: is resumed where that is all that the agent offers', async () => {
    const { session, profile } = await detached({ sessions: 'resume' });
    await session.ask('Three');
    expect(methodsSent(profile.agent())).toContain('session/resume');
    const { sessionId, cwd } = sentTo(profile.agent(), 'session/resume')[0]!;
    expect(sessionId).toBe(session.state.acpSessionId);
    expect(cwd).toBe(sentTo(profile.agent(), 'session/new')[0]!['cwd']);
  });

  it.each([
    ['before the answer', { replay: 'before' }],
    ['before and after the answer', { replay: 'late', lateMs: 120 }],
    ['with other tool ids and no message ids', { replay: 'late', replayIds: 'changed' }],
    ['not at all', { replay: 'none' }],
  ])('AC-29: is loaded with its replay suppressed, which comes %s', async (_when, config) => {
    const { session, profile, before } = await detached({ sessions: 'load', ...config });
    const { length } = session.state.items;
    await session.ask('Three');
    expect(methodsSent(profile.agent())).toContain('session/load');
    expect(session.state.items).toHaveLength(length + 2);
    expect(rows(session).startsWith(before.trimEnd())).toBe(true);
    expect(session.said()).toBe('One.\nTwo.\nEcho: Three');
  });

  it.each(['full', 'empty', 'null'])('AC-27: keeps its id whatever the load answers: %s', async (loadResult) => {
    const { session } = await detached({ sessions: 'load', loadResult });
    const id = session.state.acpSessionId;
    await session.ask('Three');
    expect(session.state.acpSessionId).toBe(id);
    expect(session.said()).toContain('Echo: Three');
  });

  it('takes commands and modes from the load, also while content is replay', async () => {
    const { session, engine } = await detached({ sessions: 'load', commands: 'late' });
    const attached = await engine.page.call.sessions.attach({ sessionId: session.sessionId });
    expect(attached.ok).toBe(true);
    const state = await session.until(
      'attached, with its commands',
      ({ atAgent, commands }) => atAgent === 'attached' && commands.length === 2,
    );
    expect(state).toMatchObject({ options: { modes: { currentModeId: 'agent' } } });
  });

  it('without a transcript of ours is rebuilt from the replay, whole', async () => {
    const { session, engine, profile } = await engineWithSession({
      agents: { fake: { config: { sessions: 'load', replay: 'late' } } },
    });
    await engine.page.call.sessions.attach({ sessionId: session.sessionId });
    // Someone worked in it elsewhere.
    await loseAgent(session, profile);
    const stateFile = profile.agent().stateFile;
    const stored = JSON.parse(readFileSync(stateFile, 'utf8'));
    const text = (words: string) => ({ type: 'text', text: words });
    stored[session.state.acpSessionId!].history = [
      { sessionUpdate: 'user_message_chunk', content: text('What is this?') },
      { sessionUpdate: 'agent_message_chunk', content: text('A test.') },
      { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Read it', kind: 'read', status: 'completed' },
      { sessionUpdate: 'agent_message_chunk', content: text('All done.') },
    ];
    writeFileSync(stateFile, JSON.stringify(stored));
    await engine.page.call.sessions.attach({ sessionId: session.sessionId });
    await session.until('the replay', ({ items }) => items.length === 4);
    await session.ask('More');
    expect(session.said('user')).toBe('What is this?\nMore');
    expect(session.said()).toBe('A test.\nAll done.\nEcho: More');
    expect(session.items('toolCall')).toMatchObject([{ title: 'Read it', status: 'completed' }]);
  });

  it('waits for the quiet before its prompt is sent, and for no longer than three seconds', async () => {
    const clock = new JumpClock();
    const { session, engine, profile } = await engineWithSession({
      clock,
      agents: { fake: { config: { sessions: 'load' } } },
    });
    await session.ask('One');
    await loseAgent(session, profile);
    await engine.page.call.sessions.attach({ sessionId: session.sessionId });
    clock.jump(300);
    await session.ask('Two');
    expect(session.said()).toBe('Echo: One\nEcho: Two');
  });

  it('AC-29: does not show the person’s own words twice where the agent echoes them', async () => {
    const { session } = await engineWithSession({ agents: { fake: { config: { echoUser: true } } } });
    await session.ask('Say it once');
    expect(session.said('user')).toBe('Say it once');
  });
});

describe('a session that its agent does not know any more', () => {
  it.each([-32602, -32002, -32603])(
    'AC-12, AC-34 is lost, whatever the code (%d): its transcript stays and nothing starts by itself',
    async (unknownSession) => {
      const { session, engine, profile, before } = await detached({ sessions: 'load', unknownSession });
      writeFileSync(profile.agent().stateFile, '{}');
      const state = await session.ask('Three');
      expect(state).toMatchObject({ atAgent: 'lost', attachError: { code: 'session.lostAtAgent' } });
      expect(state.turn).toMatchObject({ outcome: { status: 'failed', error: { code: 'session.lostAtAgent' } } });
      expect(rows(session).startsWith(before.trimEnd())).toBe(true);
      // A prompt does not try the same id again, and no session is made.
      const again = await engine.page.call.sessions.prompt({
        sessionId: session.sessionId,
        content: [{ type: 'text', text: 'x' }],
      });
      expect(again).toMatchObject({ ok: false, error: { code: 'session.lostAtAgent' } });
      expect(methodsSent(profile.agent()).filter((method) => method === 'session/load')).toHaveLength(1);
      expect(methodsSent(profile.agent()).filter((method) => method === 'session/new')).toHaveLength(1);
    },
  );

  it('AC-34: is not asked for again when the app is started again, and it is opened, written in, and closed', async () => {
    const { session, engine, profile } = await detached({ sessions: 'load' });
    const { sessionId } = session;
    writeFileSync(profile.agent().stateFile, '{}');
    await session.ask('Three');
    await engine.shutdown();
    const before = methodsSent(profile.agent());
    const second = await profile.start();
    const { page } = second;
    const again = await page.session(sessionId);
    expect(again.state).toMatchObject({ atAgent: 'lost', attachError: { code: 'session.lostAtAgent' } });
    await page.call.sessions.look({ sessionId });
    await page.call.drafts.set({ sessionId, text: 'Four', attachments: [] });
    const queued = await page.call.queue.send({ sessionId, content: [{ type: 'text', text: 'Four' }] });
    expect(queued).toMatchObject({ ok: false, error: { code: 'session.lostAtAgent' } });
    expect(again.state.attachError).toMatchObject({ code: 'session.lostAtAgent' });
    again.close();
    await second.shutdown();
    expect(methodsSent(profile.agent())).toEqual(before);
  });

  it('AC-25: starts anew after a click, under the same transcript', async () => {
    const { session, engine, profile } = await detached({ sessions: 'load' });
    writeFileSync(profile.agent().stateFile, '{}');
    await session.ask('Three');
    const { acpSessionId } = session.state;
    const started = await engine.page.call.sessions.startAnew({ sessionId: session.sessionId });
    expect(started).toEqual({ ok: true, value: null });
    await session.until('attached', ({ atAgent }) => atAgent === 'attached');
    expect(session.state.acpSessionId).not.toBe(acpSessionId);
    expect(session.state.attachError).toBeNull();
    await session.ask('Four');
    expect(session.said()).toBe('One.\nTwo.\nEcho: Four');
    expect(session.items('notice').map(({ notice }) => notice.code)).toContain('session.startedAnew');
  });

  it('and in which nothing was ever said is simply made again', async () => {
    const { session, engine, profile } = await engineWithSession({
      agents: { fake: { config: { sessions: 'load' } } },
    });
    await engine.page.call.sessions.attach({ sessionId: session.sessionId });
    await loseAgent(session, profile);
    writeFileSync(profile.agent().stateFile, '{}');
    await session.ask('First words');
    expect(session.said()).toBe('Echo: First words');
  });
});

describe('a load or a resume that fails for another reason', () => {
  it.each(['load', 'resume', 'both'])(
    'AC-25: says so, keeps the transcript and can be tried again; no other session is made (%s)',
    async (sessions) => {
      const { session, engine, profile, before } = await detached({ sessions, loadError: -32603 });
      const state = await session.ask('Three');
      expect(state).toMatchObject({ atAgent: 'detached', attachError: { code: 'session.loadFailed' } });
      expect(rows(session).startsWith(before.trimEnd())).toBe(true);
      const tried = methodsSent(profile.agent()).filter((method) => /^session\/(new|load|resume)$/.test(method));
      expect(tried).toEqual(['session/new', sessions === 'load' ? 'session/load' : 'session/resume']);
      await engine.reconfigure('fake', { sessions });
      await session.ask('Four');
      expect(session.state.attachError).toBeNull();
      expect(session.said()).toContain('Echo: Four');
    },
  );

  it('as where the agent offers neither load nor resume, says that too', async () => {
    const { session, profile } = await detached({ sessions: 'none' });
    const state = await session.ask('Three');
    expect(state).toMatchObject({ atAgent: 'detached', attachError: { code: 'session.notResumable' } });
    expect(methodsSent(profile.agent()).filter((method) => method === 'session/new')).toHaveLength(1);
  });
});
