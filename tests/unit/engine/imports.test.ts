import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ImportList } from '@shared/ipc/imports';
import { methodsSent } from '../../support/engine/agentLog';
import { gateOf } from '../../support/engine/gate';
import {
  engineWithSession,
  type ProfileOptions,
  temporaryProfile,
  type TestEngine,
} from '../../support/engine/testEngine';

/** Sessions that the fake made for another client. */
function remember(engine: TestEngine, count: number, cwd: string): void {
  const { stateFile } = engine.profile.agent();
  const sessions = Array.from({ length: count }, (_, index) => ({
    sessionId: `old-${index}`,
    cwd,
    title: `Old ${index}`,
    updatedAt: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
    mode: 'agent',
    values: { model: 'composer', effort: 'medium', fast: false },
    work: [],
    history: ['user', 'agent'].map((who) => ({
      sessionUpdate: `${who}_message_chunk`,
      content: { type: 'text', text: `Said by the ${who} of ${index}.` },
    })),
  }));
  writeFileSync(stateFile, JSON.stringify(Object.fromEntries(sessions.map((one) => [one.sessionId, one]))));
}

async function withOldSessions(count: number, config: Record<string, unknown> = {}, options: ProfileOptions = {}) {
  const profile = temporaryProfile({ agents: { fake: { config } }, ...options });
  const engine = await profile.start();
  const project = await engine.addProject();
  remember(engine, count, project.path);
  return { profile, engine, page: engine.page, ...project };
}

async function listed(engine: TestEngine, agentId = 'fake'): Promise<ImportList> {
  const list = await engine.page.call.imports.list({ agentId });
  if (!list.ok) throw new Error(JSON.stringify(list.error));
  return list.value;
}

async function added(engine: TestEngine, list: ImportList, count = list.sessions.length): Promise<string[]> {
  const sessions = list.sessions
    .slice(0, count)
    .map(({ acpSessionId, cwd, title, updatedAt }) => ({ acpSessionId, cwd, title, updatedAt }));
  const answer = await engine.page.call.imports.add({ agentId: 'fake', sessions });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  expect(answer.value.failed).toEqual([]);
  return [...answer.value.sessionIds];
}

describe('sessions that the agent knows and we do not', () => {
  it('AC-38: are listed with all pages, by title, folder and time, the newest first', async () => {
    const { engine, path, projectId } = await withOldSessions(7, { listPages: 3 });
    const list = await listed(engine);
    expect(list).toMatchObject({ asked: { status: 'listed' }, cut: false, chats: [] });
    expect(list.sessions.map(({ title }) => title)).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `Old ${index}`));
    expect(list.sessions[0]).toEqual({
      acpSessionId: 'old-6',
      cwd: path,
      title: 'Old 6',
      updatedAt: Date.UTC(2026, 0, 1, 0, 6),
      projectId,
    });
    await engine.page.agents.until('the process that was started for it ends', ({ connections }) =>
      connections.every(({ status }) => status === 'exited'),
    );
  });

  it('are shown as far as they came where a later page is refused, or where pages never end', async () => {
    const refused = await withOldSessions(5, { listPages: 2, listCursor: 'refused' });
    expect(await listed(refused.engine)).toMatchObject({ cut: true, sessions: { length: 2 } });
    const same = await withOldSessions(5, { listPages: 2, listCursor: 'same' });
    expect(await listed(same.engine)).toMatchObject({ cut: true, sessions: { length: 3 } });
  });

  it('are asked for by folder where the agent lists none without', async () => {
    const { engine } = await withOldSessions(2, { listByFolder: true });
    expect((await listed(engine)).sessions).toHaveLength(2);
  });

  it('are not offered by an agent that cannot load or cannot list, and one that wants a sign-in says so', async () => {
    const cannotLoad = await withOldSessions(1, { sessions: 'resume' });
    expect(await listed(cannotLoad.engine)).toMatchObject({ asked: { status: 'cannotLoad' }, sessions: [] });
    const cannotList = await withOldSessions(1, { list: false });
    expect(await listed(cannotList.engine)).toMatchObject({ asked: { status: 'notOffered' }, sessions: [] });
    const signedOut = await withOldSessions(1, { auth: true });
    expect(await listed(signedOut.engine)).toMatchObject({
      asked: { status: 'failed', error: { code: 'agent.authRequired' } },
      sessions: [],
    });
  });

  it('become ours when they are opened, with the whole replay, and go on', async () => {
    const { engine, page, profile, path, projectId } = await withOldSessions(3);
    const list = await listed(engine);
    const [sessionId = ''] = await added(engine, list, 1);
    await page.summaryUntil(sessionId, 'it is listed', ({ title }) => title === 'Old 2');
    expect(page.list.current.sessions[0]).toMatchObject({
      projectId,
      cwd: path,
      agentId: 'fake',
      updatedAt: Date.UTC(2026, 0, 1, 0, 2),
    });
    expect(methodsSent(profile.agent())).not.toContain('session/load');
    const session = await page.session(sessionId);
    await session.until('its history is there', ({ items, atAgent }) => items.length === 2 && atAgent === 'attached');
    expect(session.said()).toContain('Said by the agent of 2.');
    expect(session.state.title?.text).toBe('Old 2');
    await session.ask('And now?');
    expect(session.said()).toContain('Echo: And now?');
    expect(methodsSent(profile.agent())).not.toContain('session/new');
  });

  it('take no message while their history comes in, which would stand in its middle', async () => {
    const { engine, page, profile } = await withOldSessions(1);
    const gate = gateOf(profile);
    await engine.reconfigure('fake', { loadUntil: gate.file });
    const [sessionId = ''] = await added(engine, await listed(engine));
    const session = await page.session(sessionId);
    await session.until('half of it is there', ({ items }) => items.length === 1);
    for (const call of [page.call.sessions.prompt, page.call.queue.send]) {
      const sent = await call({ sessionId, content: [{ type: 'text', text: 'Too early' }] });
      expect(sent).toEqual({ ok: false, error: { code: 'session.readingHistory' } });
    }
    gate.open();
    await session.until('all of it', ({ items, atAgent }) => items.length === 2 && atAgent === 'attached');
    await session.ask('Now');
    expect(session.said()).toContain('Echo: Now');
  });

  it('are never there twice: neither listed again, nor added by two clicks', async () => {
    const { engine, page } = await withOldSessions(3);
    const list = await listed(engine);
    const [one, two] = await Promise.all([added(engine, list, 2), added(engine, list, 2)]);
    expect(one).toEqual(two);
    await page.list.until('both are there', ({ sessions }) => sessions.length === 2);
    expect((await listed(engine)).sessions.map(({ acpSessionId }) => acpSessionId)).toEqual(['old-0']);
  });

  it('are not what the session of our own is that the agent also lists', async () => {
    const { session, engine } = await engineWithSession();
    await session.ask('Mine');
    expect((await listed(engine)).sessions).toEqual([]);
  });

  it('bring their folder as a project, or say that it is gone', async () => {
    const { engine, page, profile } = await withOldSessions(1);
    const elsewhere = profile.projectFolder('elsewhere');
    remember(engine, 1, elsewhere);
    const list = await listed(engine);
    expect(list.sessions).toMatchObject([{ cwd: elsewhere, projectId: null }]);
    await added(engine, list);
    await page.list.until('the project is there', ({ projects }) => projects.some(({ path }) => path === elsewhere));
    const gone = await page.call.imports.add({
      agentId: 'fake',
      sessions: [{ acpSessionId: 'x', cwd: join(profile.folder, 'gone'), title: null, updatedAt: null }],
    });
    expect(gone).toMatchObject({ ok: true, value: { sessionIds: [], failed: [{ code: 'project.notFolder' }] } });
  });

  it('keep nothing of a load that failed half-way, and are whole with the next one', async () => {
    const { engine, page } = await withOldSessions(1, { loadFails: 'The disk is on fire' });
    const [sessionId = ''] = await added(engine, await listed(engine));
    const session = await page.session(sessionId);
    await session.until('why it failed', ({ attachError }) => attachError !== null);
    expect(session.state).toMatchObject({ items: [], attachError: { code: 'session.loadFailed' } });
    await engine.reconfigure('fake', {});
    expect((await page.call.sessions.attach({ sessionId })).ok).toBe(true);
    await session.until('its history', ({ items }) => items.length === 2);
  });

  it('whose agent has forgotten them never become a fresh session without a word', async () => {
    const { engine, page, profile } = await withOldSessions(1);
    const list = await listed(engine);
    writeFileSync(profile.agent().stateFile, '{}');
    const [sessionId = ''] = await added(engine, list);
    const session = await page.session(sessionId);
    await session.until('it is lost', ({ atAgent }) => atAgent === 'lost');
    expect(methodsSent(profile.agent())).not.toContain('session/new');
  });
});

describe('Cursor’s chats', () => {
  it('are listed beside what the agent tells: its own to be loaded, those of the terminal to be read about', async () => {
    const { engine, page, profile } = await withOldSessions(1, {}, { agents: { fake: { adapter: 'cursor' } } });
    const { path, projectId } = await engine.addProject();
    const config = join(profile.folder, 'cursor-config');
    const acp = join(config, 'acp-sessions', 'unlisted');
    const chat = join(config, 'chats', 'bucket', 'chat-1');
    for (const folder of [acp, chat]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(acp, 'meta.json'), JSON.stringify({ schemaVersion: 1, cwd: path, title: 'Unlisted' }));
    writeFileSync(join(chat, 'meta.json'), JSON.stringify({ cwd: path, title: 'By hand', updatedAtMs: 9 }));
    const agent = profile.settingsOf('fake');
    const env = { ...agent.env, CURSOR_CONFIG_DIR: config, HOME: profile.folder };
    expect((await page.call.agents.save({ agent: { ...agent, env }, acceptPlain: false })).ok).toBe(true);
    const list = await listed(engine);
    expect(list.sessions.map(({ title }) => title)).toEqual(['Unlisted', 'Old 0']);
    expect(list.chats).toEqual([
      {
        chatId: 'chat-1',
        title: 'By hand',
        cwd: path,
        updatedAt: 9,
        folder: chat,
        projectId,
        command: [agent.command, ...agent.args, '--resume=chat-1'],
      },
    ]);
    expect(list.folders[0]).toBe(join(config, 'chats'));
    expect(readFileSync(join(chat, 'meta.json'), 'utf8')).toContain('By hand');
  });
});

describe('sessions that are deleted', () => {
  it('go at the agent too where that is wanted, also those without a process, and many at once', async () => {
    const { engine, page, profile } = await withOldSessions(4);
    const list = await listed(engine);
    const sessionIds = await added(engine, list, 3);
    const live = await page.session(sessionIds[0]!);
    await live.until('it has a process', ({ atAgent, items }) => atAgent === 'attached' && items.length > 0);
    live.close();
    expect(await page.call.sessions.remove({ sessionIds, atAgent: true })).toEqual({
      ok: true,
      value: { keptAtAgent: 0 },
    });
    await page.list.until('none is left', ({ sessions }) => sessions.length === 0);
    expect(Object.keys(JSON.parse(readFileSync(profile.agent().stateFile, 'utf8')))).toEqual(['old-0']);
  });

  it('stay at the agent where that is not wanted, and can be imported again', async () => {
    const { engine, page } = await withOldSessions(2);
    const sessionIds = await added(engine, await listed(engine));
    await page.call.sessions.remove({ sessionIds, atAgent: false });
    expect((await listed(engine)).sessions).toHaveLength(2);
  });

  it('are counted where their agent could not be asked to delete them', async () => {
    const { engine, page } = await withOldSessions(2);
    const sessionIds = await added(engine, await listed(engine));
    await engine.reconfigure('fake', { exitAtStart: { code: 3 } });
    expect(await page.call.sessions.remove({ sessionIds, atAgent: true })).toEqual({
      ok: true,
      value: { keptAtAgent: 2 },
    });
    await page.list.until('gone here', ({ sessions }) => sessions.length === 0);
  });
});
