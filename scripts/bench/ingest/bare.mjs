// The least that anyone could do: cut at newlines, JSON.parse, look at the text.
import { once } from 'node:events';
import { measure } from './measure.mjs';

await measure(async (child, onUpdate) => {
  let rest = Buffer.alloc(0);
  child.stdout.on('data', (chunk) => {
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = data.indexOf(10); end !== -1; end = data.indexOf(10, start)) {
      const message = JSON.parse(data.toString('utf8', start, end));
      if (message.method === 'session/update') onUpdate(message.params.update.content.text.length);
      start = end + 1;
    }
    rest = data.subarray(start);
  });
  await once(child.stdout, 'end');
});
