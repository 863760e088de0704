import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../agents/mockModelServer';
import type { MockModelServer } from '../agents/mockModelServer';

let server: MockModelServer;
beforeAll(async () => {
  server = await start({ wordDelayMs: 0 });
});
afterAll(() => server.close());

async function post(path: string, body: unknown): Promise<string> {
  const response = await fetch(server.url + path, { method: 'POST', body: JSON.stringify(body) });
  return response.text();
}

/** The JSON payloads of an event stream, in order. */
function payloads(stream: string): unknown[] {
  return stream
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)));
}

const user = (content: unknown): object => ({ role: 'user', content });

describe('the mock model server', () => {
  it('takes no web socket, and says so in the way after which Codex asks over HTTP', async () => {
    const asked = request(`${server.url}/v1/responses`, { headers: { connection: 'Upgrade', upgrade: 'websocket' } });
    asked.end();
    const [response]: IncomingMessage[] = await once(asked, 'response');
    response?.resume();
    expect(response?.statusCode).toBe(426);
  });

  it('calls the shell tool of Anthropic Messages when the user says RUN', async () => {
    const stream = await post('/v1/messages', {
      stream: true,
      messages: [user([{ type: 'text', text: '<system-reminder>PLAN</system-reminder>RUN ls -l' }])],
      tools: [{ name: 'Bash' }, { name: 'TodoWrite' }],
    });
    expect(stream).toContain('event: message_start');
    expect(stream).toContain('"partial_json":"{\\"command\\":\\"ls -l\\"');
    expect(payloads(stream).at(-2)).toMatchObject({ type: 'message_delta', delta: { stop_reason: 'tool_use' } });
  });

  it('goes on after a tool result, but follows what the user typed behind a rejected one', async () => {
    const result = { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'denied' }] };
    const after = (extra: object[]): Promise<string> =>
      post('/v1/messages', { messages: [user([result, ...extra])], tools: [{ name: 'Bash' }] });
    expect(await after([])).toContain('Done. Tool said: denied');
    expect(await after([{ type: 'text', text: '[Request interrupted by user for tool use]' }])).toContain('Done.');
    expect(await after([{ type: 'text', text: 'RUN true' }])).toContain('tool_use');
  });

  it('streams thinking in every dialect', async () => {
    const anthropic = await post('/v1/messages', { stream: true, messages: [user('THINK')] });
    expect(anthropic).toContain('thinking_delta');
    const chat = await post('/v1/chat/completions', { stream: true, messages: [user('THINK')] });
    expect(chat).toContain('reasoning_content');
    const responses = await post('/v1/responses', { stream: true, input: 'THINK' });
    expect(responses).toContain('response.reasoning_summary_text.delta');
    const gemini = await post('/v1beta/models/m:streamGenerateContent', {
      contents: [{ role: 'user', parts: [{ text: 'THINK' }] }],
    });
    expect(gemini).toContain('"thought":true');
  });

  it('writes a file and plans through the tool that each agent offers', async () => {
    const chat = await post('/v1/chat/completions', {
      stream: true,
      messages: [user('WRITE a.txt hi there')],
      tools: [{ type: 'function', function: { name: 'write' } }],
    });
    expect(chat).toContain('hi there');
    expect(chat.trimEnd().endsWith('data: [DONE]')).toBe(true);
    const responses = await post('/v1/responses', {
      stream: true,
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'WRITE a.txt hi' }] }],
      tools: [{ type: 'custom', name: 'apply_patch' }],
    });
    expect(payloads(responses).at(-1)).toMatchObject({
      type: 'response.completed',
      response: { output: [{ type: 'message' }, { type: 'custom_tool_call', name: 'apply_patch' }] },
    });
    const gemini = await post('/v1beta/models/m:streamGenerateContent', {
      contents: [{ role: 'user', parts: [{ text: 'PLAN' }] }],
      tools: [{ functionDeclarations: [{ name: 'write_todos' }] }],
    });
    expect(payloads(gemini).at(-1)).toMatchObject({
      candidates: [{ content: { parts: [{ functionCall: { name: 'write_todos' } }] }, finishReason: 'STOP' }],
    });
  });

  it('reads tool results of OpenAI and Gemini', async () => {
    const chat = await post('/v1/chat/completions', {
      messages: [user('RUN x'), { role: 'tool', content: 'chat said' }],
    });
    expect(chat).toContain('Tool said: chat said');
    const responses = await post('/v1/responses', { input: [{ type: 'function_call_output', output: 'out' }] });
    expect(responses).toContain('Tool said: out');
    const gemini = await post('/v1beta/models/m:generateContent', {
      contents: [{ role: 'user', parts: [{ functionResponse: { name: 'x', response: { output: 'gem' } } }] }],
    });
    expect(gemini).toContain('gem');
  });

  it('stops streaming when the agent hangs up in the middle of a SLOW answer', async () => {
    const abort = new AbortController();
    const response = await fetch(`${server.url}/v1/messages`, {
      method: 'POST',
      body: JSON.stringify({ stream: true, messages: [user('SLOW')], tools: [{ name: 'Bash' }] }),
      signal: abort.signal,
    });
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    abort.abort();
    await expect(reader?.read()).rejects.toThrow();
  });

  it('answers nonsense with an error and tells the test about it', async () => {
    expect(await post('/v1/messages', { messages: 'no' })).toContain('error');
    expect(server.failures.at(-1)).toContain('/v1/messages');
    expect(await post('/v1/nothing', {})).toContain('the mock has no /v1/nothing');
  });
});
