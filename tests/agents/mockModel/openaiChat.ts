import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Answer, Question } from './answer';
import { Content, textOf } from './content';
import { EventStream, mockId, sendJson } from './reply';

/** OpenAI Chat Completions (`POST /v1/chat/completions`). */
const Request = z.looseObject({
  model: z.string().default('mock-model'),
  stream: z.boolean().default(false),
  messages: z.array(z.looseObject({ role: z.string(), content: Content })),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }).optional() })).default([]),
});

export function readOpenaiChat(body: unknown): { request: z.output<typeof Request>; question: Question } {
  const request = Request.parse(body);
  const last = request.messages.at(-1);
  const isToolResult = last?.role === 'tool';
  const typed = isToolResult ? undefined : request.messages.findLast((message) => message.role === 'user');
  return {
    request,
    question: {
      userText: textOf(typed?.content ?? []),
      toolResult: isToolResult ? textOf(last.content) : undefined,
      toolNames: request.tools.flatMap((tool) => tool.function?.name ?? []),
    },
  };
}

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

export async function answerOpenaiChat(
  { model, stream }: { model: string; stream: boolean },
  answer: Answer,
  response: ServerResponse,
): Promise<void> {
  const head = { id: mockId('chatcmpl'), created: Math.floor(Date.now() / 1000), model };
  const toolCalls = answer.toolCall && [
    {
      index: 0,
      id: mockId('call'),
      type: 'function',
      function: { name: answer.toolCall.name, arguments: JSON.stringify(answer.toolCall.input) },
    },
  ];
  const finishReason = toolCalls ? 'tool_calls' : 'stop';
  if (!stream) {
    const message = { role: 'assistant', content: answer.text, tool_calls: toolCalls };
    const choices = [{ index: 0, message, finish_reason: finishReason }];
    sendJson(response, { ...head, object: 'chat.completion', choices, usage: USAGE });
    return;
  }

  const events = new EventStream(response);
  const send = (delta: object, finish: string | null = null, usage?: object): void =>
    events.send({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: finish }],
      usage,
    });
  send({ role: 'assistant', content: '' });
  await events.words(answer.thought ?? '', answer.wordDelayMs, (word) => send({ reasoning_content: word }));
  await events.words(answer.text, answer.wordDelayMs, (content) => send({ content }));
  if (toolCalls) send({ tool_calls: toolCalls });
  send({}, finishReason, USAGE);
  events.send('[DONE]');
  events.end();
}
