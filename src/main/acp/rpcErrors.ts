import { ResponseError } from 'vscode-jsonrpc/node';
import { authMethodsOf, type AuthMethod } from '@shared/acp/initialize';
import { fieldsOf, optionalString } from '@shared/acp/lenient';
import { type AppError, AppFailure, toAppError } from '@shared/errors';

/** JSON-RPC's and ACP's error codes (acp.md 3.12). */
export const RPC = {
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  requestCancelled: -32800,
  authRequired: -32000,
  resourceNotFound: -32002,
} as const;

/** An agent's error answer as ours. `knownMethods`: what `initialize` told, where the error itself lists none. */
export function refusal(method: string, error: ResponseError<unknown>, knownMethods: readonly AuthMethod[]): AppError {
  const message = messageOf(error);
  if (error.code === RPC.authRequired) {
    const listed = authMethodsOf(error.data);
    return { code: 'agent.authRequired', message, methods: listed.length > 0 ? listed : knownMethods };
  }
  return { code: 'agent.refused', method, rpcCode: error.code, message };
}

/** Many agents say "Internal error" and put what happened into `data`. */
function messageOf(error: ResponseError<unknown>): string {
  const data = fieldsOf(error.data);
  const detail =
    optionalString(error.data) ??
    optionalString(data['details']) ??
    optionalString(data['message']) ??
    optionalString(data['error']);
  if (detail === undefined || detail === '' || error.message.includes(detail)) return error.message;
  return `${error.message}: ${detail}`;
}

/** What we answer when a handler failed: the code says what the agent may do about it. */
export function answerFor(thrown: unknown): ResponseError<unknown> {
  if (thrown instanceof ResponseError) return thrown;
  const error = thrown instanceof AppFailure ? thrown.error : toAppError(thrown);
  return new ResponseError(rpcCodeOf(error), sentenceOf(error), { code: error.code });
}

function rpcCodeOf(error: AppError): number {
  switch (error.code) {
    case 'file.notFound':
    case 'terminal.unknown':
    case 'session.unknown':
      return RPC.resourceNotFound;
    case 'file.outsideRoots':
    case 'file.notRegular':
    case 'file.tooLarge':
    case 'request.answerInvalid':
      return RPC.invalidParams;
    default:
      return RPC.internalError;
  }
}

/** For the agent's model, which reads English; people see the code's own sentence. */
function sentenceOf(error: AppError): string {
  switch (error.code) {
    case 'file.notFound':
      return `no such file: ${error.path}`;
    case 'file.outsideRoots':
      return `outside the session's folders: ${error.path}`;
    case 'file.notRegular':
      return `not a regular file: ${error.path}`;
    case 'file.tooLarge':
      return `too large: ${error.path} has ${error.bytes} bytes, the limit is ${error.limit}`;
    case 'file.failed':
      return `${error.path}: ${error.message}`;
    case 'terminal.unknown':
      return `no such terminal: ${error.terminalId}`;
    case 'terminal.failed':
      return `${error.command}: ${error.message}`;
    case 'session.unknown':
      return `no such session: ${error.sessionId}`;
    default:
      return 'message' in error ? error.message : error.code;
  }
}
