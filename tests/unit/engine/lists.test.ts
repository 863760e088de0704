import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { methodsSent, startsOf } from '../../support/engine/agentLog';
import { engineWithSession, temporaryProfile } from '../../support/engine/testEngine';

describe('a project', () => {
  it('is added once, whatever name leads to it', async () => {
    const engine = await temporaryProfile().start();
    const one = await engine.addProject();
    const two = await engine.page.call.projects.add({ path: `${one.path}/.` });
    expect(two).toMatchObject({ ok: true, value: { projectId: one.projectId } });
    const { projects } = await engine.page.list.until('the project', (list) => list.projects.length > 0);
    expect(projects).toHaveLength(1);
  });

  it('is picked in the system’s own dialog, or not', async () => {
    const engine = await temporaryProfile().start();
    expect(await engine.page.call.projects.pick({})).toEqual({ ok: true, value: null });
    const folder = engine.profile.projectFolder('picked');
    engine.answers.pickFolder = () => folder;
    expect(await engine.page.call.projects.pick({})).toMatchObject({ ok: true, value: { name: 'picked' } });
  });

  it('whose folder is gone says so, starts nothing, and can be pointed anew', async () => {
    const { session, engine, page, projectId, cwd } = await engineWithSession();
    await session.ask('One');
    const moved = `${cwd}-moved`;
    renameSync(cwd, moved);
    engine.tell({ t: 'news', news: { type: 'windowFocus', focused: true } });
    await page.list.until('missing', ({ projects }) => projects[0]?.missing === true);
    const created = await page.call.sessions.create({ projectId, agentId: 'fake' });
    expect(created).toMatchObject({ ok: false, error: { code: 'project.missing' } });
    const repointed = await page.call.projects.repoint({ projectId, path: moved });
    expect(repointed).toMatchObject({ ok: true, value: { path: moved, missing: false } });
    await page.summaryUntil(session.sessionId, 'in the new folder', (summary) => summary.cwd === moved);
    await session.ask('!cwd');
    expect(session.said()).toContain(moved);
  });

  it('is removed with its sessions; its files stay, its agents end and keep what they have', async () => {
    const { session, page, projectId, cwd, profile } = await engineWithSession();
    mkdirSync(join(cwd, 'kept'));
    await session.send('!hang');
    await session.until('attached', ({ atAgent }) => atAgent === 'attached');
    session.close();
    expect(await page.call.projects.remove({ projectId })).toEqual({ ok: true, value: null });
    await page.list.until('nothing is left', ({ projects, sessions }) => projects.length + sessions.length === 0);
    await page.agents.until('no agent runs', ({ connections }) =>
      connections.every(({ status }) => status === 'exited'),
    );
    expect(existsSync(join(cwd, 'kept'))).toBe(true);
    expect(methodsSent(profile.agent())).toContain('session/close');
    expect(methodsSent(profile.agent())).not.toContain('session/delete');
  });

  it('that comes by the command line is added, shown, and shown again', async () => {
    const profile = temporaryProfile();
    const engine = await profile.start();
    const path = profile.projectFolder('given');
    const went = new Promise((resolve) => {
      engine.page.client.subscribe(
        'app',
        {},
        {
          snapshot: () => engine.tell({ t: 'news', news: { type: 'openFolder', path } }),
          frames: (frames) => frames.forEach((frame) => frame.type === 'navigate' && resolve(frame.to)),
        },
      );
    });
    const to = await went;
    const [project] = engine.page.list.current.projects;
    expect(to).toEqual({ view: 'project', projectId: project?.projectId });
  });

  it('that comes by the command line and is not there is told to the person', async () => {
    const profile = temporaryProfile();
    const engine = await profile.start();
    const path = join(profile.folder, 'nothing');
    engine.tell({ t: 'news', news: { type: 'openFolder', path } });
    await engine.page.app.until('it is told', ({ notices }) => notices.length > 0);
    expect(engine.page.app.current.notices).toMatchObject([{ code: 'project.notFolder', path }]);
    expect(engine.page.list.current.projects).toEqual([]);
  });

  it('is opened also where one agent in the settings cannot be used, which is told', async () => {
    const profile = temporaryProfile();
    const agents = [{ id: 'broken', name: 'Broken' }, profile.settingsOf('fake')];
    writeFileSync(join(profile.home, 'settings.json'), JSON.stringify({ agents }));
    const engine = await profile.start();
    const { notices, settings } = engine.page.app.current;
    expect(notices).toMatchObject([{ code: 'settings.entryLeftOut', list: 'agents', entry: 'Broken' }]);
    expect(settings.agents.map(({ id }) => id)).toEqual(['fake']);
  });
});

describe('a session', () => {
  it('without a word is given back instead of a second one', async () => {
    const { session, engine, page, projectId } = await engineWithSession();
    expect((await engine.newSession(projectId)).sessionId).toBe(session.sessionId);
    await session.ask('One');
    expect((await engine.newSession(projectId)).sessionId).not.toBe(session.sessionId);
    await page.list.until('both are listed', ({ sessions }) => sessions.length === 2);
  });

  it('is renamed by the person, whom no agent overrules', async () => {
    const { session, page } = await engineWithSession();
    const { sessionId } = session;
    await page.call.sessions.rename({ sessionId, title: 'Mine' });
    await session.ask('!title The agent’s');
    await page.summaryUntil(sessionId, 'its own title', ({ title }) => title === 'Mine');
    expect(session.state.title).toEqual({ text: 'Mine', source: 'user' });
  });

  it('is archived at rest only, and then takes no prompt', async () => {
    const { session, page } = await engineWithSession();
    const { sessionId } = session;
    await session.send('!hang');
    expect(await page.call.sessions.mark({ sessionIds: [sessionId], archived: true })).toEqual({
      ok: true,
      value: { busy: [sessionId] },
    });
    await page.call.sessions.cancel({ sessionId });
    await session.ended();
    expect(await page.call.sessions.mark({ sessionIds: [sessionId], archived: true })).toEqual({
      ok: true,
      value: { busy: [] },
    });
    const refused = await page.call.sessions.prompt({ sessionId, content: [{ type: 'text', text: 'x' }] });
    expect(refused).toEqual({ ok: false, error: { code: 'session.archived' } });
  });

  it('is marked together with others, and only those that work are left out of the archive', async () => {
    const { session, engine, page, projectId } = await engineWithSession();
    await session.send('!hang');
    const other = await engine.newSession(projectId);
    const sessionIds = [session.sessionId, other.sessionId];
    const marked = await page.call.sessions.mark({ sessionIds: [...sessionIds, 'gone'], archived: true, pinned: true });
    expect(marked).toEqual({ ok: true, value: { busy: [session.sessionId] } });
    await page.summaryUntil(other.sessionId, 'archived', ({ archived, pinned }) => archived && pinned);
    expect(page.list.current.sessions.find(({ sessionId }) => sessionId === session.sessionId)).toMatchObject({
      archived: false,
      pinned: false,
    });
    await page.call.sessions.cancel({ sessionId: session.sessionId });
    await session.ended();
  });

  it('is removed while its agent starts, and nothing of it is left', async () => {
    const { session, page, profile } = await engineWithSession({
      agents: { fake: { adapter: 'cursor', config: { startDelayMs: 300 } } },
    });
    const { sessionId } = session;
    session.close();
    const attaching = page.call.sessions.attach({ sessionId });
    await page.agents.until('it starts', ({ connections }) => connections.length === 1);
    expect((await page.call.sessions.remove({ sessionIds: [sessionId], atAgent: true })).ok).toBe(true);
    await attaching;
    await page.agents.until('its agent ends', ({ connections }) => connections[0]?.status === 'exited');
    expect(startsOf(profile.agent())).toBe(1);
  });

  it('pages back through a long transcript without a gap', async () => {
    const { session, engine, page } = await engineWithSession();
    const { sessionId } = session;
    await session.ask(Array.from({ length: 130 }, (_, index) => `!say Message ${index}\n!diff`).join('\n'));
    await session.ask('The newest');
    session.close();
    const again = await engine.openPage().session(sessionId);
    expect(again.hasOlder).toBe(true);
    let { items } = again.state;
    let hasOlder = true;
    while (hasOlder) {
      const older = await page.call.sessions.page({ sessionId, before: items[0]!.ordinal });
      if (!older.ok) throw new Error(older.error.code);
      items = [...older.value.items, ...items];
      hasOlder = older.value.hasOlder;
    }
    expect(items.map(({ ordinal }) => ordinal)).toEqual(
      Array.from({ length: again.state.nextOrdinal }, (_, index) => index),
    );
  });
});

describe('an agent', () => {
  it('is tested by a real start that ends again', async () => {
    const engine = await temporaryProfile().start();
    const tested = await engine.page.call.agents.test({ agent: engine.profile.settingsOf('fake') });
    expect(tested).toMatchObject({
      ok: true,
      value: { version: '1.0.0', title: 'Fake agent', capabilities: { loadSession: true, resume: true } },
    });
    await engine.page.agents.until('it has ended', ({ connections }) =>
      connections.every(({ status }) => status === 'exited'),
    );
    expect(methodsSent(engine.profile.agent())).toEqual(['initialize']);
    await engine.page.agents.until('its version is on the list', ({ agents }) =>
      agents.some(({ config, probe }) => config.id === 'fake' && probe?.version === '1.0.0'),
    );
  });

  it('is added, changed, removed, and a shipped one restored', async () => {
    const engine = await temporaryProfile().start();
    const { call, agents } = engine.page;
    const mine = { ...engine.profile.settingsOf('fake'), id: 'mine', name: 'Mine' };
    await call.agents.save({ agent: mine, acceptPlain: false });
    await agents.until('it is there', (told) =>
      told.agents.some(({ config, origin }) => config.id === 'mine' && origin === 'custom'),
    );
    await call.agents.remove({ agentId: 'mine' });
    await agents.until('it is gone', (told) => !told.agents.some(({ config }) => config.id === 'mine'));
    await call.agents.remove({ agentId: 'gemini' });
    await agents.until('it is off the list', (told) => !told.agents.some(({ config }) => config.id === 'gemini'));
    await call.agents.restore({ agentId: 'gemini' });
    await agents.until('it is back', (told) =>
      told.agents.some(({ config, changed }) => config.id === 'gemini' && !changed),
    );
    expect(await call.agents.remove({ agentId: 'demo' })).toMatchObject({ ok: false });
  });

  it('whose connection is stopped by hand leaves its sessions detached', async () => {
    const { session, page } = await engineWithSession();
    await session.ask('One');
    const { connectionId } = page.agents.current.connections[0]!;
    expect((await page.call.agents.stopConnection({ connectionId })).ok).toBe(true);
    const state = await session.until('detached', ({ atAgent }) => atAgent === 'detached');
    expect(state.connection).toEqual({ status: 'none' });
    await session.ask('Two');
    expect(session.said()).toBe('Echo: One\nEcho: Two');
  });

  it('can be inspected frame by frame, also once it is gone', async () => {
    const { session, page, profile } = await engineWithSession();
    await session.ask('!stderr a warning\n!noise 2\n!say Hi');
    const { connectionId } = (await page.agents.until('its connection', ({ connections }) => connections.length === 1))
      .connections[0]!;
    const frames = await new Promise<readonly { method: string | null; kind: string }[]>((resolve) => {
      page.client.subscribe(
        'inspector',
        { connectionId },
        { snapshot: (told) => resolve(told.frames), frames: () => undefined },
      );
    });
    expect(frames.map(({ method }) => method)).toContain('session/prompt');
    expect(frames.filter(({ kind }) => kind === 'noise')).toHaveLength(2);
    expect(frames.some(({ kind }) => kind === 'stderr')).toBe(true);
    process.kill(profile.agent().log()[0]!.pid, 'SIGKILL');
    await page.agents.until('it is gone', ({ connections }) => connections[0]?.status === 'exited');
    rmSync(profile.agent().stateFile);
    const after = await new Promise((resolve) => {
      page.client.subscribe(
        'inspector',
        { connectionId },
        { snapshot: (told) => resolve(told.connection.exit), frames: () => undefined },
      );
    });
    expect(after).toMatchObject({ signal: 'SIGKILL' });
  });
});
