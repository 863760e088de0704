import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';

/** @type {Record<string, import('./turn.mjs').Command>} */
export const speechCommands = {
  say: (turn, _words, rest) => turn.say(rest.replaceAll('\\n', '\n')),
  fail: (turn, _words, rest) => turn.say(`\n\n${rest.replaceAll('\\n', '\n')}`),
  think: (turn, _words, rest) =>
    turn.update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: rest } }),
  markdown: (turn) => paced(turn, pieces(MARKDOWN, 12), 400),
  stream: (turn, [count, rate, characters]) => {
    const size = Number(characters) || 0;
    const chunks = Array.from({ length: Number(count) }, (_, index) => {
      const word = `chunk-${index} `;
      return size > word.length ? `${word.trim()}${'·'.repeat(size - word.length)} ` : word;
    });
    return paced(turn, chunks, Number(rate) || 0);
  },
  file: (turn, [path, characters, rate]) =>
    paced(turn, pieces(readFileSync(path, 'utf8'), Number(characters) || 48), Number(rate) || 0),
  empty: async (turn) => {
    await turn.say('');
    await turn.update({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: '' },
      _meta: { usage: { totalTokens: 12 } },
    });
  },
  image: (turn) =>
    turn.update({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'image', mimeType: 'image/png', data: redSquare().toString('base64') },
    }),
  resource: async (turn) => {
    const { cwd } = turn.session;
    await turn.update({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'resource_link', uri: `file://${cwd}/README.md`, name: 'README.md', size: 12 },
    });
    await turn.update({
      sessionUpdate: 'agent_message_chunk',
      content: {
        type: 'resource',
        resource: { uri: `file://${cwd}/a.txt`, mimeType: 'text/plain', text: 'resource text' },
      },
    });
  },
  echo: (turn) => turn.say(`\`\`\`json\n${JSON.stringify(turn.prompt, null, 2)}\n\`\`\`\n`),
};

/** Sends chunks at `rate` a second by the clock (a late timer catches up); 0 sends as fast as the pipe takes them. */
async function paced(
  /** @type {import('./turn.mjs').FakeTurn} */ turn,
  /** @type {string[]} */ chunks,
  /** @type {number} */ rate,
) {
  const start = performance.now();
  for (const [index, chunk] of chunks.entries()) {
    const wait = rate === 0 ? 0 : start + (index * 1000) / rate - performance.now();
    // Under a millisecond a timer would only add to the delay. Without a rate, a turn of the loop lets a cancel in.
    if (wait >= 1) await turn.orCancelled(new Promise((resolve) => setTimeout(resolve, wait)));
    else if (index % 256 === 0) await new Promise((resolve) => setImmediate(resolve));
    turn.check();
    await turn.say(chunk);
  }
}

const pieces = (/** @type {string} */ text, /** @type {number} */ size) =>
  Array.from(text).reduce((/** @type {string[]} */ all, letter, index) => {
    if (index % size === 0) all.push(letter);
    else all[all.length - 1] += letter;
    return all;
  }, []);

const MARKDOWN = `# A heading

Some **bold**, some *slanted*, some \`code\`, a [link](https://example.com) and 中文混排。

| Name | Value |
| --- | ---: |
| one | 1 |
| two | 2 |

\`\`\`ts
export function add(one: number, other: number): number {
  return one + other;
}
\`\`\`

1. first
2. second
   - nested

> A quotation.
`;

/** An 8 × 8 red PNG. */
export function redSquare() {
  const side = 8;
  const rows = Buffer.concat(
    Array.from({ length: side }, () =>
      Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3, Buffer.from([220, 40, 40]))]),
    ),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (/** @type {string} */ type, /** @type {Buffer} */ data) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(data.length, 0);
    numbers.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(/** @type {Buffer} */ bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
