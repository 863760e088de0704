import { median } from '../median.mjs';

/** Milliseconds of JSON.parse alone for the lines of an answer, once it is compiled: the scale of the engine's work. */
export function cpuToParse(chunks) {
  const lines = chunks.map((text) =>
    JSON.stringify({
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
    }),
  );
  const times = Array.from({ length: 200 }, () => {
    const began = performance.now();
    for (const line of lines) JSON.parse(line);
    return performance.now() - began;
  });
  return median(times.slice(100));
}
