// The official SDK's client, as its documentation uses it.
import { Readable, Writable } from 'node:stream';
import { client, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import { measure } from './measure.mjs';

await measure(async (child, onUpdate) => {
  const stream = ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
  const connection = client({ name: 'bench' })
    .onNotification(methods.client.session.update, ({ params }) => {
      onUpdate(params.update.content.text.length);
    })
    .connect(stream);
  await connection.closed;
});
