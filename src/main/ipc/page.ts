import { z } from 'zod';
import type { Clock } from '@shared/clock';
import { type AppError, type Result, toAppError } from '@shared/errors';
import type { StreamSource } from '@shared/feed';
import type { EngineMessage, Streams } from '@shared/ipc/wire';
import { Outbox } from './outbox';
import type { Port } from './port';
import type { Router } from './router';
import { Subscription } from './subscription';

/** More than any page of ours holds; a page that asks for more is broken or hostile. */
const MAX_SUBSCRIPTIONS = 256;

const PageMessage = z.discriminatedUnion('t', [
  z.object({ t: z.literal('call'), id: z.number().int(), method: z.string(), input: z.unknown() }),
  z.object({ t: z.literal('subscribe'), sub: z.number().int(), stream: z.string(), params: z.unknown() }),
  z.object({ t: z.literal('unsubscribe'), sub: z.number().int() }),
  z.object({
    t: z.literal('ack'),
    posts: z.array(z.object({ sub: z.number().int(), post: z.number().int() })).max(MAX_SUBSCRIPTIONS),
  }),
]);

/** Opens the source of a stream whose params were parsed; an error says why it cannot be. */
export type SourceTable<S extends Streams> = {
  [K in keyof S]: (params: z.infer<S[K]['params']>) => Result<StreamSource>;
};

/** A method, not a function: its one caller passes what the schema has just proved. */
interface AnySource {
  open(params: unknown): Result<StreamSource>;
}

/**
 * One page at the end of its MessagePort. A message that is not of the contract's form is answered where it can be and
 * dropped where it cannot; nothing a page sends throws here. All ends when the port closes (reload, crash, quit).
 */
export function servePage<S extends Streams>(
  port: Port,
  router: Router,
  streams: S,
  sources: SourceTable<S>,
  clock: Clock,
): { closed: Promise<void> } {
  const subscriptions = new Map<number, Subscription>();
  let isOpen = true;
  const post = (message: EngineMessage): void => {
    if (isOpen) port.postMessage(message);
  };
  const outbox = new Outbox(post, clock);

  const subscribe = (sub: number, name: string, params: unknown): void => {
    const end = (error: AppError): void => post({ t: 'ended', sub, error });
    const definition = Object.hasOwn(streams, name) ? streams[name] : undefined;
    const open: ((params: never) => Result<StreamSource>) | undefined = sources[name];
    if (
      definition === undefined ||
      open === undefined ||
      subscriptions.has(sub) ||
      subscriptions.size >= MAX_SUBSCRIPTIONS
    )
      return end({ code: 'ipc.unknownMethod', method: name });
    const parsed = definition.params.safeParse(params);
    if (!parsed.success) {
      return end({ code: 'ipc.invalidInput', method: name, issues: parsed.error.issues.map((issue) => issue.message) });
    }
    try {
      const opener: AnySource = { open };
      const source = opener.open(parsed.data);
      if (!source.ok) return end(source.error);
      subscriptions.set(sub, new Subscription(sub, source.value, outbox));
    } catch (thrown) {
      end(toAppError(thrown));
    }
  };

  const closed = new Promise<void>((resolve) => {
    port.onClose(() => {
      isOpen = false;
      for (const subscription of subscriptions.values()) subscription.close();
      subscriptions.clear();
      outbox.close();
      resolve();
    });
  });

  port.onMessage((raw) => {
    const parsed = PageMessage.safeParse(raw);
    if (!parsed.success) return;
    const message = parsed.data;
    switch (message.t) {
      case 'call':
        void router.call(message.method, message.input).then((result) => post({ t: 'result', id: message.id, result }));
        break;
      case 'subscribe':
        subscribe(message.sub, message.stream, message.params);
        break;
      case 'unsubscribe':
        subscriptions.get(message.sub)?.close();
        subscriptions.delete(message.sub);
        break;
      case 'ack':
        for (const { sub, post: handled } of message.posts) subscriptions.get(sub)?.acknowledge(handled);
        break;
    }
  });
  return { closed };
}
