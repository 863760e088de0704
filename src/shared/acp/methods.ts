import { z } from 'zod';
import { parseAvailableModels } from './cursor';
import { InitializeRequest, parseInitializeResult } from './initialize';
import {
  AuthenticateParams,
  ListSessionsParams,
  LoadSessionParams,
  NewSessionParams,
  parseListSessionsResult,
  parseNewSessionResult,
  parsePromptResult,
  parseSessionSetup,
  parseSetConfigOptionResult,
  parseSteeringResult,
  PromptParams,
  SessionParams,
  SetConfigOptionParams,
  SetModelParams,
  SetModeParams,
} from './sessionMethods';

export type { AuthMethod } from './initialize';

/**
 * A request that we send: `params` is checked before it leaves, `read` turns the answer into our shape and gives
 * undefined when it cannot be used (the request then fails with `agent.badAnswer`).
 */
type Method<P, R> = { params: z.ZodType<P>; read: (value: unknown) => R | undefined };

const method = <P, R>(params: z.ZodType<P>, read: (value: unknown) => R | undefined): Method<P, R> => ({
  params,
  read,
});

/** Acknowledgements: whatever came (`{}`, null, nothing) counts as done. */
const acknowledged = (): true => true;

const table = {
  initialize: method(InitializeRequest, parseInitializeResult),
  authenticate: method(AuthenticateParams, acknowledged),
  logout: method(z.strictObject({}), acknowledged),
  'session/new': method(NewSessionParams, parseNewSessionResult),
  'session/load': method(LoadSessionParams, parseSessionSetup),
  'session/resume': method(LoadSessionParams, parseSessionSetup),
  /** Unstable in ACP: only where the agent offers it. */
  'session/fork': method(LoadSessionParams, parseNewSessionResult),
  'session/list': method(ListSessionsParams, parseListSessionsResult),
  'session/delete': method(SessionParams, acknowledged),
  'session/close': method(SessionParams, acknowledged),
  'session/prompt': method(PromptParams, parsePromptResult),
  'session/set_mode': method(SetModeParams, acknowledged),
  'session/set_model': method(SetModelParams, acknowledged),
  'session/set_config_option': method(SetConfigOptionParams, parseSetConfigOptionResult),
  '_session/steering': method(PromptParams, parseSteeringResult),
  'cursor/list_available_models': method(z.strictObject({}), parseAvailableModels),
};

type Table = typeof table;
export type MethodName = keyof Table;
type ParamsByMethod = { [M in MethodName]: z.infer<Table[M]['params']> };
type ResultByMethod = { [M in MethodName]: Exclude<ReturnType<Table[M]['read']>, undefined> };
export type ParamsOf<M extends MethodName> = ParamsByMethod[M];
export type ResultOf<M extends MethodName> = ResultByMethod[M];

/** Every request that we send to an agent, by name. */
export const methods: { [M in MethodName]: Method<ParamsByMethod[M], ResultByMethod[M]> } = table;

/** What we send and expect no answer to. Cancel must never carry an id: Cursor drops it then (cursor-acp.md 2.10). */
export const notifications = {
  'session/cancel': SessionParams,
};
export type NotificationName = keyof typeof notifications;
export type NotificationParams<N extends NotificationName> = z.infer<(typeof notifications)[N]>;
