import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { PromptContent } from '@shared/acp/content';
import type { Draft } from '@shared/attachment';
import { eventually } from '../../agents/processHelpers';
import { sentTo } from '../../support/engine/agentLog';
import { killableEngine } from '../../support/engine/killableEngine';
import type { SessionView } from '../../support/engine/sessionView';
import { engineWithSession, temporaryProfile, type TestEngine } from '../../support/engine/testEngine';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = { type: 'image', data: PNG.toString('base64'), mimeType: 'image/png' } as const;
const link = (path: string, name: string) => ({ type: 'resource_link', uri: pathToFileURL(path).href, name }) as const;

async function ask(engine: TestEngine, session: SessionView, content: PromptContent): Promise<void> {
  const sent = await engine.page.call.sessions.prompt({ sessionId: session.sessionId, content });
  if (!sent.ok) throw new Error(sent.error.code);
  await session.ended(sent.value.turnId);
}
const prompts = (run: Parameters<typeof sentTo>[0]): unknown[] =>
  sentTo(run, 'session/prompt').map((params) => params['prompt']);
const takes = (promptCapabilities: Record<string, boolean>) => ({
  agents: { fake: { config: { capabilities: { promptCapabilities } } } },
});

describe('what stands beside the text of a prompt', () => {
  it('AC-79: a picture goes as it is, also without a word, and stands in the transcript', async () => {
    const { profile, engine, session } = await engineWithSession();
    await ask(engine, session, [picture]);
    expect(prompts(profile.agent())).toEqual([[picture]]);
    expect(session.items('message')[0]).toMatchObject({ role: 'user', content: [picture] });
    expect(session.items('notice')).toEqual([]);
  });

  it('AC-79: for an agent that takes no pictures it is saved and linked, and that is said', async () => {
    const { profile, engine, session } = await engineWithSession(takes({ image: false }));
    await ask(engine, session, [{ type: 'text', text: 'What is this?' }, picture]);
    const [prompt] = prompts(profile.agent());
    expect(prompt).toEqual([
      { type: 'text', text: 'What is this?' },
      {
        type: 'resource_link',
        uri: expect.stringMatching(/^file:.*\.png$/),
        name: expect.stringMatching(/^image-\w+\.png$/),
        mimeType: 'image/png',
        size: PNG.length,
      },
    ]);
    const { uri } = Array.isArray(prompt) ? prompt[1] : { uri: '' };
    const file = fileURLToPath(uri);
    expect(readFileSync(file)).toEqual(PNG);
    expect(session.items('notice').map(({ notice }) => notice)).toEqual([{ code: 'prompt.imagesLinked', count: 1 }]);
    // What the person attached is what the person sees.
    expect(session.items('message')[0]?.content).toEqual([{ type: 'text', text: 'What is this?' }, picture]);

    session.close();
    await engine.page.call.sessions.remove({ sessionIds: [session.sessionId], atAgent: false });
    await eventually('the file goes with its session', () => !existsSync(file));
  });

  it('AC-79: one that was saved is shown where the agent names it, and is told to be gone where a restored backup lacks it', async () => {
    const { profile, engine, session } = await engineWithSession(takes({ image: false }));
    const { sessionId } = session;
    await ask(engine, session, [picture]);
    const [prompt] = prompts(profile.agent());
    const path = fileURLToPath(Array.isArray(prompt) ? prompt[0].uri : '');
    const { files } = engine.page.call;
    expect(await files.image({ sessionId, path })).toMatchObject({ ok: true, value: { mimeType: 'image/png' } });
    // Not what lies beside it: it is a way to these pictures only.
    const beside = join(path, '..', '..', '..', 'settings.json');
    expect(await files.image({ sessionId, path: beside })).toEqual({ ok: true, value: { refused: 'outsideRoots' } });

    rmSync(join(path, '..', '..'), { recursive: true });
    expect(await files.image({ sessionId, path })).toEqual({ ok: true, value: { refused: 'savedGone' } });
    expect(await files.read({ sessionId, path })).toEqual({ ok: false, error: { code: 'attachment.savedGone' } });
  });

  it('AC-79: a picture that waited in the queue is linked as well', async () => {
    const { profile, engine, session } = await engineWithSession(takes({ image: false }));
    const { sessionId } = session;
    await session.send('!hang');
    await session.until('the agent is busy', ({ turn }) => turn.status === 'running');
    const waiting = await engine.page.call.queue.send({ sessionId, content: [picture] });
    expect(waiting).toEqual({ ok: true, value: { turnId: null } });
    const queuedId = await session.find('it waits', ({ queue }) => queue?.prompts[0]?.queuedId);
    await engine.page.call.queue.sendNow({ sessionId, queuedId });
    await session.until('it was sent', ({ queue, turn }) => queue === undefined && turn.status === 'done');
    expect(prompts(profile.agent()).at(-1)).toMatchObject([{ type: 'resource_link', mimeType: 'image/png' }]);
    expect(session.items('notice').map(({ notice }) => notice.code)).toContain('prompt.imagesLinked');
  });

  it('AC-79: a picture that cannot be saved fails the turn instead of being left out', async () => {
    const { profile, engine, session } = await engineWithSession(takes({ image: false }));
    writeFileSync(join(profile.home, 'attachments'), 'a file where the folder should be');
    await ask(engine, session, [picture]);
    expect(session.state.turn).toMatchObject({ outcome: { status: 'failed', error: { code: 'file.failed' } } });
    expect(prompts(profile.agent())).toEqual([]);
  });

  it('small text files of the folder go along whole where the agent takes them so; all else is a link', async () => {
    const { profile, engine, session, cwd } = await engineWithSession();
    const outside = join(profile.folder, 'outside.txt');
    const at = (name: string) => join(cwd, name);
    writeFileSync(outside, 'not yours');
    writeFileSync(at('a b.ts'), 'const a = 1;\n');
    writeFileSync(at('large.txt'), 'x'.repeat(65_537));
    writeFileSync(at('bytes.bin'), Buffer.from([1, 0, 2]));
    mkdirSync(at('lib'));
    symlinkSync(outside, at('out.txt'));
    const links = [
      link(at('large.txt'), 'large.txt'),
      link(at('bytes.bin'), 'bytes.bin'),
      link(at('lib'), 'lib'),
      link(at('out.txt'), 'out.txt'),
      link(outside, 'outside.txt'),
      link(at('gone.ts'), 'gone.ts'),
    ];
    const small = link(at('a b.ts'), 'a b.ts');
    await ask(engine, session, [{ type: 'text', text: 'Look' }, small, ...links]);
    expect(prompts(profile.agent())).toEqual([
      [
        { type: 'text', text: 'Look' },
        { type: 'resource', resource: { uri: small.uri, mimeType: 'text/plain', text: 'const a = 1;\n' } },
        ...links,
      ],
    ]);
    expect(session.items('message')[0]?.content).toEqual([{ type: 'text', text: 'Look' }, small, ...links]);
  });

  it('files are links for an agent without embedded context', async () => {
    const { profile, engine, session, cwd } = await engineWithSession(takes({ embeddedContext: false }));
    writeFileSync(join(cwd, 'a.ts'), 'const a = 1;\n');
    const small = link(join(cwd, 'a.ts'), 'a.ts');
    await ask(engine, session, [small]);
    expect(prompts(profile.agent())).toEqual([[small]]);
  });
});

it('AC-32: kill -9 keeps the draft of each session and of the page for a new one, with pictures and files', async () => {
  const profile = temporaryProfile();
  const first = await killableEngine(profile);
  const added = await first.page.call.projects.add({ path: profile.projectFolder() });
  if (!added.ok) throw new Error(added.error.code);
  const created = await first.page.call.sessions.create({ projectId: added.value.projectId, agentId: 'fake' });
  const kept = await first.page.call.drafts.keepImage({ bytes: new Uint8Array(PNG) });
  if (!kept.ok || !created.ok) throw new Error('refused');
  const { sessionId } = created.value;
  const draft: Draft = {
    text: 'Not sent yet',
    attachments: [{ kind: 'image', name: 'a.png', bytes: PNG.length, ...kept.value }],
  };
  const begun: Draft = {
    text: 'Begin with this',
    attachments: [{ kind: 'path', path: '/x/lib', uri: 'file:///x/lib', name: 'lib', isFolder: true }],
  };
  await first.page.call.drafts.set({ sessionId, ...draft });
  await first.page.call.drafts.set({ sessionId: null, ...begun });
  await first.page.call.drafts.setPlace({ sessionId, place: { ordinal: 3, offset: 10 } });
  await first.page.call.sessions.mark({ sessionIds: [sessionId], unread: true });
  await first.kill();

  const { page } = await killableEngine(profile);
  const again = await page.session(sessionId);
  expect(again.draft).toEqual(draft);
  expect(again.place).toEqual({ ordinal: 3, offset: 10 });
  expect(page.summary(sessionId)?.unread).toBe(true);
  expect(await page.call.drafts.ofNewSession({})).toEqual({ ok: true, value: begun });
  const image = await page.call.drafts.image({ imageId: kept.value.imageId });
  expect(image.ok && Buffer.from(image.value.bytes).equals(PNG)).toBe(true);
});
