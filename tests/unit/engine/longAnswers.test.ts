import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainText } from '@shared/acp/content';
import { methodsSent } from '../../support/engine/agentLog';
import {
  engineWithSession,
  temporaryProfile,
  type TestEngine,
  type TestProfile,
} from '../../support/engine/testEngine';
import { buildSearchWorker } from '../../support/searchWorker';

let worker: Awaited<ReturnType<typeof buildSearchWorker>>;
beforeAll(async () => {
  worker = await buildSearchWorker();
});
afterAll(() => worker.remove());

/** A page of 200 KB, a third of it in characters of three and four bytes. */
const ANSWER = `# Long\n\n${Array.from({ length: 3_000 }, (_, at) => `- line ${at} 中文字符 😀 **bold** \`code\`\n`).join('')}\nThe last words are quokka.`;

const chunkOf = (who: 'user' | 'agent', text: string) => ({
  sessionUpdate: `${who}_message_chunk`,
  content: { type: 'text', text },
});

/** A session of another client's in the agent's memory, whose history it tells message by message. */
function remember(profile: TestProfile, cwd: string): void {
  const session = {
    sessionId: 'old',
    cwd,
    title: 'Old',
    updatedAt: new Date(0).toISOString(),
    mode: 'agent',
    values: { model: 'composer', effort: 'medium', fast: false },
    work: [],
    history: [chunkOf('user', 'Tell me all'), chunkOf('agent', ANSWER)],
  };
  writeFileSync(profile.agent().stateFile, JSON.stringify({ old: session }));
}

async function taken(engine: TestEngine, cwd: string): Promise<string> {
  const sessions = [{ acpSessionId: 'old', cwd, title: 'Old', updatedAt: 0 }];
  const answer = await engine.page.call.imports.add({ agentId: 'fake', sessions });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value.sessionIds[0] ?? '';
}

async function exportedMarkdown(engine: TestEngine, sessionId: string): Promise<string> {
  const path = join(engine.profile.folder, 'exported.md');
  engine.answers.pickSaveFile = () => path;
  expect(await engine.page.call.sessions.export({ sessionIds: [sessionId], format: 'markdown' })).toMatchObject({
    ok: true,
  });
  return readFileSync(path, 'utf8');
}

describe('an answer of 200 KB that comes in one chunk', () => {
  it('is one text, as it would be in many: also after a start, in a search, a find and an export', async () => {
    const { engine, session, profile } = await engineWithSession({ searchWorkerFile: worker.file });
    const { sessionId } = session;
    const file = join(profile.folder, 'answer.md');
    writeFileSync(file, ANSWER);
    await session.ask(`!file ${file} 10000000 0`);
    const whole = [{ type: 'text', text: ANSWER }];
    expect(session.items('message').at(-1)?.content).toEqual(whole);

    const hits = await engine.page.call.search.items({ text: 'quokka', limit: 5, kinds: ['answer'] });
    expect(hits).toMatchObject({ ok: true, value: { hits: [{ sessionId }] } });
    const query = { sessionId, text: '中文字符', matchCase: true, from: 0, before: Number.MAX_SAFE_INTEGER };
    expect(await engine.page.call.sessions.find(query)).toMatchObject({
      ok: true,
      value: { next: null, found: [{ count: 3_000 }] },
    });
    expect(await exportedMarkdown(engine, sessionId)).toContain(ANSWER);
    await engine.shutdown();

    const next = await profile.start();
    const again = await next.page.session(sessionId);
    await again.until('it is read', ({ items }) => items.length > 0);
    expect(again.items('message').at(-1)?.content).toEqual(whole);
  });

  it('is the same in thoughts, and within a subagent’s task', async () => {
    const profile = temporaryProfile({ agents: { fake: { adapter: 'cursor' } } });
    const scenes = join(profile.folder, 'scenes.json');
    const text = { type: 'text', text: ANSWER };
    const spawned = { sessionUpdate: 'subagent_spawned', subagentSessionId: 'sub', name: 'explore', task: 'Look' };
    writeFileSync(
      scenes,
      JSON.stringify({
        Go: [
          { update: { sessionUpdate: 'agent_thought_chunk', content: text } },
          { update: { ...spawned, capabilities: {} } },
          { inside: 'sub', update: { sessionUpdate: 'agent_message_chunk', content: text } },
          { update: { sessionUpdate: 'subagent_state_update', subagentSessionId: 'sub', state: 'completed' } },
        ],
      }),
    );
    profile.configure('fake', { scenes });
    profile.writeSettings();
    const engine = await profile.start();
    const session = await engine.newSession((await engine.addProject()).projectId);
    await session.ask('Go');
    expect(session.items('thought')[0]?.content).toEqual([text]);
    expect(session.items('subtask')[0]?.children).toMatchObject([{ kind: 'message', content: [text] }]);
  });

  it('is one text in a replay too, and the next load changes nothing', async () => {
    const profile = temporaryProfile({ agents: { fake: { config: { sessions: 'load' } } } });
    const engine = await profile.start();
    const { path } = await engine.addProject();
    remember(profile, path);
    const sessionId = await taken(engine, path);
    const session = await engine.page.session(sessionId);
    await session.until('its history is there', ({ atAgent, items }) => items.length === 2 && atAgent === 'attached');
    const said = () => session.items('message').map(({ content }) => content);
    expect(said()).toEqual([[{ type: 'text', text: 'Tell me all' }], [{ type: 'text', text: ANSWER }]]);

    await session.ask('And now?');
    process.kill(profile.agent().log().at(-1)!.pid, 'SIGKILL');
    await session.until('the agent is gone', ({ atAgent }) => atAgent === 'detached');
    await session.ask('Once more');
    expect(methodsSent(profile.agent()).filter((method) => method === 'session/load')).toHaveLength(2);
    expect(said().map((content) => content.map(plainText).join(''))).toEqual([
      'Tell me all',
      ANSWER,
      'And now?',
      'Echo: And now?',
      'Once more',
      'Echo: Once more',
    ]);
  });
});
