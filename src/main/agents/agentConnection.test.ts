import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { SessionUpdate } from '@shared/acp/update';
import { adapterOf } from './adapters/table';
import { AgentConnection } from './agentConnection';

/** A connection to an agent that says what a test says, and hears nothing. */
function connection() {
  const stdout = new PassThrough();
  const heard: ((text: string) => void)[] = [];
  const agent = new AgentConnection({
    connectionId: 'c',
    agentId: 'a',
    cwd: '/',
    adapter: adapterOf('generic'),
    streams: {
      pid: null,
      stdin: new PassThrough().resume(),
      stdout,
      exited: new Promise(() => undefined),
      stderrTail: () => '',
      onStderr: (listener) => void heard.push(listener),
      close: () => Promise.resolve(true),
      descendants: () => Promise.resolve([]),
    },
    hide: (text) => text,
    clock: { now: () => 0, setTimer: () => () => undefined },
    clientVersion: '0',
    startSeconds: 60,
    isPatient: false,
    owner: () => ({ onRequest: () => Promise.resolve(null), onNotification: () => undefined }),
    onChange: () => undefined,
    onSignIn: () => undefined,
    onFault: () => undefined,
  });
  const write = (method: string, params: object): void =>
    void stdout.write(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`);
  /** Resolves when all that was said before has been read. */
  const say = async (sessionId: string, text: string): Promise<void> => {
    const read = new Promise<void>((resolve) => {
      const end = agent.register('marker', () => {
        end();
        resolve();
      });
    });
    const content = { type: 'text', text };
    write('session/update', { sessionId, update: { sessionUpdate: 'agent_message_chunk', content } });
    write('session/update', { sessionId: 'marker', update: { sessionUpdate: 'agent_message_chunk', content } });
    await read;
  };
  const stderr = (text: string): void => heard.forEach((listener) => listener(text));
  return { agent, say, stderr };
}

const textOf = (update: SessionUpdate): string =>
  update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text' ? update.content.text : '';

it('keeps what comes before its session is known, and nothing of a session that was let go after a failed load', async () => {
  const { agent, say } = connection();
  const got: string[] = [];
  await say('s', 'early');
  const letGo = agent.register('s', (update) => got.push(textOf(update)));
  await say('s', 'in time');
  letGo();
  await say('s', 'late');
  agent.register('s', (update) => got.push(textOf(update)));
  await say('s', 'again');
  expect(got).toEqual(['early', 'in time', 'again']);
});

it('shows stderr as whole lines in the wiretap', () => {
  const { agent, stderr } = connection();
  stderr('API_KEY=hunter');
  stderr('2hunter2\n');
  expect(agent.wiretap.frames().map(({ kind, text }) => [kind, text])).toEqual([['stderr', 'API_KEY=[redacted]']]);
});
