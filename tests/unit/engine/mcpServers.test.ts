import { describe, expect, it } from 'vitest';
import type { McpServerConfig } from '../../../src/shared/mcpServer';
import { sentTo } from '../../support/engine/agentLog';
import { engineWithSession, type TestEngine } from '../../support/engine/testEngine';

// What the agent was sent is held against the official schema after each test (TestProfile.dispose).

const common = { enabled: true, agents: null };
const files: Extract<McpServerConfig, { kind: 'stdio' }> = {
  ...common,
  id: 'files',
  name: 'Files',
  kind: 'stdio',
  command: 'node',
  args: ['server.js', '--root', 'a b'],
  env: { LEVEL: 'debug', FILES_TOKEN: 'canary-files-token' },
  secretEnv: ['FILES_TOKEN'],
};
const issues: McpServerConfig = {
  ...common,
  id: 'issues',
  name: 'Issues',
  kind: 'http',
  url: 'https://mcp.example.com/v1?team=a',
  headers: { 'X-Team': 'a', Authorization: 'Bearer canary-issues-token' },
  secretHeaders: ['Authorization'],
};
const events: McpServerConfig = {
  ...common,
  id: 'events',
  name: 'Events',
  kind: 'sse',
  url: 'http://127.0.0.1:9/sse',
  headers: {},
  secretHeaders: [],
};

const can = (mcp: { http?: boolean; sse?: boolean }, more = {}) => ({
  agents: { fake: { config: { capabilities: { mcpCapabilities: mcp }, ...more } } },
});

async function save(engine: TestEngine, ...servers: McpServerConfig[]): Promise<void> {
  // As a keychain does: what is sealed shows nothing of what is in it.
  engine.answers.encrypt = ({ text }) => Buffer.from(text).toString('base64');
  engine.answers.decrypt = ({ sealed }) => Buffer.from(sealed, 'base64').toString();
  for (const server of servers) {
    expect(await engine.page.call.mcpServers.save({ server, acceptPlain: false })).toEqual({ ok: true, value: null });
  }
}

describe('MCP servers of the person’s own', () => {
  it('go to session/new, with whole paths and secrets in clear, where the agent takes all kinds', async () => {
    const { engine, session, profile, cwd } = await engineWithSession(can({ http: true, sse: true }));
    await save(engine, files, issues, events);
    await session.ask('Hello');
    expect(sentTo(profile.agent(), 'session/new')).toEqual([
      {
        cwd,
        mcpServers: [
          {
            name: 'Files',
            command: expect.stringMatching(/^\/.*node$/),
            args: ['server.js', '--root', 'a b'],
            env: [
              { name: 'LEVEL', value: 'debug' },
              { name: 'FILES_TOKEN', value: 'canary-files-token' },
            ],
          },
          {
            type: 'http',
            name: 'Issues',
            url: 'https://mcp.example.com/v1?team=a',
            headers: [
              { name: 'X-Team', value: 'a' },
              { name: 'Authorization', value: 'Bearer canary-issues-token' },
            ],
          },
          { type: 'sse', name: 'Events', url: 'http://127.0.0.1:9/sse', headers: [] },
        ],
      },
    ]);
    expect(session.state.mcp).toEqual({ given: ['Files', 'Issues', 'Events'], leftOut: [] });
    const { connectionId } = engine.page.agents.current.connections[0]!;
    const frames = await inspected(engine, connectionId);
    expect(frames).toContain('session/new');
    expect(frames).not.toContain('canary-');
  });

  it.each(['load', 'resume'] as const)('go to session/%s too, as they are by then', async (way) => {
    const { engine, session, profile } = await engineWithSession(can({}, { sessions: way }));
    await save(engine, files);
    await session.ask('Hello');
    await save(engine, { ...files, name: 'Files two' });
    await session.ask('!crash');
    await session.ask('Hello again');
    expect(sentTo(profile.agent(), `session/${way}`)).toMatchObject([{ mcpServers: [{ name: 'Files two' }] }]);
    expect(session.state.mcp).toEqual({ given: ['Files two'], leftOut: [] });
  });

  it('that the agent cannot take, or that are not there, are left out and the session says why', async () => {
    const { engine, session, profile } = await engineWithSession(can({}));
    await save(engine, issues, events, { ...files, command: 'no-such-server' });
    await session.ask('Hello');
    expect(sentTo(profile.agent(), 'session/new')).toMatchObject([{ mcpServers: [] }]);
    expect(session.state.mcp).toEqual({
      given: [],
      leftOut: [
        { name: 'Issues', reason: 'noHttp', detail: '' },
        { name: 'Events', reason: 'noSse', detail: '' },
        { name: 'Files', reason: 'commandNotFound', detail: 'no-such-server' },
      ],
    });
  });

  it('whose secret is not there any more are left out rather than sent without it', async () => {
    const { engine, session } = await engineWithSession(can({}));
    engine.answers.encrypt = () => null;
    await engine.page.call.mcpServers.save({ server: { ...files, env: { LEVEL: 'debug' } }, acceptPlain: false });
    await session.ask('Hello');
    expect(session.state.mcp?.leftOut).toEqual([{ name: 'Files', reason: 'secretMissing', detail: 'FILES_TOKEN' }]);
  });

  it('that are off, or for other agents, are not sent and not spoken of', async () => {
    const { engine, session, profile } = await engineWithSession(can({}));
    await save(engine, { ...files, enabled: false }, { ...files, id: 'b', name: 'B', agents: ['claude'] });
    await session.ask('Hello');
    expect(sentTo(profile.agent(), 'session/new')).toMatchObject([{ mcpServers: [] }]);
    expect(session.state).not.toHaveProperty('mcp');
  });

  it('are listed without their secrets, with where their programs are; a name is there once', async () => {
    const { engine, page } = await engineWithSession();
    await save(engine, files, { ...files, id: 'gone', name: 'Gone', command: 'no-such-server' });
    const listed = await page.call.mcpServers.list({});
    expect(listed).toMatchObject({
      ok: true,
      value: [
        { config: { name: 'Files', env: { LEVEL: 'debug' } }, secrets: { FILES_TOKEN: 'keychain' } },
        { config: { name: 'Gone' }, executable: null },
      ],
    });
    expect(JSON.stringify([listed, page.app.current.settings])).not.toContain('canary-');
    const twice = await page.call.mcpServers.save({ server: { ...events, name: 'Files' }, acceptPlain: false });
    expect(twice).toMatchObject({ ok: false, error: { code: 'settings.invalid', path: 'mcpServers.name' } });
    // A secret without a value stays as it is.
    await save(engine, { ...files, env: { LEVEL: 'info' } });
    expect(await page.call.mcpServers.list({})).toMatchObject({
      value: [{ secrets: { FILES_TOKEN: 'keychain' } }, {}],
    });
    await page.call.mcpServers.remove({ id: 'files' });
    expect(await page.call.mcpServers.list({})).toMatchObject({ value: [{ config: { name: 'Gone' } }] });
  });
});

/** Everything that the inspector shows of a connection, as text. */
async function inspected(engine: TestEngine, connectionId: string): Promise<string> {
  return new Promise((resolve) => {
    engine.page.client.subscribe(
      'inspector',
      { connectionId },
      {
        snapshot: ({ frames }) => resolve(frames.map(({ method, text }) => `${method} ${text}`).join('\n')),
        frames: () => undefined,
        ended: () => undefined,
      },
    );
  });
}
