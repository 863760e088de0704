import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { answersTo, methodsSent, sentTo } from '../../support/engine/agentLog';
import { temporaryProfile } from '../../support/engine/testEngine';
import { transcriptText } from '../../support/transcriptText';

describe('an engine that is started again', () => {
  it('shows projects, sessions, transcripts and drafts as they were, without starting an agent', async () => {
    // Commands that come late would come after the look at what was there.
    const profile = temporaryProfile({ agents: { fake: { config: { commands: 'none' } } } });
    const first = await profile.start();
    const project = await first.addProject('one');
    await first.addProject('two');
    const session = await first.newSession(project.projectId);
    await session.ask('!say **Bold** text.\n!tool read\n!think Hm.\n!usage 10 200 0.5\n!title A better title');
    await session.ask('And more');
    const { sessionId } = session;
    await first.page.call.drafts.set({ sessionId, text: 'Half a thought', attachments: [] });
    await first.page.call.sessions.mark({ sessionIds: [sessionId], pinned: true });
    const other = await first.newSession(project.projectId);
    await first.page.call.sessions.rename({ sessionId: other.sessionId, title: 'My own name' });
    const before = transcriptText({ ...session.state, atAgent: 'detached' });
    await first.shutdown();
    const starts = profile.agent().log().length;

    const second = await profile.start();
    const { projects, sessions } = second.page.list.current;
    expect(projects.map(({ name }) => name)).toEqual(['one', 'two']);
    expect(new Set(sessions.map(({ title }) => title))).toEqual(new Set(['A better title', 'My own name']));
    expect(second.page.summary(sessionId)).toMatchObject({ pinned: true, unread: true, status: 'done', live: false });
    const again = await second.page.session(sessionId);
    expect(transcriptText(again.state)).toBe(before);
    expect(again.draft.text).toBe('Half a thought');
    expect(again.state.connection).toEqual({ status: 'none' });
    expect(profile.agent().log()).toHaveLength(starts);
  });

  it('knows a setting that was made in the last moment, favourites among them', async () => {
    const profile = temporaryProfile();
    const first = await profile.start();
    const refused = await first.page.call.settings.set({ favourites: { fake: { model: [''] } } });
    expect(refused).toMatchObject({ ok: false, error: { code: 'ipc.invalidInput' } });
    const { set } = first.page.call.settings;
    const saving = set({ favourites: { fake: { model: ['thinker'] } } });
    // In force before it is in the file, so a person may quit in between.
    const isThere = () => first.page.app.current.settings.favourites['fake'] !== undefined;
    await first.page.app.until('the favourite', isThere);
    await first.shutdown();
    await saving;
    const second = await profile.start();
    expect(second.page.app.current.settings.favourites).toEqual({ fake: { model: ['thinker'] } });
  });

  it('goes on in the same session at the agent', async () => {
    const profile = temporaryProfile();
    const first = await profile.start();
    const { projectId } = await first.addProject();
    const session = await first.newSession(projectId);
    await session.ask('One');
    const { acpSessionId } = session.state;
    await first.shutdown();
    const second = await profile.start();
    const again = await second.page.session(session.sessionId);
    await again.ask('Two');
    expect(again.said()).toBe('Echo: One\nEcho: Two');
    expect(sentTo(profile.agent(), 'session/prompt').map(({ sessionId }) => sessionId)).toEqual([
      acpSessionId,
      acpSessionId,
    ]);
    expect(methodsSent(profile.agent()).slice(3)).toEqual(['initialize', 'session/resume', 'session/prompt']);
  });

  it('AC-29: a session of fifty messages has as many rows after it was resumed by a replay without message ids', async () => {
    const config = { sessions: 'load', replay: 'late', replayIds: 'changed', commands: 'none' };
    const profile = temporaryProfile({ agents: { fake: { config } } });
    const first = await profile.start();
    const { projectId } = await first.addProject();
    const session = await first.newSession(projectId);
    for (let at = 1; at <= 25; at += 1) await session.ask(`Message ${at}`);
    expect(session.state.items).toHaveLength(50);
    const before = session.state.items.map(({ ordinal, kind }) => `${ordinal} ${kind}`);
    await first.shutdown();
    const second = await profile.start();
    const again = await second.page.session(session.sessionId);
    await second.page.call.sessions.attach({ sessionId: session.sessionId });
    expect(again.state.items.map(({ ordinal, kind }) => `${ordinal} ${kind}`)).toEqual(before);
    await again.ask('And on');
    expect(methodsSent(profile.agent())).toContain('session/load');
    expect(again.state.items).toHaveLength(52);
    expect(again.said('user').split('\n')).toHaveLength(26);
    expect(again.said().split('\n').slice(-2)).toEqual(['Echo: Message 25', 'Echo: And on']);
  });

  it('marks a turn that was running as interrupted, and nothing of it is at work or waits', async () => {
    const profile = temporaryProfile();
    const first = await profile.start();
    const { projectId } = await first.addProject();
    const session = await first.newSession(projectId);
    await session.send('!say Some words.\n!openTool\n!permission');
    await session.request('permission');
    await first.shutdown();
    // The agent was told before its process was ended.
    expect(methodsSent(profile.agent()).at(-1)).toBe('session/cancel');
    expect(answersTo(profile.agent(), 'session/request_permission')).toEqual([{ outcome: { outcome: 'cancelled' } }]);

    const second = await profile.start();
    expect(second.page.summary(session.sessionId)).toMatchObject({
      status: 'interrupted',
      waiting: [],
      turnStartedAt: null,
    });
    const again = await second.page.session(session.sessionId);
    expect(again.state.turn).toMatchObject({ outcome: { status: 'interrupted' } });
    expect(again.state.requests).toEqual([]);
    expect(again.items('request')[0]?.settlement?.kind).toBe('expired');
    expect(again.items('toolCall').map(({ status, open }) => ({ status, open }))).toEqual([
      { status: 'cancelled', open: false },
      { status: 'cancelled', open: false },
    ]);
    expect(again.said()).toBe('Some words.');
    await again.ask('Where were we?');
    expect(again.said()).toContain('Echo: Where were we?');
  });

  it('AC-34: applies the chosen mode, model and options again', async () => {
    const profile = temporaryProfile();
    const first = await profile.start();
    const { projectId } = await first.addProject();
    const session = await first.newSession(projectId);
    await session.ask('One');
    const { sessionId } = session;
    const { call } = first.page;
    expect(await call.sessions.setConfigOption({ sessionId, configId: 'model', value: 'thinker' })).toEqual({
      ok: true,
      value: null,
    });
    expect((await call.sessions.setConfigOption({ sessionId, configId: 'effort', value: 'high' })).ok).toBe(true);
    expect((await call.sessions.setConfigOption({ sessionId, configId: 'fast', value: true })).ok).toBe(true);
    expect((await call.sessions.setMode({ sessionId, modeId: 'ask' })).ok).toBe(true);
    await first.shutdown();
    // The new process comes up as it ships.
    const state = JSON.parse(await readFile(profile.agent().stateFile, 'utf8'));
    for (const stored of Object.values<{ mode: string; values: object }>(state)) {
      stored.mode = 'agent';
      stored.values = { model: 'composer', effort: 'medium', fast: false };
    }
    await writeFile(profile.agent().stateFile, JSON.stringify(state));

    const second = await profile.start();
    const again = await second.page.session(sessionId);
    await again.ask('Two');
    const values = again.state.options.configOptions.map(({ id, currentValue }) => `${id}=${currentValue}`);
    expect(values).toEqual(['model=thinker', 'effort=high', 'fast=true']);
    expect(again.state.options.modes?.currentModeId).toBe('ask');
    const methods = methodsSent(profile.agent());
    const last = methods.slice(methods.lastIndexOf('initialize'));
    expect(last.at(-1)).toBe('session/prompt');
    expect(last.filter((method) => method.startsWith('session/set_')).length).toBe(4);
  });

  it('says that it was started again, and what it swept', async () => {
    const profile = temporaryProfile();
    await (await profile.start()).shutdown();
    const second = await profile.start();
    expect(second.page.app.current.notices.map(({ code }) => code)).toEqual(['engine.restarted']);
    const [notice] = second.page.app.current.notices;
    await second.page.call.app.dismissNotice({ at: notice!.at });
    const { app } = second.openPage();
    expect((await app.until('its snapshot', () => true)).notices).toEqual([]);
  });

  it('sets a broken settings file aside and says so', async () => {
    const profile = temporaryProfile();
    await writeFile(`${profile.home}/settings.json`, '{ not json');
    const engine = await profile.start();
    expect(engine.page.app.current.notices).toMatchObject([{ code: 'settings.setAside' }]);
    expect(engine.page.agents.current.agents.some(({ config }) => config.id === 'cursor')).toBe(true);
  });
});

describe('a page that is loaded again', () => {
  it('sees the same, with what waits, and answers it', async () => {
    const profile = temporaryProfile();
    const engine = await profile.start();
    const { projectId } = await engine.addProject();
    const session = await engine.newSession(projectId);
    await session.send('!say Hello.\n!permission');
    const request = await session.request('permission');
    const page = engine.openPage();
    const reloaded = await page.session(session.sessionId);
    await reloaded.levelWith(session);
    expect(reloaded.state).toEqual(session.state);
    await page.call.requests.answer({
      requestId: request.requestId,
      answer: { kind: 'permission', optionId: 'allow-once' },
      viaKeyboard: false,
    });
    await Promise.all([session.ended(), reloaded.ended()]);
    await reloaded.levelWith(session);
    expect(reloaded.state).toEqual(session.state);
  });

  it('of a session that is not there is told so', async () => {
    const profile = temporaryProfile();
    const engine = await profile.start();
    const ended = await new Promise((resolve) => {
      engine.page.client.subscribe(
        'session',
        { sessionId: 'nobody' },
        { snapshot: () => undefined, frames: () => undefined, ended: resolve },
      );
    });
    expect(ended).toEqual({ code: 'session.unknown', sessionId: 'nobody' });
  });
});
