import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Answer, Question } from './answer';
import { Content, textOf } from './content';
import { EventStream, mockId, sendJson } from './reply';

/** Anthropic Messages (`POST /v1/messages`). */
const Request = z.looseObject({
  model: z.string().default('mock-model'),
  stream: z.boolean().default(false),
  messages: z.array(z.looseObject({ role: z.string(), content: Content })),
  tools: z.array(z.looseObject({ name: z.string() })).default([]),
});

export function readAnthropic(body: unknown): { request: z.output<typeof Request>; question: Question } {
  const request = Request.parse(body);
  const parts = request.messages.at(-1)?.content ?? [];
  // After a rejected tool the agent sends the tool's result and the next prompt as one message: what comes behind the
  // result is what the user typed.
  const lastResult = parts.findLastIndex((part) => part.type === 'tool_result');
  const result = parts[lastResult];
  return {
    request,
    question: {
      userText: textOf(parts.slice(lastResult + 1).filter((part) => part.type === 'text')),
      toolResult: result && textOf([result]),
      toolNames: request.tools.map((tool) => tool.name),
    },
  };
}

type Block =
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> };

const USAGE = { input_tokens: 100, output_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

export async function answerAnthropic(
  { model, stream }: { model: string; stream: boolean },
  answer: Answer,
  response: ServerResponse,
): Promise<void> {
  const blocks: Block[] = [];
  if (answer.thought) blocks.push({ type: 'thinking', thinking: answer.thought, signature: 'bW9jaw==' });
  blocks.push({ type: 'text', text: answer.text });
  if (answer.toolCall) blocks.push({ type: 'tool_use', id: mockId('toolu'), ...answer.toolCall });
  const end = { stop_reason: answer.toolCall ? 'tool_use' : 'end_turn', stop_sequence: null };
  const message = { id: mockId('msg'), type: 'message', role: 'assistant', model };
  if (!stream) {
    sendJson(response, { ...message, content: blocks, ...end, usage: USAGE });
    return;
  }

  const events = new EventStream(response);
  const send = (type: string, fields: object): void => events.send({ type, ...fields }, type);
  send('message_start', {
    message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage: { ...USAGE, output_tokens: 1 } },
  });
  for (const [index, block] of blocks.entries()) await streamBlock(index, block, answer.wordDelayMs, events, send);
  send('message_delta', { delta: end, usage: { output_tokens: USAGE.output_tokens } });
  send('message_stop', {});
  events.end();
}

async function streamBlock(
  index: number,
  block: Block,
  wordDelayMs: number,
  events: EventStream,
  send: (type: string, fields: object) => void,
): Promise<void> {
  const delta = (fields: object): void => send('content_block_delta', { index, delta: fields });
  switch (block.type) {
    case 'thinking':
      send('content_block_start', { index, content_block: { type: 'thinking', thinking: '', signature: '' } });
      await events.words(block.thinking, wordDelayMs, (thinking) => delta({ type: 'thinking_delta', thinking }));
      delta({ type: 'signature_delta', signature: block.signature });
      break;
    case 'text':
      send('content_block_start', { index, content_block: { type: 'text', text: '' } });
      await events.words(block.text, wordDelayMs, (text) => delta({ type: 'text_delta', text }));
      break;
    case 'tool_use':
      send('content_block_start', { index, content_block: { ...block, input: {} } });
      delta({ type: 'input_json_delta', partial_json: JSON.stringify(block.input) });
      break;
  }
  send('content_block_stop', { index });
}
