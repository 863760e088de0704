import { ResponseError } from 'vscode-jsonrpc/node';
import { authMethodsOf, type AuthMethod } from '@shared/acp/initialize';
import { fieldsOf, optionalString } from '@shared/acp/lenient';
import { saysSignIn } from '@shared/acp/signInNeed';
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

const NEEDS_SIGN_IN: ReadonlySet<string> = new Set(['session/new', 'session/load', 'session/resume', 'session/prompt']);

/**
 * An agent's error answer as ours. `knownMethods`: what `initialize` told, where the error itself lists none. Many agents
 * want a sign-in by words and not by the code; only what makes a session or a turn is read so, since `authenticate` and a
 * refused option fail by such words too.
 */
export function refusal(method: string, error: ResponseError<unknown>, knownMethods: readonly AuthMethod[]): AppError {
  const message = messageOf(error);
  if (error.code === RPC.authRequired || (NEEDS_SIGN_IN.has(method) && saysSignIn(message))) {
    const listed = authMethodsOf(error.data);
    return { code: 'agent.authRequired', message, methods: listed.length > 0 ? listed : knownMethods };
  }
  return { code: 'agent.refused', method, rpcCode: error.code, message };
}

/** Many agents say "Internal error" and put what happened into `data`, and the page that is to be opened too. */
function messageOf(error: ResponseError<unknown>): string {
  const told = detailed(error);
  const url = Object.values(fieldsOf(error.data)).find((value) => typeof value === 'string' && isPage(value));
  return typeof url !== 'string' || told.includes(url) ? told : `${told} ${url}`;
}

const isPage = (text: string): boolean => /^https?:\/\/\S+$/.test(text);

function detailed(error: ResponseError<unknown>): string {
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
