import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Answer, Question } from './answer';
import { Content, textOf } from './content';
import { EventStream, mockId, sendJson } from './reply';
import type { ToolCall } from './tools';

/** OpenAI Responses (`POST /v1/responses`). */
const Item = z.looseObject({
  type: z.string().optional(),
  role: z.string().optional(),
  content: Content,
  output: Content,
});
const Request = z.looseObject({
  model: z.string().default('mock-model'),
  stream: z.boolean().default(false),
  input: z.union([
    z.string().transform((content) => [Item.parse({ type: 'message', role: 'user', content })]),
    z.array(Item),
  ]),
  tools: z.array(z.looseObject({ type: z.string(), name: z.string().optional() })).default([]),
});
type Request = z.output<typeof Request>;

export function readOpenaiResponses(body: unknown): { request: Request; question: Question } {
  const request = Request.parse(body);
  const last = request.input.at(-1);
  const isToolResult = last?.type?.endsWith('_output') ?? false;
  const typed = isToolResult ? undefined : request.input.findLast((item) => item.role === 'user');
  return {
    request,
    question: {
      userText: textOf(typed?.content ?? []),
      toolResult: isToolResult ? textOf(last?.output ?? []) : undefined,
      toolNames: request.tools.map((tool) => tool.name ?? tool.type),
    },
  };
}

type OutputItem =
  | { type: 'reasoning'; id: string; summary: { type: 'summary_text'; text: string }[] }
  | { type: 'message'; id: string; role: 'assistant'; status: string; content: object[] }
  | { type: 'function_call'; id: string; call_id: string; name: string; arguments: string; status: string }
  | { type: 'custom_tool_call'; id: string; call_id: string; name: string; input: string; status: string };

const USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 120,
};

export async function answerOpenaiResponses(request: Request, answer: Answer, response: ServerResponse): Promise<void> {
  const output = outputItems(request, answer);
  const whole = {
    id: mockId('resp'),
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status: 'completed',
    model: request.model,
    output,
    usage: USAGE,
  };
  if (!request.stream) {
    sendJson(response, whole);
    return;
  }

  const events = new EventStream(response);
  let sequence = 0;
  const send = (type: string, fields: object): void => {
    events.send({ type, sequence_number: sequence, ...fields }, type);
    sequence += 1;
  };
  send('response.created', { response: { ...whole, status: 'in_progress', output: [], usage: null } });
  for (const [index, item] of output.entries()) await streamItem(index, item, answer, events, send);
  send('response.completed', { response: whole });
  events.end();
}

function outputItems(request: Request, { thought, text, toolCall }: Answer): OutputItem[] {
  const items: OutputItem[] = [];
  if (thought) items.push({ type: 'reasoning', id: mockId('rs'), summary: [{ type: 'summary_text', text: thought }] });
  const content = [{ type: 'output_text', text, annotations: [] }];
  items.push({ type: 'message', id: mockId('msg'), role: 'assistant', status: 'completed', content });
  if (toolCall) items.push(toolItem(request, toolCall));
  return items;
}

/** A tool that was offered as `custom` takes free text instead of JSON arguments. */
function toolItem(request: Request, { name, input }: ToolCall): OutputItem {
  const call = { call_id: mockId('call'), name, status: 'completed' };
  const isCustom = request.tools.some((tool) => tool.type === 'custom' && tool.name === name);
  return isCustom
    ? { type: 'custom_tool_call', id: mockId('ctc'), input: String(input['input']), ...call }
    : { type: 'function_call', id: mockId('fc'), arguments: JSON.stringify(input), ...call };
}

async function streamItem(
  index: number,
  item: OutputItem,
  answer: Answer,
  events: EventStream,
  send: (type: string, fields: object) => void,
): Promise<void> {
  const at = { item_id: item.id, output_index: index };
  const added = (fields: object): void =>
    send('response.output_item.added', { output_index: index, item: { ...item, ...fields } });
  switch (item.type) {
    case 'reasoning': {
      const part = { ...at, summary_index: 0 };
      const thought = answer.thought ?? '';
      added({ summary: [] });
      send('response.reasoning_summary_part.added', { ...part, part: { type: 'summary_text', text: '' } });
      await events.words(thought, answer.wordDelayMs, (delta) =>
        send('response.reasoning_summary_text.delta', { ...part, delta }),
      );
      send('response.reasoning_summary_text.done', { ...part, text: thought });
      send('response.reasoning_summary_part.done', { ...part, part: item.summary[0] });
      break;
    }
    case 'message': {
      const part = { ...at, content_index: 0 };
      added({ status: 'in_progress', content: [] });
      send('response.content_part.added', { ...part, part: { type: 'output_text', text: '', annotations: [] } });
      await events.words(answer.text, answer.wordDelayMs, (delta) =>
        send('response.output_text.delta', { ...part, delta }),
      );
      send('response.output_text.done', { ...part, text: answer.text });
      send('response.content_part.done', { ...part, part: item.content[0] });
      break;
    }
    case 'function_call':
      added({ status: 'in_progress', arguments: '' });
      send('response.function_call_arguments.delta', { ...at, delta: item.arguments });
      send('response.function_call_arguments.done', { ...at, arguments: item.arguments });
      break;
    case 'custom_tool_call':
      added({ status: 'in_progress' });
      break;
  }
  send('response.output_item.done', { output_index: index, item });
}
