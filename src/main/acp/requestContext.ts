import type { RpcId } from './frames';

/** What a handler of an agent's request knows beside the request. */
export interface RequestContext {
  /** Aborted with reason `withdrawn` when the agent takes its request back, `closed` when the connection ends. */
  signal: AbortSignal;
  jsonrpcId: RpcId;
  /** Resolves when the answer was handed to the agent's stdin, or when the connection ended. */
  answered: Promise<void>;
}
