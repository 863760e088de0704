import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { messageItem, temporaryFolder, testStore, text, valueOf } from '../../../src/main/store/testStore';
import { emptySession } from '@shared/session/state';
import { engineWithSession } from '../../support/engine/testEngine';

// A full disk: prompts and answers are refused and leave no trace, what agents say is kept in memory and written when
// there is room, and nothing that was shown as saved is lost.

/** A real disk of 4 MB, where this account may mount one. */
function smallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return folder;
}

function fill(folder: string): { empty: () => void } {
  const path = join(folder, 'filler');
  const file = openSync(path, 'w');
  const bytes = Buffer.alloc(4096, 1);
  try {
    for (;;) writeSync(file, bytes);
  } catch {
    closeSync(file);
  }
  return { empty: () => rmSync(path) };
}

describe('a disk that is really full', () => {
  it('refuses what has to be kept, keeps what streams in memory, and writes all of it when there is room', ({
    skip,
  }) => {
    const disk = smallDisk();
    if (disk === null) return skip('this account may not mount a file system');
    const home = join(disk, 'home');
    mkdirSync(home);
    const store = testStore(home);
    store.transcripts.checkpoint({ ...emptySession('s1'), seq: 1, nextOrdinal: 1 }, [messageItem(0, 'said before')]);
    valueOf(store.transcripts.commit());
    const filler = fill(disk);

    for (let seq = 2; seq <= 20; seq += 1) store.transcripts.append([text(seq, 'x'.repeat(20_000))]);
    store.clock.advance(150);
    expect(store.failures).toMatchObject([{ code: 'store.full' }]);
    // What a person does is refused, and is not written later either.
    expect(store.transcripts.appendOnDisk([text(21, 'a prompt')])).toMatchObject({ error: { code: 'store.full' } });
    expect(store.blobs.write('s1', 'x'.repeat(200_000), { as: 'text' })).toMatchObject({
      error: { code: 'store.full' },
    });
    // What streamed can still be read on, though it is on no disk.
    expect(valueOf(store.transcripts.load('s1')).events).toHaveLength(19);
    expect(store.transcripts.item('s1', 0)).toEqual(messageItem(0, 'said before'));
    expect(store.recoveries).toBe(0);

    filler.empty();
    store.clock.advance(1000);
    expect(store.recoveries).toBe(1);
    valueOf(store.close());
    const again = testStore(home);
    const loaded = valueOf(again.transcripts.load('s1'));
    expect(loaded.items).toEqual([messageItem(0, 'said before')]);
    expect(loaded.events.map(({ seq }) => seq)).toEqual(Array.from({ length: 19 }, (_, index) => index + 2));
    again.database.close();
  });

  it('is opened with a word that says so, and untouched', ({ skip }) => {
    const disk = smallDisk();
    if (disk === null) return skip('this account may not mount a file system');
    const home = join(disk, 'home');
    mkdirSync(home);
    const store = testStore(home);
    store.transcripts.append([text(1, 'said')]);
    valueOf(store.close());
    const filler = fill(disk);
    expect(() => testStore(home)).toThrow(/store\.(?:full|failed)/);
    filler.empty();
    const again = testStore(home);
    expect(again.recovery).toBeNull();
    expect(valueOf(again.transcripts.load('s1')).events).toHaveLength(1);
    again.database.close();
  });
});

it('a banner that stands while there is no room goes when there is, also where nothing waits to be written', () => {
  const store = testStore(temporaryFolder());
  const { page_count: pages } = store.database.get<{ page_count: number }>('pragma page_count')!;
  store.database.exec(`pragma max_page_count = ${pages}`);
  expect(store.transcripts.appendOnDisk([text(1, 'x'.repeat(200_000))]).ok).toBe(false);
  expect(store.failures).toHaveLength(1);
  store.database.exec('pragma max_page_count = 1000000');
  store.clock.advance(1000);
  expect(store.recoveries).toBe(1);
  expect(valueOf(store.transcripts.load('s1')).events).toEqual([]);
});

it('a flood that cannot be written is held up to a bound, then the turn ends and says why', async ({ skip }) => {
  const disk = smallDisk();
  if (disk === null) return skip('this account may not mount a file system');
  const { page, session, engine } = await engineWithSession({ home: join(disk, 'home') });
  const words = `${'!huge 8\n'.repeat(6)}!permission`;
  const content = [{ type: 'text' as const, text: words }];
  await page.call.sessions.attach({ sessionId: session.sessionId });
  const sent = await page.call.queue.send({ sessionId: session.sessionId, content });
  expect(sent.ok).toBe(true);
  const filler = fill(disk);
  const { turn } = await session.until('the turn ends', (state) => state.turn.status === 'done');
  expect(turn).toMatchObject({ outcome: { status: 'failed', error: { code: 'store.full' } } });
  filler.empty();
  await engine.shutdown();
});

it('a prompt or an answer that cannot be kept reaches no agent, and the session stands as before', async ({ skip }) => {
  const disk = smallDisk();
  if (disk === null) return skip('this account may not mount a file system');
  const { engine, page, session, profile } = await engineWithSession({ home: join(disk, 'home') });
  const say = (words: string) =>
    page.call.queue.send({ sessionId: session.sessionId, content: [{ type: 'text', text: words }] });
  expect((await say('!permission')).ok).toBe(true);
  const asked = await session.until('it asks', ({ requests }) => requests.length === 1);
  const [request] = asked.requests;
  if (request?.kind !== 'permission') throw new Error('no permission was asked for');
  const filler = fill(disk);
  const answer = { kind: 'permission' as const, optionId: request.options[0]?.optionId ?? '' };
  const refused = await page.call.requests.answer({ requestId: request.requestId, answer, viaKeyboard: false });
  expect(refused).toMatchObject({ ok: false, error: { code: 'store.full' } });
  expect(session.state.requests).toHaveLength(1);
  await page.app.until('the banner', ({ notices }) => notices.some(({ code }) => code === 'store.full'));
  filler.empty();
  const again = await page.call.requests.answer({ requestId: request.requestId, answer, viaKeyboard: false });
  expect(again.ok).toBe(true);
  await session.until('the turn ends', ({ turn }) => turn.status === 'done');
  await page.app.until('no banner', ({ notices }) => notices.every(({ code }) => code !== 'store.full'));

  const items = session.state.items.length;
  const full = fill(disk);
  expect(await say('!say first try')).toMatchObject({ ok: false, error: { code: 'store.full' } });
  expect(session.state.items).toHaveLength(items);
  full.empty();
  expect((await say('!say second try')).ok).toBe(true);
  await session.until('it is said', ({ turn, items: all }) => turn.status === 'done' && all.length > items);
  expect(JSON.stringify(profile.agent().log())).not.toContain('first try');
  expect(JSON.stringify(profile.agent().log())).toContain('second try');
  await engine.shutdown();
});
