import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { decideAnswer } from './mockModel/answer';
import type { Question } from './mockModel/answer';
import { answerAnthropic, readAnthropic } from './mockModel/anthropic';
import { answerGemini, readGemini } from './mockModel/gemini';
import { answerOpenaiChat, readOpenaiChat } from './mockModel/openaiChat';
import { answerOpenaiResponses, readOpenaiResponses } from './mockModel/openaiResponses';
import { sendJson } from './mockModel/reply';

export interface MockModelServer {
  /** `http://127.0.0.1:PORT`, without a path: Anthropic and Gemini take it as it is, OpenAI dialects with `/v1`. */
  url: string;
  /** What the agents have asked so far, oldest first. */
  questions: readonly Question[];
  /** Requests that the mock could not read, for the test's report. */
  failures: readonly string[];
  /** Cuts open streams and stops listening. */
  close(): Promise<void>;
}

/**
 * A model on this machine for real agents in tests: no network, no key, answers that the user's text steers (see
 * `decideAnswer`). Speaks Anthropic Messages, OpenAI Chat Completions and Responses, and Gemini.
 */
export async function start({ wordDelayMs = 5 }: { wordDelayMs?: number } = {}): Promise<MockModelServer> {
  const questions: Question[] = [];
  const failures: string[] = [];

  const decide = (question: Question): ReturnType<typeof decideAnswer> => {
    questions.push(question);
    return decideAnswer(question, wordDelayMs);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://mock').pathname;
    const body = await readBody(request);
    if (request.headers.upgrade !== undefined) {
      // Codex then streams over HTTP at once; after any other answer it tries six times first.
      response.writeHead(426).end();
    } else if (request.method === 'HEAD' || path === '/') {
      response.writeHead(200).end();
    } else if (path.endsWith('/messages/count_tokens')) {
      sendJson(response, { input_tokens: 100 });
    } else if (path.endsWith('/messages')) {
      const read = readAnthropic(body);
      await answerAnthropic(read.request, decide(read.question), response);
    } else if (path.endsWith('/chat/completions')) {
      const read = readOpenaiChat(body);
      await answerOpenaiChat(read.request, decide(read.question), response);
    } else if (path.endsWith('/responses')) {
      const read = readOpenaiResponses(body);
      await answerOpenaiResponses(read.request, decide(read.question), response);
    } else if (path.endsWith('enerateContent')) {
      const read = readGemini(body);
      await answerGemini(read.request, decide(read.question), response, path.endsWith(':streamGenerateContent'));
    } else if (path.endsWith(':countTokens')) {
      sendJson(response, { totalTokens: 100 });
    } else if (path.endsWith('/models')) {
      sendJson(response, MODELS);
    } else {
      sendJson(response, { error: { type: 'not_found', message: `the mock has no ${path}` } }, 404);
    }
  };

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      failures.push(`${request.method} ${request.url}: ${String(error)}`);
      if (response.headersSent) response.end();
      else sendJson(response, { error: { type: 'invalid_request_error', message: String(error) } }, 400);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the mock model server has no port');

  return {
    url: `http://127.0.0.1:${address.port}`,
    questions,
    failures,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const MODELS = {
  object: 'list',
  data: [{ id: 'mock-model', object: 'model', created: 1, owned_by: 'mock', type: 'model', display_name: 'Mock' }],
  has_more: false,
};

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : JSON.parse(text);
}
