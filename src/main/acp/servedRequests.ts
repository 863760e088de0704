import { type CancellationToken, type Message, ResponseError } from 'vscode-jsonrpc/node';
import type { RpcId } from './frames';
import type { RequestContext } from './requestContext';
import { answerFor, RPC } from './rpcErrors';

type Serve = (method: string, params: unknown, context: RequestContext) => Promise<unknown>;

/** The agent's requests that we have not answered yet. */
export class ServedRequests {
  readonly #run: Serve;
  readonly #open = new Set<AbortController>();
  /** By the id of the agent's request: they are answered in any order. */
  readonly #unwritten = new Map<RpcId, () => void>();
  #arrivingId: RpcId = '';

  constructor(run: Serve) {
    this.#run = run;
  }

  /**
   * vscode-jsonrpc does not tell its handler the id. It calls the handler before anything else can arrive, so the id of
   * the message that it is about to handle is the handler's.
   */
  arriving(message: Message): void {
    if ('id' in message && (typeof message.id === 'string' || typeof message.id === 'number')) {
      this.#arrivingId = message.id;
    }
  }

  /** The answer, or the error as a value, which vscode-jsonrpc sends as one. Never rejects. */
  async serve(method: string, params: unknown, token: CancellationToken): Promise<unknown> {
    const jsonrpcId = this.#arrivingId;
    const controller = new AbortController();
    const answered = this.#untilWritten(jsonrpcId);
    this.#open.add(controller);
    const withdrawn = new Promise<ResponseError>((resolve) => {
      const withdraw = (): void => {
        controller.abort('withdrawn');
        resolve(new ResponseError(RPC.requestCancelled, 'request cancelled'));
      };
      if (token.isCancellationRequested) withdraw();
      else token.onCancellationRequested(withdraw);
    });
    try {
      const answer = this.#run(method, params, { signal: controller.signal, jsonrpcId, answered });
      return await Promise.race([answer, withdrawn]);
    } catch (error) {
      return answerFor(error);
    } finally {
      this.#open.delete(controller);
    }
  }

  /** One of ours goes to the agent: behind an answer may now go what waited for it. */
  written(message: Message): void {
    if ('method' in message || !('id' in message)) return;
    if (typeof message.id === 'string' || typeof message.id === 'number') this.#unwritten.get(message.id)?.();
  }

  /** The connection is closed: nobody hears an answer. */
  abort(): void {
    for (const controller of this.#open) controller.abort('closed');
    for (const settle of this.#unwritten.values()) settle();
  }

  #untilWritten(id: RpcId): Promise<void> {
    // An agent that uses an id twice cannot tell its answers apart, so the first of them counts for both.
    const settleOther = this.#unwritten.get(id);
    return new Promise((resolve) => {
      this.#unwritten.set(id, () => {
        this.#unwritten.delete(id);
        settleOther?.();
        resolve();
      });
    });
  }
}
