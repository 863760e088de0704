import { crc32, deflateSync } from 'node:zlib';

// Steps of the fake agent's scenes (tests/agents/fake/scenes.mjs).

const text = (value: string) => ({ type: 'text', text: value });
export const say = (value: string, messageId: string) => ({
  update: { sessionUpdate: 'agent_message_chunk', messageId, content: text(value) },
});
export const think = (value: string) => ({ update: { sessionUpdate: 'agent_thought_chunk', content: text(value) } });
export const tool = (toolCallId: string, kind: string, lines: number, status = 'completed') => ({
  update: {
    sessionUpdate: 'tool_call',
    toolCallId,
    kind,
    status,
    title: `${kind} ${toolCallId}`,
    content: output(toolCallId, lines),
  },
});
export const output = (name: string, lines: number) => [
  { type: 'content', content: text(Array.from({ length: lines }, (_, at) => `${name} line ${at}`).join('\n')) },
];
export const prose = (name: string, sentences: number) =>
  Array.from({ length: sentences }, (_, at) => `Sentence ${at} of ${name} says what one reads.`).join(' ');

/** A picture as high as a view is. */
export function picture(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(data.length, 0);
    numbers.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(height * (width * 3 + 1), 90))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
