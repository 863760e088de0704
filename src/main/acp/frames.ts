import type { Message } from 'vscode-jsonrpc/node';
import { type Fields, fieldsOf, optionalNumber, optionalString } from '@shared/acp/lenient';

/**
 * Between ACP's JSON-RPC and what vscode-jsonrpc understands. The two differ in cancellation (`$/cancel_request
 * {requestId}` against `$/cancelRequest {id}`), and agents bend the rules in small ways that must not lose an answer.
 */

export type RpcId = string | number;

export type Inbound =
  | { kind: 'cancel'; message: Message }
  | { kind: 'message'; message: Message }
  /** Not to be acted on: a cancellation that names no request, an id that is neither text nor number. */
  | { kind: 'ignored' };

const IGNORED: Inbound = { kind: 'ignored' };

export function inbound(frame: Fields): Inbound {
  const method = optionalString(frame['method']);
  if (method === undefined) return answer(frame);
  const params = frame['params'];
  if (method === '$/cancel_request' || method === '$/cancelRequest') {
    const fields = fieldsOf(params);
    const id = idOf(fields['requestId'] ?? fields['id']);
    if (id === undefined) return IGNORED;
    return { kind: 'cancel', message: messageOf({ method: '$/cancelRequest', params: { id } }) };
  }
  if (frame['id'] === undefined || frame['id'] === null) {
    return { kind: 'message', message: messageOf({ method, params }) };
  }
  const id = idOf(frame['id']);
  if (id === undefined) return IGNORED;
  return { kind: 'message', message: messageOf({ id, method, params }) };
}

/** An answer with neither result nor error counts as null; an error that is only a text becomes an internal error. */
function answer(frame: Fields): Inbound {
  const id = numericId(frame['id']);
  if (id === undefined) return IGNORED;
  const given = frame['error'];
  if (given === undefined || given === null) {
    return { kind: 'message', message: messageOf({ id, result: frame['result'] ?? null }) };
  }
  const error = fieldsOf(given);
  return {
    kind: 'message',
    message: messageOf({
      id,
      error: {
        code: optionalNumber(error['code']) ?? -32603,
        message: optionalString(error['message']) ?? optionalString(given) ?? 'no message',
        data: error['data'],
      },
    }),
  };
}

const messageOf = (parts: object): Message => ({ jsonrpc: '2.0', ...parts });

function idOf(value: unknown): RpcId | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** Our ids are numbers; an agent that gives one back as text means the same. */
function numericId(value: unknown): RpcId | undefined {
  const id = idOf(value);
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id;
}
