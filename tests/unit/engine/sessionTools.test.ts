import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engineWithSession } from '../../support/engine/testEngine';

const cursorAgent = { agents: { fake: { adapter: 'cursor' as const } } };

describe('a file of the session’s folder', () => {
  it('is read by the path that the agent wrote, whole however long it is', async () => {
    const { session, page, cwd } = await engineWithSession();
    const { sessionId } = session;
    mkdirSync(join(cwd, 'src'));
    writeFileSync(join(cwd, 'src/a.ts'), 'one\r\ntwo\n');
    const read = await page.call.files.read({ sessionId, path: 'src/a.ts' });
    const whole = { path: join(cwd, 'src/a.ts'), text: 'one\ntwo' };
    expect(read).toEqual({ ok: true, value: whole });
    expect(await page.call.files.read({ sessionId, path: join(cwd, 'src/a.ts') })).toEqual(read);
    const lines = Array.from({ length: 200_000 }, (_, at) => `line ${at + 1}`).join('\n');
    writeFileSync(join(cwd, 'long.txt'), lines);
    const long = await page.call.files.read({ sessionId, path: 'long.txt' });
    expect(long.ok && long.value.text === lines).toBe(true);
    writeFileSync(join(cwd, 'huge.txt'), Buffer.alloc(10 * 1024 * 1024 + 1, 'x'));
    expect(await page.call.files.read({ sessionId, path: 'huge.txt' })).toMatchObject({
      error: { code: 'file.tooLarge', limit: 10 * 1024 * 1024 },
    });
  });

  it('is refused outside of it, also through a link, and told where it is not there', async () => {
    const { session, page, profile, cwd } = await engineWithSession();
    const { sessionId } = session;
    writeFileSync(join(profile.folder, 'secret.txt'), 'secret');
    symlinkSync(profile.folder, join(cwd, 'link'));
    const codes = [];
    for (const path of ['../secret.txt', join(profile.folder, 'secret.txt'), 'link/secret.txt', 'nowhere.txt', '.']) {
      const read = await page.call.files.read({ sessionId, path });
      codes.push(read.ok ? 'read' : read.error.code);
    }
    expect(codes).toEqual([
      'file.outsideRoots',
      'file.outsideRoots',
      'file.outsideRoots',
      'file.notFound',
      'file.notRegular',
    ]);
  });

  it('is shown where it is a picture, by what is in it, and never from outside', async () => {
    const { session, page, profile, cwd } = await engineWithSession();
    const { sessionId } = session;
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    writeFileSync(join(cwd, 'shot.txt'), png);
    writeFileSync(join(cwd, 'fake.png'), 'not a picture');
    writeFileSync(join(profile.folder, 'outside.png'), png);
    symlinkSync(profile.folder, join(cwd, 'link'));
    const told: string[] = [];
    for (const path of [
      'shot.txt',
      join(cwd, 'shot.txt'),
      'fake.png',
      '../outside.png',
      'link/outside.png',
      'no.png',
    ]) {
      const answer = await page.call.files.image({ sessionId, path });
      if (!answer.ok) told.push(answer.error.code);
      else if ('refused' in answer.value) told.push(answer.value.refused);
      else told.push(`${answer.value.mimeType} ${answer.value.bytes.length}`);
    }
    const shown = `image/png ${png.length}`;
    expect(told).toEqual([shown, shown, 'notImage', 'outsideRoots', 'outsideRoots', 'notFound']);
  });

  it('opens in the person’s editor, whatever its name, with no shell between', async () => {
    const { session, page, profile, cwd } = await engineWithSession();
    const { sessionId } = session;
    const name = 'a $(touch oops); "b".ts';
    writeFileSync(join(cwd, name), 'x');
    expect(await page.call.files.openInEditor({ sessionId, path: name })).toMatchObject({
      error: { code: 'editor.notSet' },
    });
    const editor = join(profile.folder, 'editor.sh');
    const told = join(profile.folder, 'told');
    writeFileSync(editor, `#!/bin/sh\nfor a in "$@"; do echo "$a" >> "${told}"; done\n`);
    chmodSync(editor, 0o755);
    await page.call.settings.set({ editor: [editor, '--goto', '{file}:{line}'] });
    expect(await page.call.files.openInEditor({ sessionId, path: name, line: 7 })).toEqual({ ok: true, value: null });
    expect(readFileSync(told, 'utf8')).toBe(`--goto\n${join(cwd, name)}:7\n`);
    expect(existsSync(join(cwd, 'oops'))).toBe(false);
    expect(await page.call.files.openInEditor({ sessionId, path: '../secret.txt' })).toMatchObject({
      error: { code: 'file.outsideRoots' },
    });
    await page.call.settings.set({ editor: ['/bin/false'] });
    expect(await page.call.files.openInEditor({ sessionId, path: name })).toMatchObject({
      error: { code: 'editor.failed' },
    });
    await page.call.settings.set({ editor: ['no-such-editor-here'] });
    expect(await page.call.files.openInEditor({ sessionId, path: name })).toMatchObject({
      error: { code: 'editor.notFound' },
    });
  });
});

describe('AC-24 the MCP servers of an agent’s own files', () => {
  it('are listed with their state, and approved, taken back and signed in to by its program', async () => {
    const { session, page, profile, cwd } = await engineWithSession(cursorAgent);
    const { sessionId } = session;
    mkdirSync(join(cwd, '.cursor'));
    const servers = {
      files: { command: 'npx' },
      linear: { url: 'https://mcp.linear.app/sse' },
      broken: { command: 'x' },
    };
    writeFileSync(join(cwd, '.cursor/mcp.json'), JSON.stringify({ mcpServers: servers }));
    const states = (result: Awaited<ReturnType<typeof page.call.agentMcp.list>>) =>
      result.ok
        ? // Whoever runs the tests may have servers of their own.
          result.value.servers.filter(({ scope }) => scope === 'project').map(({ name, status }) => `${name} ${status}`)
        : result.error;
    expect(states(await page.call.agentMcp.list({ sessionId }))).toEqual([
      'files needsApproval',
      'linear needsApproval',
      'broken needsApproval',
    ]);
    await page.call.agentMcp.act({ sessionId, name: 'files', action: 'enable' });
    const approved = await page.call.agentMcp.act({ sessionId, name: 'linear', action: 'enable' });
    expect(states(approved)).toEqual(['files ready', 'linear needsLogin', 'broken needsApproval']);
    await page.call.agentMcp.act({ sessionId, name: 'files', action: 'disable' });
    const signedIn = await page.call.agentMcp.act({ sessionId, name: 'linear', action: 'login' });
    expect(states(signedIn)).toEqual(['files disabled', 'linear ready', 'broken needsApproval']);
    expect(await page.call.agentMcp.act({ sessionId, name: 'broken', action: 'enable' })).toEqual({
      ok: false,
      error: { code: 'agent.mcpFailed', command: 'mcp enable broken', message: 'Error: the server did not answer' },
    });
    expect(await page.call.agentMcp.act({ sessionId, name: '--force', action: 'enable' })).toMatchObject({
      error: { code: 'agent.mcpUnknown' },
    });
    const asked = profile
      .agent()
      .log()
      .flatMap(({ event, what }) => (event === 'mcp' ? [what] : []));
    expect(asked).not.toContain('enable --force');
  });

  it('are still named where the program cannot be asked, and the file that cannot be read is said', async () => {
    const { session, page, cwd, engine, profile } = await engineWithSession(cursorAgent);
    const { sessionId } = session;
    mkdirSync(join(cwd, '.cursor'));
    writeFileSync(join(cwd, '.cursor/mcp.json'), '{"mcpServers":{"files":{"command":"npx"}}}');
    const agent = { ...profile.settingsOf('fake'), command: join(profile.folder, 'gone') };
    await engine.page.call.agents.save({ agent, acceptPlain: false });
    const listed = await page.call.agentMcp.list({ sessionId });
    expect(listed).toMatchObject({
      ok: true,
      value: {
        servers: expect.arrayContaining([expect.objectContaining({ name: 'files', scope: 'project', told: null })]),
      },
    });
    expect(listed.ok && listed.value.problems.map(({ error }) => error.code)).toEqual(['agent.notFound']);
    writeFileSync(join(cwd, '.cursor/mcp.json'), '{oops');
    const broken = await page.call.agentMcp.list({ sessionId });
    expect(broken.ok && broken.value.problems.map(({ error }) => error.code)).toContain('file.failed');
  });

  it('are none of an agent that has no such file', async () => {
    const { session, page } = await engineWithSession();
    expect(await page.call.agentMcp.list({ sessionId: session.sessionId })).toEqual({
      ok: true,
      value: { servers: [], problems: [] },
    });
  });
});
