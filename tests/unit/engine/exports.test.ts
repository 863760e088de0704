import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Item } from '@shared/session/item';
import { SessionFileHead, SessionOfFile } from '@shared/session/sessionFile';
import { sentTo } from '../../support/engine/agentLog';
import type { SessionView } from '../../support/engine/sessionView';
import { engineWithSession, temporaryProfile, type TestEngine } from '../../support/engine/testEngine';

const HARD = '!say Hello **there**.\n!think Hm.\n!diff\n!output 3\n!planlist\n!image\n!huge 1';

async function exported(
  engine: TestEngine,
  sessionIds: string[],
  format: 'json' | 'markdown',
): Promise<{ path: string; text: string; name: string }> {
  const path = join(engine.profile.folder, `exported.${format}`);
  let name = '';
  engine.answers.pickSaveFile = ({ suggestedName }) => {
    name = suggestedName;
    return path;
  };
  const answer = await engine.page.call.sessions.export({ sessionIds, format });
  expect(answer).toEqual({ ok: true, value: { path } });
  return { path, text: readFileSync(path, 'utf8'), name };
}

async function imported(engine: TestEngine, path: string, projectId: string | null): Promise<SessionView[]> {
  engine.answers.pickOpenFile = () => path;
  const answer = await engine.page.call.sessions.import({ projectId });
  if (!answer.ok || answer.value === null) throw new Error(JSON.stringify(answer));
  const views: SessionView[] = [];
  for (const sessionId of answer.value.sessionIds) {
    const view = await engine.page.session(sessionId);
    await view.until('its snapshot', () => true);
    views.push(view);
  }
  return views;
}

/** What was said and done: blobs have ids of their own in each session. */
const transcript = (items: readonly Item[]): unknown =>
  items.map((item) => JSON.parse(JSON.stringify({ ...item, seq: 0 }).replaceAll(/"blobId":"[^"]+"/g, '"blobId":""')));

const blobOf = (view: SessionView): string => /"blobId":"([^"]+)"/.exec(JSON.stringify(view.state.items))?.[1] ?? '';

describe('a session as JSON', () => {
  it('comes back as the same transcript, as a new session that knows its own blobs', async () => {
    const { engine, session, page, projectId } = await engineWithSession();
    await session.ask(HARD);
    await session.ask('Second');
    const { path, name } = await exported(engine, [session.sessionId], 'json');
    expect(name).toMatch(/\.signalbox\.json$/);
    const [view] = await imported(engine, path, null);
    const before = session.state.items;
    expect(view!.sessionId).not.toBe(session.sessionId);
    expect(transcript(view!.state.items.slice(0, -1))).toEqual(transcript(before));
    expect(view!.state.items.at(-1)).toMatchObject({
      kind: 'notice',
      notice: { code: 'session.imported', agent: 'fake' },
    });
    expect(view!.state.title).toEqual(session.state.title);
    const summary = await page.summaryUntil(view!.sessionId, 'it is listed', () => true);
    expect(summary).toMatchObject({ projectId, agentId: 'fake', atAgent: 'new', unread: false, archived: false });
    const old = await page.call.blobs.read({ blobId: blobOf(session), offset: 0, length: 1_048_576 });
    const copy = await page.call.blobs.read({ blobId: blobOf(view!), offset: 0, length: 1_048_576 });
    expect(blobOf(view!)).not.toBe(blobOf(session));
    expect(copy).toEqual(old);
    // The file of the copy says the same once more.
    const again = await exported(engine, [view!.sessionId], 'json');
    const [third] = await imported(engine, again.path, null);
    expect(transcript(third!.state.items.slice(0, -2))).toEqual(transcript(before));
  });

  it('goes on at the agent as a new session, with its history as context', async () => {
    const { engine, session } = await engineWithSession();
    await session.ask('Remember me.');
    const { path } = await exported(engine, [session.sessionId], 'json');
    const [view] = await imported(engine, path, null);
    await view!.ask('Go on');
    expect(JSON.stringify(sentTo(engine.profile.agent(), 'session/prompt').at(-1))).toContain('Remember me.');
    expect(sentTo(engine.profile.agent(), 'session/new')).toHaveLength(2);
    expect(view!.state.untoldBefore).toBeUndefined();
  });

  it('is what the documented format says', async () => {
    const { engine, session } = await engineWithSession();
    await session.ask(HARD);
    const { text } = await exported(engine, [session.sessionId], 'json');
    const file: { sessions: unknown[] } = JSON.parse(text);
    expect(SessionFileHead.parse(file)).toMatchObject({ format: 'signalbox.session', version: 1 });
    const [whole] = file.sessions.map((one) => SessionOfFile.parse(one));
    expect(whole!.items).toHaveLength(session.state.items.length);
    expect(Object.keys(whole!.blobs).length).toBeGreaterThan(0);
  });

  it('may be many in one file; all of them come back, in a project of their own where it is known', async () => {
    const { engine, session, page } = await engineWithSession();
    const other = await engine.addProject('other');
    const second = await engine.newSession(other.projectId);
    await session.ask('In the first');
    await second.ask('In the other');
    const { path } = await exported(engine, [session.sessionId, second.sessionId], 'json');
    const views = await imported(engine, path, null);
    expect(views.map((view) => view.said())).toEqual(['Echo: In the first', 'Echo: In the other']);
    await page.summaryUntil(views[1]!.sessionId, 'in its project', ({ projectId }) => projectId === other.projectId);
  });

  it('of another machine goes into the given project, to an agent that is there; without any it is refused', async () => {
    const { engine, session } = await engineWithSession();
    await session.ask('From afar');
    const { path, text } = await exported(engine, [session.sessionId], 'json');
    writeFileSync(
      path,
      text.replaceAll(engine.profile.folder, '/far').replace('"agent":{"id":"fake"', '"agent":{"id":"unknown"'),
    );
    const elsewhere = await temporaryProfile({ settings: { defaultAgent: 'fake' } }).start();
    elsewhere.answers.pickOpenFile = () => path;
    expect(await elsewhere.page.call.sessions.import({ projectId: null })).toMatchObject({
      error: { code: 'import.noProject' },
    });
    const { projectId } = await elsewhere.addProject('here');
    const [view] = await imported(elsewhere, path, projectId);
    expect(view!.said()).toBe('Echo: From afar');
    await elsewhere.page.summaryUntil(view!.sessionId, 'with an agent that is there', (one) => one.agentId === 'fake');
  });

  it('of a session at work is at rest where it is imported', async () => {
    const { engine, session } = await engineWithSession();
    await session.send('!openTool\n!permission');
    await session.request('permission');
    const { path } = await exported(engine, [session.sessionId], 'json');
    const [view] = await imported(engine, path, null);
    expect(view!.state.turn.status).toBe('idle');
    expect(view!.state.requests).toEqual([]);
    expect(view!.items('request')[0]?.settlement).toMatchObject({ kind: 'expired' });
    expect(session.state.requests).toHaveLength(1);
  });

  it('survives other line breaks, other orders of keys, and keys that nobody knows', async () => {
    const { engine, session } = await engineWithSession();
    await session.ask(HARD);
    const { path, text } = await exported(engine, [session.sessionId], 'json');
    const { sessions, ...head } = JSON.parse(text);
    const [{ session: facts, blobs, items }] = sessions;
    writeFileSync(path, JSON.stringify({ sessions: [{ items, later: [1], blobs, session: facts }], ...head }, null, 2));
    const [view] = await imported(engine, path, null);
    expect(transcript(view!.state.items.slice(0, -1))).toEqual(transcript(session.state.items));
  });

  it('is refused with its place in the file where something does not fit, and leaves nothing behind', async () => {
    const { engine, session, page } = await engineWithSession();
    await session.ask(HARD);
    const { path, text } = await exported(engine, [session.sessionId], 'json');
    engine.answers.pickOpenFile = () => path;
    const read = async (content: string): Promise<unknown> => {
      writeFileSync(path, content);
      const answer = await page.call.sessions.import({ projectId: null });
      return answer.ok ? answer : answer.error;
    };
    const notReadable = (message: RegExp) => ({
      code: 'import.notReadable',
      path,
      message: expect.stringMatching(message),
    });
    for (const broken of ['no JSON', text.slice(0, -40), '{"format":"signalbox", "x": [']) {
      expect(await read(broken)).toEqual({ code: 'import.notJson', path });
    }
    expect(await read('{"a":1}')).toMatchObject(notReadable(/file\.format/));
    expect(await read('[]')).toMatchObject(notReadable(/file\.format/));
    expect(await read(text.replace('"version":1', '"version":2'))).toEqual({
      code: 'import.newerVersion',
      path,
      version: 2,
      supported: 1,
    });
    expect(await read(text.replace('"kind":"thought"', '"kind":"dream"'))).toMatchObject(
      notReadable(/^sessions\.0\.items\.\d+/),
    );
    expect(await read(text.replace(/"blobs":{[^}]*}/, '"blobs":{}'))).toMatchObject(notReadable(/blob .* is missing/));
    expect(await read(text.replace(/"blobs":{\n("[^"]+":)"[^"]*"/, '"blobs":{$1"no base64!"'))).toMatchObject(
      notReadable(/blobs.*no base64/),
    );
    engine.answers.pickOpenFile = () => join(path, 'nowhere');
    const nowhere = await page.call.sessions.import({ projectId: null });
    expect(nowhere).toMatchObject({ error: { code: 'import.failed' } });
    const summaries = await page.list.until('the list', () => true);
    expect(summaries.sessions).toHaveLength(1);
    await engine.shutdown();
    const again = await engine.profile.start();
    expect((await again.page.list.until('the list', () => true)).sessions).toHaveLength(1);
  });
});

describe('a session as Markdown', () => {
  it('has all that was said, with the tools and what they changed', async () => {
    const { engine, session } = await engineWithSession();
    await session.ask(HARD);
    await session.ask('!huge 1');
    const { text, name } = await exported(engine, [session.sessionId], 'markdown');
    expect(name).toMatch(/\.md$/);
    expect(text).toMatch(/^# .+\n\n- Agent: fake\n- Project: project/);
    expect(text).toContain('\n## You\n\n!say Hello');
    expect(text).toContain('\n## fake\n\nHello **there**.');
    expect(text).toMatch(/> \*\*Tool:\*\* .+ - done/);
    expect(text).toContain('```diff\n');
    expect(text).toContain('[Picture: image/png]');
    // A large part is there whole, not by its head.
    expect(text.length).toBeGreaterThan(1_000_000);
  });

  it('is in the person’s language, and one file for many', async () => {
    const { engine, session, projectId, page } = await engineWithSession();
    await page.call.settings.set({ locale: 'zh-CN' });
    const second = await engine.newSession(projectId);
    await session.ask('One');
    const other = second.sessionId === session.sessionId ? await engine.newSession(projectId) : second;
    await other.ask('Two');
    const { text, name } = await exported(engine, [session.sessionId, other.sessionId], 'markdown');
    expect(name).toMatch(/^signalbox \d{4}-\d\d-\d\d\.md$/);
    expect(text).toContain('## 你\n\nOne');
    expect(text).toContain('\n---\n\n# Two');
  });
});

describe('an export', () => {
  it('is not begun where the person cancels, and writes no half file where it fails', async () => {
    const { engine, session, page } = await engineWithSession();
    await session.ask('One');
    const sessionIds = [session.sessionId];
    expect(await page.call.sessions.export({ sessionIds, format: 'json' })).toEqual({ ok: true, value: null });
    const path = join(engine.profile.folder, 'no', 'folder.json');
    engine.answers.pickSaveFile = () => path;
    expect(await page.call.sessions.export({ sessionIds, format: 'json' })).toMatchObject({
      error: { code: 'export.failed', path },
    });
    expect(await page.call.sessions.export({ sessionIds: ['gone'], format: 'json' })).toMatchObject({
      error: { code: 'session.unknown' },
    });
    expect(existsSync(`${path}.partial`)).toBe(false);
  });
});
