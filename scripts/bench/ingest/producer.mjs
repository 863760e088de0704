// Writes COUNT session/update lines of 166 bytes as fast as the pipe takes them, then ends.
const COUNT = Number(process.argv[2]);
const LINE_BYTES = 166;
const BATCH = 1_000;

function line(number) {
  const word = `${String(number % 1_000).padStart(3, '0')} `;
  const update = (text) =>
    JSON.stringify({
      jsonrpc: '2.0',
      method: 'session/update',
      params: {
        sessionId: 'sess-1',
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
      },
    });
  return `${update(word + 'x'.repeat(LINE_BYTES - 1 - update(word).length))}\n`;
}

const batch = Buffer.from(Array.from({ length: BATCH }, (_, index) => line(index)).join(''));
let left = COUNT;
function pump() {
  while (left > 0) {
    const lines = Math.min(left, BATCH);
    left -= lines;
    if (!process.stdout.write(batch.subarray(0, lines * LINE_BYTES))) {
      process.stdout.once('drain', pump);
      return;
    }
  }
  process.stdout.end();
}
pump();
