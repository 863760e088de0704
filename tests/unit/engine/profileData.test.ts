import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { engineWithSession, temporaryProfile } from '../../support/engine/testEngine';

// The profile's data seen from a page: one engine at a time, what was done about a damaged file, and a restart where one is needed.

it('a second engine on the same profile is refused and touches nothing', async () => {
  const profile = temporaryProfile();
  const engine = await profile.start();
  await engine.addProject();
  const before = readdirSync(profile.home).toSorted();
  await expect(profile.start()).rejects.toMatchObject({ error: { code: 'store.inUse', home: profile.home } });
  expect(readdirSync(profile.home).toSorted()).toEqual(before);
  await engine.shutdown();
  await (await profile.start()).shutdown();
}, 20_000);

it('a damaged database is told of by a notice that names its report', async () => {
  const { profile, engine, page, session } = await engineWithSession();
  const content = [{ type: 'text' as const, text: '!say kept words' }];
  await page.call.queue.send({ sessionId: session.sessionId, content });
  await session.until('the turn ends', ({ turn }) => turn.status === 'done');
  await engine.shutdown();
  const file = openSync(join(profile.home, 'signalbox.db'), 'r+');
  writeSync(file, Buffer.alloc(100, 0xff), 0, 100, 0);
  closeSync(file);

  const again = await profile.start();
  const { notices } = await again.page.app.until('the notice', (app) => app.notices.length > 0);
  const notice = notices.find(({ code }) => code === 'store.recovered');
  if (notice?.code !== 'store.recovered') throw new Error('nothing was told');
  expect(notice).toMatchObject({ sessions: 1, isComplete: true, backupAt: null });
  const report = await again.page.call.data.report({ folder: notice.folder });
  expect(report).toMatchObject({
    ok: true,
    value: { text: expect.stringContaining('the header of the file is damaged') },
  });
  expect(await again.page.call.data.report({ folder: '../home' })).toMatchObject({ ok: false });
  const view = await again.page.call.data.view({});
  expect(view).toMatchObject({ ok: true, value: { setAside: [{ name: notice.folder, hasReport: true }] } });
  const seen = await again.page.session(session.sessionId);
  expect(JSON.stringify(seen.state.items)).toContain('kept words');
});

it('a repair and a restore ask the host for a restart, and a backup that is gone does not', async () => {
  const { engine, page } = await engineWithSession();
  expect(await page.call.data.restore({ name: '2026-01-01T00-00-00-000Z-daily.db' })).toMatchObject({
    ok: false,
    error: { code: 'backup.unknown' },
  });
  expect(engine.news.current.some(({ type }) => type === 'restart')).toBe(false);
  expect((await page.call.data.repair({})).ok).toBe(true);
  await engine.news.until('it is asked for', (news) => news.some(({ type }) => type === 'restart'));
});
