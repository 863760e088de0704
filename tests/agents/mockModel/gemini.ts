import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Answer, Question } from './answer';
import { EventStream, mockId, sendJson } from './reply';

/** Gemini (`POST …:streamGenerateContent` and `:generateContent`). */
const Part = z.looseObject({
  text: z.string().optional(),
  functionResponse: z.looseObject({ response: z.unknown().optional() }).optional(),
});
const Request = z.looseObject({
  contents: z.array(z.looseObject({ role: z.string().optional(), parts: z.array(Part).default([]) })).default([]),
  tools: z
    .array(z.looseObject({ functionDeclarations: z.array(z.looseObject({ name: z.string() })).optional() }))
    .default([]),
  generationConfig: z.looseObject({ responseMimeType: z.string().optional() }).optional(),
});
type Request = z.output<typeof Request>;

export function readGemini(body: unknown): { request: Request; question: Question } {
  const request = Request.parse(body);
  const result = request.contents.at(-1)?.parts.find((part) => part.functionResponse)?.functionResponse;
  const typed = result
    ? undefined
    : request.contents.findLast((content) => content.role === 'user' && content.parts.some((part) => part.text));
  return {
    request,
    question: {
      userText: (typed?.parts ?? []).map((part) => part.text ?? '').join('\n'),
      toolResult: result && JSON.stringify(result.response),
      toolNames: request.tools.flatMap((tool) => (tool.functionDeclarations ?? []).map(({ name }) => name)),
    },
  };
}

/** Gemini CLI asks side questions in JSON mode (which model, who speaks next, how complex); this answers all of them. */
const SIDE_ANSWER = JSON.stringify({
  reasoning: 'mock',
  model_choice: 'flash',
  next_speaker: 'user',
  complexity_reasoning: 'mock',
  complexity_score: 1,
});

export async function answerGemini(
  request: Request,
  answer: Answer,
  response: ServerResponse,
  stream: boolean,
): Promise<void> {
  const isSideQuestion = request.generationConfig?.responseMimeType === 'application/json';
  const text = isSideQuestion ? SIDE_ANSWER : answer.text;
  if (!stream) {
    sendJson(response, chunk([{ text }], true));
    return;
  }
  const events = new EventStream(response);
  if (answer.thought && !isSideQuestion) {
    events.send(chunk([{ text: `**Thinking** ${answer.thought}`, thought: true }], false));
  }
  await events.words(text, answer.wordDelayMs, (word) => events.send(chunk([{ text: word }], false)));
  const { toolCall } = answer;
  const last =
    toolCall && !isSideQuestion
      ? { functionCall: { id: mockId('call'), name: toolCall.name, args: toolCall.input } }
      : { text: '' };
  events.send(chunk([last], true));
  events.end();
}

function chunk(parts: object[], isLast: boolean): object {
  const finish = isLast ? { finishReason: 'STOP' } : {};
  return {
    candidates: [{ content: { role: 'model', parts }, index: 0, ...finish }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
    modelVersion: 'mock',
  };
}
